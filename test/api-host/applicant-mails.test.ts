import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setStages } from '#src/api-host/admin/set-stages.ts';
import { applicationLinks } from '#src/api-host/applications/application-links.ts';
import { mailLimits } from '#src/api-host/mail/mail-limits.ts';
import { enqueueMail } from '#src/api-host/mail/mail-queue.ts';
import type { HostSettings } from '#src/config/settings.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { dayMs, limits } from '#src/domain/model/limits.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { addMails, dataIn, type TestHost, testHost } from './support/host.ts';
import { smtpServer } from './support/smtp-server.ts';
import { documentParts, eventually, upload } from './support/upload.ts';

const secret = 's'.repeat(32);
const authorization = `Bearer ${secret}`;
const applied = new Date('2026-03-01T10:00:00Z');

/** Documents are sent to a host without a secret, whose mails have no links. */
async function setUp(t: TestContext, settings: Partial<HostSettings> = {}) {
  const smtp = await smtpServer(t);
  const clock = { now: applied };
  const mail = { url: smtp.url, from: 'Careers <careers@jobs.example>' };
  const start = (dataDir?: string) =>
    testHost(t, {
      settings: { mail, siteOrigin: 'https://jobs.example', ...settings },
      clock: () => clock.now,
      ...(dataDir && { dataDir }),
    });
  const host = await start();
  const data = await dataIn(t, host.dataDir);
  const rows = () =>
    data.database.db.selectFrom('mail_outbox').select(['kind', 'state', 'applicant_id']).execute();
  /** Resolves once these mails, and no other of these kinds, have been sent or dropped. */
  const settled = (kind: string, ...states: readonly string[]) =>
    eventually(async () => {
      const all = (await rows()).filter((row) => row.kind === kind).map(({ state }) => state);
      return all.toSorted().join() === states.toSorted().join();
    });
  const applyAs = async (emailaddress: string, further: object = {}, language = 'en') => {
    const headers = { authorization, 'accept-language': language };
    const application = buildApplication({ emailaddress, ...further });
    const { body } = await host.post('applyjobposting', application, headers);
    return String(body.data.id);
  };
  const ask = (emailaddress: string, at: TestHost = host) =>
    at.post('../links/mail', { emailaddress }, { authorization });
  const mailsAbout = (subject: RegExp) =>
    smtp.mails.filter((mail) => subject.test(`${mail.subject}`));
  return { smtp, clock, host, start, data, rows, settled, applyAs, ask, mailsAbout };
}

const grill = { joblistingid: '201', company_id: '2', answers: {} };

test('lost links go in one mail to the stored address, and the answer is the same for every address', async (t) => {
  const { host, data, smtp, clock, applyAs, ask, settled, mailsAbout } = await setUp(t, { secret });
  const bakery = await applyAs('Ada@Example.com');
  clock.now = new Date(applied.getTime() + dayMs);
  const ofGrill = await applyAs('ada@example.com', grill, 'fr');
  await applyAs('other@example.com');
  const known = await ask('  ADA@example.COM ');
  const unknown = await ask('nobody@example.com');
  assert.deepEqual([known.httpStatus, known.body], [unknown.httpStatus, unknown.body]);
  await settled('links', 'sent');
  const [mail, ...others] = mailsAbout(/^Les liens vers vos candidatures$/);
  assert.equal(others.length, 0);
  const at = smtp.mails.indexOf(mail ?? assert.fail());
  assert.equal(smtp.recipients[at], 'ada@example.com');
  const links = [
    ...(mail?.text ?? '').matchAll(
      /(.*)\nhttps:\/\/jobs\.example\/fr\/my-application\/([\w-]{43})/g,
    ),
  ];
  assert.deepEqual(
    links.map(([, text]) => text),
    ['Grill Cook, Test Grill, 2 mars 2026', 'Head Baker, Test Bakery, 1er mars 2026'],
  );
  const found = await Promise.all(
    links.map(async ([, , token]) => {
      const { body } = await host.post('../links/read', { token }, { authorization });
      return body.data.application.applicant_id;
    }),
  );
  assert.deepEqual(found, [ofGrill, bakery]);
  // Each of three confirmations has a link, and the mail has no other than those two.
  const stored = await data.database.db
    .selectFrom('application_links')
    .select('expires_at')
    .execute();
  assert.equal(stored.length, 3 + found.length);
  assert.equal((await ask('no address')).httpStatus, 422);
});

test('a mailbox gets three mails with lost links a day, and none while one waits', async (t) => {
  const { smtp, applyAs, ask, rows, settled } = await setUp(t, { secret });
  await applyAs('ada@example.com');
  const sent = Array.from({ length: mailLimits.links.count }, () => 'sent');
  for (const at of sent.keys()) {
    await ask('ada@example.com');
    await settled('links', ...sent.slice(0, at + 1));
  }
  await ask('ada@example.com');
  await eventually(async () =>
    (await rows()).some(({ kind, state }) => kind === 'links' && state === 'waiting'),
  );
  await ask('ada@example.com');
  await ask('ada@example.com');
  assert.equal((await rows()).filter(({ kind }) => kind === 'links').length, sent.length + 1);
  assert.equal(smtp.mails.length, sent.length + 1);
});

test('without mail the host has no links to send, says so, and stores nothing', async (t) => {
  const host = await testHost(t, { settings: { secret } });
  const { body } = await host.call('../links', { headers: { authorization } });
  assert.deepEqual(body, { status: 1, mailed: false });
  await host.post('applyjobposting', buildApplication(), { authorization });
  const { emailaddress } = buildApplication();
  const asked = await host.post('../links/mail', { emailaddress }, { authorization });
  assert.equal(asked.httpStatus, 404, 'no mail is promised');
  const data = await dataIn(t, host.dataDir);
  assert.deepEqual(await data.database.db.selectFrom('mail_outbox').select('kind').execute(), []);
});

test('an applicant is told when all documents have arrived, and that the application is withdrawn', async (t) => {
  const { host, start, data, rows, applyAs, settled, mailsAbout } = await setUp(t);
  const id = await applyAs('ada@example.com');
  for (const type of documentOrder)
    await upload(host.origin, documentParts(id, type, `the ${type}`));
  await settled('received', 'sent');
  const [received] = mailsAbout(/^Your documents have arrived: Head Baker/);
  assert.match(received?.text ?? '', /You need not send anything more\./);
  await applicationLinks(data.database, true).withdraw(id, applied);
  const other = await applyAs('other@example.com', grill);
  await setStages(data.database, [{ applicant: other, stage: 'declined' }], { now: applied });
  const { db } = data.database;
  const scanned = ['infected', 'pending'] as const;
  const [infected = '', pending = ''] = await Promise.all(
    scanned.map(async (scan_state) => {
      const applicant = await applyAs(`${scan_state}@example.com`, grill);
      await upload(host.origin, documentParts(applicant, 'cv', 'the cv'));
      const documents = db.updateTable('documents').set({ scan_state });
      await documents.where('applicant_id', '=', applicant).execute();
      return applicant;
    }),
  );
  for (const one of [id, other, infected, pending])
    await addMails(data.database, one, ['received'], applied);
  await addMails(data.database, other, ['confirmation'], applied);
  await start(host.dataDir);
  await settled('withdrawn', 'sent');
  // None after a withdrawal or a refusal, none about a file with malware, and none before the scan.
  await settled('received', 'dropped', 'dropped', 'dropped', 'sent', 'waiting');
  // A confirmation asks for documents.
  await eventually(async () =>
    (await rows()).some(({ kind, state }) => kind === 'confirmation' && state === 'dropped'),
  );
  const waiting = db.selectFrom('mail_outbox').select('error').where('state', '=', 'waiting');
  await eventually(async () =>
    (await waiting.execute()).some(({ error }) => error === 'documents are being scanned'),
  );
  const [withdrawn] = mailsAbout(/^You have withdrawn/);
  assert.match(withdrawn?.text ?? '', /Nobody reads it any more\./);
  assert.doesNotMatch(withdrawn?.text ?? '', /document/i);
});

test('the documents have arrived when one with malware was sent again', async (t) => {
  const { host, data, applyAs, settled } = await setUp(t);
  const id = await applyAs('ada@example.com');
  for (const type of documentOrder) {
    await upload(host.origin, documentParts(id, type, `the ${type}`));
    const infected = { scan_state: 'infected' } as const;
    const { db } = data.database;
    await db.updateTable('documents').set(infected).where('type', '=', 'cv').execute();
  }
  await settled('received', 'dropped');
  await upload(host.origin, documentParts(id, 'cv', 'a clean cv'));
  await settled('received', 'dropped', 'sent');
});

test('two days before the last day one mail of two hosts names the missing documents', async (t) => {
  const { host, start, clock, data, applyAs, settled, rows, mailsAbout, smtp } = await setUp(t);
  const some = await applyAs('some@example.com', {}, 'fr');
  await upload(host.origin, documentParts(some, 'cv', 'the cv'));
  await upload(host.origin, documentParts(some, 'waec', 'malware'));
  const infected = { scan_state: 'infected' } as const;
  await data.database.db
    .updateTable('documents')
    .set(infected)
    .where('type', '=', 'waec')
    .execute();
  const all = await applyAs('all@example.com', grill);
  for (const type of documentOrder)
    await upload(host.origin, documentParts(all, type, `the ${type}`));
  const withdrawn = await applyAs('withdrawn@example.com');
  await applicationLinks(data.database).withdraw(withdrawn, applied);
  const declined = await applyAs('declined@example.com');
  await setStages(data.database, [{ applicant: declined, stage: 'declined' }], { now: applied });
  const reminders = async () => (await rows()).filter(({ kind }) => kind === 'reminder').length;

  clock.now = new Date(applied.getTime() + (limits.documentsDays - 2) * dayMs - 1000);
  await start(host.dataDir);
  assert.equal(await reminders(), 0);
  clock.now = new Date(applied.getTime() + (limits.documentsDays - 2) * dayMs);
  await Promise.all([start(host.dataDir), start(host.dataDir)]);
  // No last document was sent, and a refusal ends the wait.
  await settled('reminder', 'sent', 'dropped', 'dropped');
  const mails = mailsAbout(/^Il manque des documents/);
  assert.equal(mails.length, 1);
  assert.equal(smtp.recipients[smtp.mails.indexOf(mails[0] ?? assert.fail())], 'some@example.com');
  const text = mails[0]?.text ?? '';
  assert.match(text, /d’ici au 8 mars 2026/);
  assert.match(text, /il nous manque encore.: .*photo/i);
  assert.match(text, /WAEC/);
  assert.doesNotMatch(text, /encore.: CV/);
  await start(host.dataDir);
  assert.equal(await reminders(), 3);

  // A reminder that has waited until the last day is over names a day in the past.
  clock.now = new Date(applied.getTime() + limits.documentsDays * dayMs);
  await data.database.transaction([], (trx) => enqueueMail(trx, 'reminder', some, clock.now));
  await start(host.dataDir);
  await settled('reminder', 'sent', 'dropped', 'dropped', 'dropped');
});
