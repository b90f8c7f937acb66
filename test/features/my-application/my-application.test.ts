// @own-process: the settings are read once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { listen } from '#cli/server/http-server.ts';
import { openHostData } from '#src/api-host/data.ts';
import { startHost } from '#src/api-host/host.ts';
import { collectingLog, provide, settingsIn } from '#test/api-host/support/host.ts';
import { testOpenings } from '#test/api-host/support/openings.ts';
import { careers } from '#test/cli/support/in-process.ts';
import { sixDocuments } from '#test/support/applicant.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { formFiles, NoScriptBrowser } from '#test/support/no-script-browser.ts';

const secret = 's'.repeat(32);
const dataDir = await mkdtemp(join(tmpdir(), 'careers-links-'));
await provide(dataDir, testOpenings);
const { log, lines } = collectingLog();
const host = await startHost(settingsIn(dataDir, { secret, sampleData: false }), { log });
Object.assign(process.env, {
  API_HOST: host.origin,
  API_HOST_SECRET: secret,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  SITE_ORIGIN: 'http://localhost:3000',
});
const { siteMiddleware } = await import('#src/app.ts');
const { myApplication } = await import('#src/features/my-application/my-application-routes.ts');
const { TransportError } = await import('#src/http/errors.ts');
const { apiClient } = await import('#src/api-client/api-client.ts');
const { submissionRepository } = await import('#src/submissions/repository.ts');

const { app, respond } = siteMiddleware(() => new Response('<!DOCTYPE html><p>A page of Waku</p>'));
const server = await listen({
  port: 0,
  host: '127.0.0.1',
  idleMs: 10_000,
  responseMs: 10_000,
  site: Promise.resolve({
    respond,
    fetch: async (request, bindings) => app.fetch(request, bindings),
  }),
});
const origin = `http://127.0.0.1:${server.port}`;
after(async () => {
  await server.close(0);
  await submissionRepository().close();
  await apiClient().close();
  await host.close();
  await rm(dataDir, { recursive: true });
});

/** Applies with one browser, and gets the link of its receipt; the other browser has no cookie. */
async function applied(firstname = 'Ngọzi') {
  const emailaddress = `ngozi.${randomUUID()}@example.com`;
  const application = buildApplication({ firstname, emailaddress });
  const { applicant_id: id } = await apiClient().applyToOpening(application);
  const submission = await submissionRepository().start(undefined, application);
  const accepted = { status: 'accepted', applicantId: id } as const;
  await submissionRepository().settle(submission.id, accepted, application);
  const first = new NoScriptBrowser(origin);
  first.cookies.set('upload_ticket', submissionRepository().ticket(submission.id));
  const receipt = await first.get('/api/submission');
  const [, path = ''] = /href="(\/my-application\/[\w-]{43})"/.exec(receipt.html) ?? [];
  assert.ok(path, receipt.html);
  return {
    application,
    submissionId: submission.id,
    first,
    path,
    id,
    other: new NoScriptBrowser(origin),
  };
}

const stored = async (id: string) => {
  const { stdout } = await careers(['host', 'applications', '--json'], {
    env: { DATA_DIR: dataDir },
  });
  return JSON.parse(stdout).find((one: Record<string, string>) => one.applicant_id === id);
};

test('the link of the receipt shows the application in another browser, and opening it changes nothing', async () => {
  const { path, id, first, other } = await applied('Ada <b>');
  const before = await stored(id);
  const page = await other.get(path);
  assert.equal(page.status, 200);
  for (const text of [id, 'Ada <b>', 'None has arrived.', 'Still missing: CV,'])
    assert.ok(page.text.includes(text), text);
  assert.equal((await other.raw(path, { method: 'HEAD' })).status, 200);
  assert.equal((await other.raw(`${path}/withdraw`)).status, 302);
  assert.deepEqual([...other.cookies], []);
  assert.deepEqual(await stored(id), before);
  const { headers } = page;
  assert.equal(headers.get('cache-control'), 'private, no-store');
  assert.equal(headers.get('referrer-policy'), 'strict-origin');
  assert.equal(headers.get('x-robots-tag'), 'noindex');
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  // The same link each time, which a script can show too.
  const state = await first.raw('/api/submission?link', {
    headers: { accept: 'application/json' },
  });
  assert.equal((await state.json()).link, path);
  // Which costs a call to the API host.
  const plain = await first.raw('/api/submission', { headers: { accept: 'application/json' } });
  assert.equal((await plain.json()).link, undefined);
  assert.ok(!JSON.stringify(lines).includes(path.slice(-43)), 'the log has no token');
});

test('another browser adds a document by the link, and the receipt of the first one has it', async () => {
  const { path, id, first, other } = await applied();
  await other.raw(`${path}/documents`, { method: 'POST' });
  const page = await other.get(path);
  const { cv } = await formFiles(sixDocuments);
  const sent = await other.submit(page, page.form('cv'), {}, { cv: cv ?? assert.fail() });
  assert.ok(sent.text.includes('Document uploaded'), sent.text);
  assert.match((await other.get(path)).text, /CV: cv-ngozi-eze\.pdf/);
  assert.match((await first.get('/api/submission')).text, /Documents received: 1 of 6/);
  assert.equal((await stored(id)).documents.length, 1);
});

test('the ticket of another applicant for the opening sends no document by the link', async () => {
  const { first } = await applied('Ada');
  const { path, id } = await applied('Bola');
  const page = await first.get(path);
  assert.match(page.text, /Still missing: CV,/);
  assert.doesNotMatch(page.html, /type="file"/);
  await first.raw(`${path}/documents`, { method: 'POST' });
  const own = await first.get(path);
  const { cv } = await formFiles(sixDocuments);
  await first.submit(own, own.form('cv'), {}, { cv: cv ?? assert.fail() });
  assert.equal((await stored(id)).documents.length, 1);
});

test('a document in which malware was found is missing again for the browser of the link', async () => {
  const { path, id, other } = await applied();
  await other.raw(`${path}/documents`, { method: 'POST' });
  const page = await other.get(path);
  const { cv } = await formFiles(sixDocuments);
  await other.submit(page, page.form('cv'), {}, { cv: cv ?? assert.fail() });
  const { database, close } = await openHostData(settingsIn(dataDir));
  const infected = { scan_state: 'infected', scan_detail: 'Eicar-Test' } as const;
  await database.db.updateTable('documents').set(infected).where('applicant_id', '=', id).execute();
  await close();
  const second = new NoScriptBrowser(origin);
  const linked = await second.get(path);
  assert.match(linked.text, /CV: cv-ngozi-eze\.pdf, .* Malware was found in it/);
  assert.match(linked.text, /Still missing: CV,/);
  await second.raw(`${path}/documents`, { method: 'POST' });
  assert.match((await second.get('/api/submission')).text, /Documents received: 0 of 6/);
});

test('an application is withdrawn by the link once its box is ticked, and takes no documents then', async () => {
  const { path, id, first, other } = await applied();
  const receipt = await first.get('/api/submission');
  const page = await other.get(path);
  const form = page.form('withdraw');
  const unticked = await other.submit(page, form, {});
  assert.equal(unticked.status, 422);
  assert.match(unticked.text, /Please tick the box first/);
  assert.equal((await stored(id)).withdrawn_at, null);
  const done = await other.submit(page, form, { withdraw: 'yes' });
  assert.match(done.text, /You withdrew this application on/);
  assert.doesNotMatch(done.html, /\/(?:documents|withdraw)"/);
  assert.ok((await stored(id)).withdrawn_at);
  const { cv } = await formFiles(sixDocuments);
  const refused = await first.submit(receipt, receipt.form('cv'), {}, { cv: cv ?? assert.fail() });
  assert.match(refused.text, /This application was withdrawn\./);
  const later = await first.get('/api/submission');
  assert.match(later.text, /You have withdrawn this application/);
  assert.doesNotMatch(later.html, /type="file"/);
  assert.ok(later.html.includes(path), 'by which it can be erased');
  const state = await first.raw('/api/submission', { headers: { accept: 'application/json' } });
  assert.equal((await state.json()).withdrawn, true);
});

test('an application is erased by the link on host and site, and the link ends', async () => {
  const { path, id, application, submissionId, first, other } = await applied();
  const page = await other.get(path);
  const kept = await other.submit(page, page.form('erase'), {});
  assert.equal(kept.status, 422);
  const done = await other.submit(page, page.form('erase'), { erase: 'yes' });
  assert.match(done.text, /Your application and its documents were erased\./);
  assert.equal(await stored(id), undefined);
  assert.equal(await submissionRepository().find(submissionId), undefined);
  const state = await first.raw('/api/submission', { headers: { accept: 'application/json' } });
  assert.equal(state.status, 204);
  const gone = await other.get(path);
  assert.equal(gone.status, 404);
  assert.match(gone.text, /This link is not valid/);
  assert.equal(await apiClient().checkCandidate(application), 'may-apply');
});

test('a form of another site is refused, and a token that is none is a page', async () => {
  const { path, id, other } = await applied();
  const body = new URLSearchParams({ erase: 'yes' });
  const evil = { origin: 'null', 'sec-fetch-site': 'cross-site' };
  const refused = await other.raw(`${path}/erase`, { method: 'POST', body, headers: evil });
  assert.equal(refused.status, 403);
  assert.ok(await stored(id));
  // What a browser sends from the page itself, if an extension hides the origin.
  const own = { origin: 'null', 'sec-fetch-site': 'same-origin' };
  const ticked = await other.raw(`${path}/erase`, { method: 'POST', body, headers: own });
  assert.equal(ticked.status, 200);
  assert.equal((await other.get('/my-application/guess')).status, 404);
});

test('the address of a form, opened again from the address bar or by a restored tab, leads to the page of the link', async () => {
  const { path, id, other } = await applied();
  const page = await other.get(path);
  const kept = await other.submit(page, page.form('erase'), {});
  assert.equal(new URL(kept.url).pathname, `${path}/erase`);
  for (const end of ['/erase', '/withdraw', '/documents', '/']) {
    const again = await other.get(path + end);
    assert.equal(again.status, 200);
    assert.equal(new URL(again.url).pathname, path);
  }
  assert.ok(await stored(id));
  await other.submit(page, page.form('erase'), { erase: 'yes' });
  assert.match((await other.get(`${path}/erase`)).text, /This link is not valid/);
  assert.equal((await other.get('/my-application/%0d%0a/erase')).status, 404);
});

test('when the response of the API host is lost, the site has erased its copy, and the page does not say that nothing was changed', async () => {
  const { path, submissionId, other } = await applied();
  const token = path.slice(-43);
  const call = { method: 'POST', url: `${host.origin}/api/link/erase` };
  let mayHaveArrived = true;
  const lost = async () => {
    throw new TransportError(call, { reason: 'reset', mayHaveArrived });
  };
  const { readLink } = apiClient();
  const routes = myApplication({
    client: () => ({ readLink, withdrawByLink: lost, eraseByLink: lost }),
    submissions: submissionRepository,
    checkRateLimit: async () => undefined,
    siteOrigin: origin,
  });
  const post = async (change: 'withdraw' | 'erase') => {
    const body = new URLSearchParams({ [change]: 'yes' });
    const response = await routes.request(`/my-application/${token}/${change}`, {
      method: 'POST',
      body,
    });
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '30']);
    return response.text();
  };
  assert.match(await post('withdraw'), /We do not know whether this was done/);
  mayHaveArrived = false;
  assert.match(await post('withdraw'), /Nothing was changed/);
  assert.ok(await submissionRepository().find(submissionId));
  mayHaveArrived = true;
  assert.match(await post('erase'), /We do not know whether this was done/);
  assert.equal(await submissionRepository().find(submissionId), undefined);
  assert.equal((await other.get(path)).status, 200, 'the link works until the host has erased');
});
