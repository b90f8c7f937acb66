// Own process: the settings are read once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { listen } from '#cli/server/http-server.ts';
import { uploadPath } from '#src/addresses.ts';
import { openHostData } from '#src/api-host/data.ts';
import { startHost } from '#src/api-host/host.ts';
import { DatabaseUnavailableError } from '#src/database/database.ts';
import { collectingLog, provide, settingsIn } from '#test/api-host/support/host.ts';
import { testOpenings } from '#test/api-host/support/openings.ts';
import { careers } from '#test/cli/support/in-process.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { sixDocuments } from '#test/support/applicant.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { formFiles, NoScriptBrowser, privatePage } from '#test/support/no-script-browser.ts';

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
const { apiCalls } = await import('#src/api-client/api-client.ts');
const { submissionRepository } = await import('#src/submissions/repository.ts');

const { app, sendStored } = siteMiddleware(
  () => new Response('<!DOCTYPE html><p>A page of Waku</p>'),
);
const server = await listen({
  port: 0,
  host: '127.0.0.1',
  // A command of the API host may take long on a busy machine, between two requests on one connection.
  idleMs: 600_000,
  responseMs: 600_000,
  site: Promise.resolve({
    sendStored,
    longHeaders: () => '',
    fetch: async (request, bindings) => app.fetch(request, bindings),
  }),
});
const origin = `http://127.0.0.1:${server.port}`;
after(async () => {
  await server.close(0);
  await submissionRepository().close();
  await apiCalls().close();
  await host.close();
  await rm(dataDir, { recursive: true });
});

/** Applies with one browser, and gets the link of its receipt; the other browser has no cookie. */
async function applied(firstname = 'Ngọzi') {
  const emailaddress = `ngozi.${randomUUID()}@example.com`;
  const application = buildApplication({ firstname, emailaddress });
  const { applicant_id: id } = await apiCalls().applyToOpening(application);
  const submissionId = await acceptSubmission(submissionRepository(), id, undefined, application);
  const first = new NoScriptBrowser(origin);
  first.cookies.set('upload_ticket', submissionRepository().ticket(submissionId));
  const path = await privatePage(first);
  assert.match(path, /^\/my-application\/[\w-]{43}$/);
  return {
    application,
    submissionId,
    first,
    path,
    id,
    other: new NoScriptBrowser(origin),
  };
}

const scriptHeaders = { accept: 'application/json' };
/** Returns the application of a browser as the site tells its scripts. */
async function stateOf(browser: NoScriptBrowser) {
  const response = await browser.raw('/api/submission?link', { headers: scriptHeaders });
  return response.status === 200 ? response.json() : {};
}

/** Posts a form of the link; returns where the browser is led to. */
async function post(browser: NoScriptBrowser, path: string, fields: Record<string, string> = {}) {
  const body = new URLSearchParams(fields);
  const response = await browser.raw(path, { method: 'POST', body });
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
  return response.headers.get('location');
}

/** Sends a document as the form without script does. */
async function sendCv(browser: NoScriptBrowser, id: string, prefix = '') {
  const { cv } = await formFiles(sixDocuments);
  const form = new FormData();
  form.set('applicant_id', id);
  form.set('cv', cv ?? assert.fail());
  return browser.raw(`${prefix}${uploadPath}?joblistingid=101`, {
    method: 'POST',
    body: form,
    headers: scriptHeaders,
  });
}

const stored = async (id: string) => {
  const { stdout } = await careers(['host', 'applications', '--json'], {
    env: { DATA_DIR: dataDir },
  });
  return JSON.parse(stdout).find((one: Record<string, string>) => one.applicant_id === id);
};

test('the page of a link is not stored, not listed, and sends no referrer', async () => {
  const { path, other } = await applied();
  const { status, headers } = await other.raw(path);
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'private, no-store');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('x-robots-tag'), 'noindex');
});

test('a browser with the ticket is led to the private page of its application, another one to the receipt', async () => {
  const { path, first, other } = await applied();
  const headers = { accept: 'text/html' };
  const query = 'joblistingid=101&link';
  const receipt = `/feedback?${query}`;
  for (const prefix of ['', '/fr'])
    for (const [browser, address] of [
      [first, path],
      [other, receipt],
    ] as const) {
      const led = await browser.raw(`${prefix}/api/submission?${query}`, { headers });
      assert.equal(led.status, 302);
      assert.equal(led.headers.get('location'), prefix + address);
      assert.equal(led.headers.get('cache-control'), 'private, no-store');
    }
  // Nobody asked for the private page.
  const led = await first.raw('/api/submission?joblistingid=101', { headers });
  assert.equal(led.headers.get('location'), '/feedback?joblistingid=101');
});

test('opening the page or the address of a form changes nothing and gives no right', async () => {
  const { path, id, first, other } = await applied('Ada <b>');
  const before = await stored(id);
  for (const end of ['', '/withdraw', '/erase', '/documents'])
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await other.raw(path + end, { method });
      assert.equal(status, end === '' ? 200 : 302);
      assert.equal(headers.get('location'), end === '' ? null : path);
    }
  assert.deepEqual([...other.cookies], []);
  assert.deepEqual(await stored(id), before);
  // The same link each time.
  assert.equal((await stateOf(first)).link, path);
  // It costs a call to the API host, so it has to be requested.
  const plain = await first.raw('/api/submission', { headers: scriptHeaders });
  assert.equal((await plain.json()).link, undefined);
  assert.ok(!JSON.stringify(lines).includes(path.slice(-43)), 'the log has no token');
});

test('a link leads to its page with what mail programs and people add to it', async () => {
  const { path, other } = await applied();
  for (const [start, end] of [
    ['', '.'],
    ['', ')'],
    ['', '%3E'],
    ['%3C', '%3E'],
    ['', '%E2%80%9D'],
    ['', '_'],
    ['', '%0A'],
  ] as const) {
    const address = path.replace(/[^/]+$/, (token: string) => start + token + end);
    const { status, headers } = await other.raw(address);
    assert.deepEqual([status, headers.get('location')], [302, path], address);
    assert.equal(headers.get('cache-control'), 'private, no-store');
  }
});

test('another browser adds a document by the link, with and without script, and the first one sees it', async () => {
  const { path, id, first, other } = await applied();
  assert.equal((await sendCv(other, id)).status, 403);
  assert.equal(await post(other, `${path}/documents`), `${path}?result=may-upload`);
  assert.equal((await sendCv(other, id)).status, 200);
  assert.deepEqual((await stateOf(first)).received, ['cv']);
  assert.equal((await stored(id)).documents.length, 1);
  const scripted = new NoScriptBrowser(origin);
  const right = await scripted.raw(`${path}/documents`, { method: 'POST', headers: scriptHeaders });
  assert.equal((await right.json()).result, 'success');
  assert.deepEqual((await stateOf(scripted)).received, ['cv']);
});

test('the ticket of another applicant for the opening sends no document by the link', async () => {
  const { first } = await applied('Ada');
  const { path, id } = await applied('Bola');
  assert.equal((await sendCv(first, id)).status, 403);
  await post(first, `${path}/documents`);
  assert.equal((await sendCv(first, id)).status, 200);
  assert.equal((await stored(id)).documents.length, 1);
});

test('a document in which malware was found is missing again for the browser of the link', async () => {
  const { path, id, other } = await applied();
  await post(other, `${path}/documents`);
  await sendCv(other, id);
  const { database, close } = await openHostData(settingsIn(dataDir));
  const infected = { scan_state: 'infected', scan_detail: 'Eicar-Test' } as const;
  await database.db.updateTable('documents').set(infected).where('applicant_id', '=', id).execute();
  await close();
  const second = new NoScriptBrowser(origin);
  await post(second, `${path}/documents`);
  assert.deepEqual((await stateOf(second)).received, []);
});

test('an application is withdrawn by the link once its box is ticked, and takes no documents then', async () => {
  const { path, id, first, other } = await applied();
  assert.equal(await post(other, `${path}/withdraw`), `${path}?result=withdraw-unconfirmed`);
  assert.equal((await stored(id)).withdrawn_at, null);
  const withdrawn = await post(other, `${path}/withdraw`, { withdraw: 'yes' });
  assert.equal(withdrawn, `${path}?result=withdrawn`);
  assert.ok((await stored(id)).withdrawn_at);
  assert.match(
    (await (await sendCv(first, id)).json()).message,
    /This application was withdrawn\./,
  );
  const later = await stateOf(first);
  assert.deepEqual([later.withdrawn, later.link], [true, path]);
  assert.equal(await post(other, `${path}/documents`), path);
  const right = await other.raw(`${path}/documents`, { method: 'POST', headers: scriptHeaders });
  assert.equal(right.status, 403);
  assert.match((await right.json()).message, /It takes no more documents\./);
  assert.deepEqual([...other.cookies], []);
});

test('in French, a form of the link leads back to the French page, and an upload is refused in French', async () => {
  const { path, id, first, other } = await applied();
  const shown = await other.raw(`/fr${path}`);
  const body = new URLSearchParams({ withdraw: 'yes' });
  const withdrawn = await other.raw(`/fr${path}/withdraw`, { method: 'POST', body });
  assert.equal(withdrawn.status, 303);
  assert.equal(withdrawn.headers.get('location'), `/fr${path}?result=withdrawn`);
  for (const { headers } of [shown, withdrawn, await other.raw('/fr/my-application/guess')])
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
  const refused = await (await sendCv(first, id, '/fr')).json();
  assert.equal(refused.message, 'Cette candidature a été retirée.');
});

test('an application is erased by the link on host and site, and the link ends', async () => {
  const { path, id, application, submissionId, first, other } = await applied();
  assert.equal(await post(other, `${path}/erase`), `${path}?result=erase-unconfirmed`);
  assert.ok(await stored(id));
  const erased = await post(other, `${path}/erase`, { erase: 'yes' });
  assert.equal(erased, `${path}?result=erased`);
  assert.equal(await stored(id), undefined);
  assert.equal(await submissionRepository().find(submissionId), undefined);
  assert.deepEqual(await stateOf(first), {});
  const link_works_until = new Date(Date.now() + 60_000).toISOString();
  const twice = await post(other, `${path}/erase`, { erase: 'yes', link_works_until });
  assert.equal(twice, erased, 'the button was pressed twice');
  const over = { erase: 'yes', link_works_until: new Date().toISOString() };
  for (const fields of [over, { erase: 'yes' }, { erase: 'yes', link_works_until: 'x' }])
    assert.equal(await post(other, `${path}/erase`, fields), path);
  const right = await other.raw(`${path}/documents`, { method: 'POST', headers: scriptHeaders });
  assert.equal(right.status, 404);
  assert.equal(await apiCalls().checkCandidate(application), 'may-apply');
});

test('a form of another site is refused, and one of the page itself accepted, whose Origin is null', async () => {
  const { path, id, other } = await applied();
  const body = new URLSearchParams({ erase: 'yes' });
  const evil = { origin: 'null', 'sec-fetch-site': 'cross-site' };
  const refused = await other.raw(`${path}/erase`, { method: 'POST', body, headers: evil });
  assert.equal(refused.status, 403);
  assert.ok(await stored(id));
  const own = { origin: 'null', 'sec-fetch-site': 'same-origin' };
  const ticked = await other.raw(`${path}/erase`, { method: 'POST', body, headers: own });
  assert.equal(ticked.headers.get('location'), `${path}?result=erased`);
  const token = await other.raw('/my-application/%0d%0a/erase');
  assert.equal(token.headers.get('location'), '/my-application/%0D%0A');
});

test('while the database of the site is away, a link changes nothing and says so to a script and on the page', async () => {
  const { path } = await applied();
  const away = () => Promise.reject(new DatabaseUnavailableError('connect ECONNREFUSED'));
  const submissions = { ...submissionRepository(), storeAccepted: away, erase: away };
  const routes = myApplication({ client: apiCalls, submissions: () => submissions });
  const post = (action: string, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ erase: 'yes' });
    return routes.request(`${path}/${action}`, { method: 'POST', body, headers });
  };
  assert.equal((await post('documents', { accept: 'application/json' })).status, 503);
  for (const action of ['documents', 'erase'])
    assert.equal((await post(action)).headers.get('location'), `${path}?result=unchanged`);
});

test('when the response of the API host is lost, the site has erased its copy, and the page does not say that nothing was changed', async () => {
  const { path, submissionId } = await applied();
  const call = { method: 'POST', url: `${host.origin}/api/link/erase` };
  let mayHaveArrived = true;
  const lost = async () => {
    throw new TransportError(call, { reason: 'reset', mayHaveArrived });
  };
  let { readLink } = apiCalls();
  const client = () => ({ ...apiCalls(), readLink, withdrawByLink: lost, eraseByLink: lost });
  const routes = myApplication({ client, submissions: submissionRepository });
  const resultOf = async (change: 'withdraw' | 'erase') => {
    const body = new URLSearchParams({ [change]: 'yes' });
    const response = await routes.request(`${path}/${change}`, { method: 'POST', body });
    assert.equal(response.status, 303);
    return response.headers.get('location');
  };
  assert.equal(await resultOf('withdraw'), `${path}?result=unknown`);
  mayHaveArrived = false;
  assert.equal(await resultOf('withdraw'), `${path}?result=unchanged`);
  assert.ok(await submissionRepository().find(submissionId));
  mayHaveArrived = true;
  assert.equal(await resultOf('erase'), `${path}?result=unknown`);
  assert.equal(await submissionRepository().find(submissionId), undefined);
  // Before the action itself, which was not sent then.
  readLink = lost;
  assert.equal(await resultOf('withdraw'), `${path}?result=unchanged`);
  const right = await routes.request(`${path}/documents`, {
    method: 'POST',
    headers: scriptHeaders,
  });
  assert.equal(right.status, 503);
});
