import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { sessionSecretFile } from '#src/submissions/session-secret.ts';
import { submissionsFile } from '#src/submissions/submission-database.ts';
import { withSubmissions } from '#src/submissions/with-submissions.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';
import {
  accept,
  accepted,
  key,
  lease,
  openRepository,
  scratch,
  secret,
  settle,
  withAccepted,
} from './sample.ts';

test('a ticket of two people for one opening finds the application of each applicant id', async (t) => {
  const site = openRepository(t);
  const first = await accepted(site, key, {}, '1');
  const second = await accepted(site, key, { emailaddress: 'bola@example.com' }, '2');
  const ticket = site.ticket(second, site.ticket(first));
  const { joblistingid } = buildApplication();
  assert.equal((await site.findByTicket(ticket, { joblistingid }))?.id, second);
  assert.equal((await site.findByTicket(ticket, { joblistingid, applicantId: '1' }))?.id, first);
  assert.equal((await site.findByTicket(ticket, { joblistingid, id: first }))?.id, first);
  assert.equal(await site.findByTicket(ticket, { joblistingid, applicantId: '3' }), undefined);
  assert.equal(await site.findByTicket(site.ticket(second), { id: first }), undefined);
});

test('received documents are recorded once each, in the order of section 5', async (t) => {
  const { site, id } = await withAccepted(t);
  const other = await lease(site, 'z'.repeat(22), buildApplication({ joblistingid: '102' }));
  await site.markReceived(id, 'waec');
  await site.markReceived(id, 'cv');
  const marked = await site.markReceived(id, 'waec');
  assert.deepEqual(marked?.received, ['cv', 'waec']);
  assert.deepEqual(marked, await site.find(id));
  for (const type of documentOrder) await site.markReceived(id, type);
  assert.equal((await site.find(id))?.received.length, 6);
  assert.deepEqual((await site.find(other.id))?.received, []);
  assert.equal(await site.markReceived('unknown', 'cv'), undefined);
});

test('the time of acceptance is not that of the expiry less the life of a ticket', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const { site, id } = await withAccepted(t, { file });
  const { acceptedAt } = (await site.find(id)) ?? {};
  const rows = new DatabaseSync(file);
  rows.prepare('update submission set expires_at = expires_at + 1000').run();
  rows.close();
  assert.equal((await site.find(id))?.acceptedAt, acceptedAt);
});

test('a ticket gives only accepted applications, and only those to the given opening', async (t) => {
  const site = openRepository(t);
  const refused = await lease(site, key, buildApplication());
  await settle(site, refused, { status: 'refused' });
  assert.equal(await site.findByTicket(site.ticket(refused.id)), undefined);
  const ticket = site.ticket(await accepted(site, 'a'.repeat(22), { joblistingid: '1' }));
  assert.equal((await site.findByTicket(ticket, { joblistingid: '1' }))?.applicantId, '1');
  assert.equal(await site.findByTicket(ticket, { joblistingid: '3' }), undefined);
});

test('documents can be added for a week from the acceptance, and an expired submission is not changed', async (t) => {
  const day = 24 * 60 * 60 * 1000;
  let now = Date.now();
  const site = openRepository(t, { now: () => now });
  const start = await lease(site, key, buildApplication());
  const { id } = start;
  now += 3 * day;
  await accept(site, start);
  assert.equal((await site.find(id))?.acceptedAt, now);
  now += 6 * day;
  assert.ok(await site.find(id));
  now += day;
  await assert.rejects(site.markSending(id), /no such submission/);
});

test('an application of the host that this site no longer has is stored again, and takes documents', async (t) => {
  const site = openRepository(t);
  const appliedAt = Date.parse('2026-01-05T10:00:00Z');
  const info = { ...buildApplication(), applicant_id: '4711' };
  const companyName = 'Test Bakery';
  const of = { received: ['cv'], acceptedAt: appliedAt, companyName } as const;
  const { id } = (await site.storeAccepted(info, of)) ?? assert.fail();
  const found = await site.findByTicket(site.ticket(id));
  assert.deepEqual(found?.applicantInfo, info);
  assert.deepEqual([found?.received, found?.acceptedAt], [['cv'], appliedAt]);
  assert.ok((found?.documentsUntil ?? 0) > Date.now());
  assert.deepEqual((await site.markReceived(id, 'nysc'))?.received, ['cv', 'nysc']);
  const again = await site.storeAccepted(info, { ...of, received: ['nysc', 'waec'] });
  assert.deepEqual([again?.id, again?.received], [id, ['nysc', 'waec']]);
  assert.equal(await site.erase({ applicant: '4711' }), 1);
});

test('the submission of an application keeps its day when the host names it again', async (t) => {
  const { site, id } = await withAccepted(t, {}, '4711');
  const before = await site.find(id);
  const info = { ...buildApplication(), applicant_id: '4711' };
  const of = { received: [], acceptedAt: 0, companyName: 'Test Bakery' };
  const adopted = await site.storeAccepted(info, of);
  assert.deepEqual([adopted?.id, adopted?.acceptedAt], [id, before?.acceptedAt]);
});

test('the token of a link has 256 bits, and depends on the submission and the secret', (t) => {
  const tokens = [secret, 'another secret of forty characters, too.'].flatMap((one) => {
    const site = openRepository(t, { secret: one });
    return [site.linkToken('a'), site.linkToken('b'), site.linkToken('a')];
  });
  assert.equal(new Set(tokens).size, 4);
  for (const token of tokens) assert.equal(Buffer.from(token, 'base64url').length, 32);
});

test("without the site's secret the submissions of an address are not found, and no secret is created", async (t) => {
  const dataDir = scratch(t);
  const site = openRepository(t, { file: path.join(dataDir, submissionsFile) });
  const application = buildApplication();
  const { id } = await lease(site, key, application);
  const erased = { address: application.emailaddress };
  const erase = (of: { sessionSecret?: string }) =>
    withSubmissions({ dataDir, ...of }, true, (found) => found.erase(erased), 0);
  assert.equal(await erase({}), undefined);
  assert.ok(!existsSync(path.join(dataDir, sessionSecretFile)));
  assert.equal(await erase({ sessionSecret: secret }), 1);
  assert.equal(await site.find(id), undefined);
});

test('what an application needs is stored with it; a row without it needs all', async (t) => {
  const site = openRepository(t, {});
  const application = buildApplication();
  const of = { needed: ['cv', 'waec'] } as const;
  const id = await acceptSubmission(site, '4711', undefined, application, of);
  assert.deepEqual((await site.find(id))?.needed, ['cv', 'waec']);
  assert.deepEqual((await site.markReceived(id, 'cv'))?.needed, ['cv', 'waec']);
  const other = buildApplication({ emailaddress: 'other@example.com' });
  const linked = await site.storeAccepted(
    { ...other, applicant_id: '4712' },
    { received: [], acceptedAt: Date.now(), companyName: '', needed: ['cv'] },
  );
  assert.deepEqual(linked?.needed, ['cv']);
  const third = buildApplication({ emailaddress: 'third@example.com' });
  const { id: all } = await lease(site, undefined, third);
  assert.deepEqual((await site.find(all))?.needed, documentOrder);
});
