import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import {
  confirmationLimits,
  countersOfAll,
  countersOfMailbox,
  countMail,
  deletePastCounts,
  type MailQuota,
  mailLimits,
  mailLimitsLock,
} from '#src/api-host/mail/mail-limits.ts';
import { unsentMails } from '#src/api-host/mail/mail-queue.ts';
import type { HostSettings } from '#src/config/settings.ts';
import { networkHeader } from '#src/domain/api/request.ts';
import { buildApplication } from '#test/support/build-application.ts';
import {
  dataIn,
  provide,
  type TestHost,
  type TestHostOptions,
  temporaryDirectory,
  testHost,
} from './support/host.ts';
import { testOpenings } from './support/openings.ts';
import { smtpServer } from './support/smtp-server.ts';
import { eventually } from './support/upload.ts';

const from = 'Careers <careers@jobs.example>';
const secret = 's'.repeat(32);
const { mailbox, all } = mailLimits;
const companyAddress = 'jobs@company.example';

const authorization = `Bearer ${secret}`;
/** Applies as the site does. Returns the answer. */
async function apply(host: TestHost, changed: object, headers: Record<string, string> = {}) {
  const application = buildApplication(changed);
  return (await host.post('applyjobposting', application, { authorization, ...headers })).body;
}

async function setUp(
  t: TestContext,
  changed: Partial<HostSettings> = {},
  hostOptions: TestHostOptions = {},
) {
  const smtp = await smtpServer(t);
  const clock = { now: new Date('2026-03-01T10:00:00Z') };
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  const settings = { mail: { url: smtp.url, from }, secret, ...changed };
  // Each host that runs sends the mails that wait, so all of a test have the same options.
  const start = () => testHost(t, { dataDir, settings, clock: () => clock.now, ...hostOptions });
  const host = await start();
  const data = await dataIn(t, dataDir);
  const count = (address: string, at: Date, quota: MailQuota = 'confirmations') =>
    data.database.transaction([mailLimitsLock], (trx) =>
      countMail(
        trx,
        [...countersOfAll(quota), ...countersOfMailbox(quota, { address, countKey: secret })],
        at,
      ),
    );
  /** So many mails to others are counted in this hour. */
  const use = (mails: number, quota: MailQuota = 'confirmations') =>
    data.database.transaction([mailLimitsLock], async (trx) => {
      await countMail(trx, countersOfAll(quota), clock.now);
      await trx.updateTable('mail_counts').set({ count: mails }).where('count', '=', 1).execute();
    });
  const settled = (sent: number, unsent: readonly string[]) =>
    eventually(async () => {
      const mails = await unsentMails(data.database);
      const states = mails.map(({ state }) => state);
      // A mail that waits for a limit has the reason; one without waits for its first attempt.
      const isSettled = mails.every(({ error }) => error !== null);
      return smtp.mails.length === sent && states.join() === unsent.join() && isSettled;
    });
  return { smtp, clock, start, host, data, count, use, settled };
}

type Lines = Awaited<ReturnType<typeof testHost>>['lines'];

/** Waits for a line of the log and returns it: a worker writes it after the state in the database. */
async function logged({ lines }: { lines: Lines }, matches: (line: Lines[number]) => boolean) {
  await eventually(async () => lines.some(matches));
  return lines.find(matches);
}

/** Spellings of one mailbox of Gmail. */
const spellings = Array.from(
  { length: mailbox.count + 2 },
  (_, index) => `A.da${'.'.repeat(index % 2)}b+${index}@${index % 3 ? 'gmail' : 'GoogleMail'}.com`,
);

test('a mailbox gets a limited number of confirmations, whatever its tags and dots; the next waits and is sent later', async (t) => {
  const { smtp, clock, host, data, settled } = await setUp(t);
  for (const emailaddress of spellings.slice(0, mailbox.count + 1))
    await apply(host, { emailaddress });
  await settled(mailbox.count, ['waiting']);
  const [mail] = await unsentMails(data.database);
  assert.equal(mail?.error, `${mailbox.count} mails to one mailbox in ${mailbox.hours} hours`);
  assert.equal(mail?.attempts, 0, 'waiting is no attempt');
  assert.equal(mail?.next_at, '2026-03-02T10:00:00.000Z');
  const line = await logged(host, ({ event }) => event === 'mail-not-sent');
  assert.deepEqual([line?.state, line?.detail], ['waiting', mail?.error]);
  clock.now = new Date('2026-03-01T23:00:00Z');
  await apply(host, { emailaddress: 'a.dab@example.com' });
  await settled(mailbox.count + 1, ['waiting']);
  assert.equal(smtp.recipients.at(-1), 'a.dab@example.com');
  clock.now = new Date('2026-03-02T10:00:00Z');
  await apply(host, { emailaddress: 'a.dab+1@example.com' });
  await settled(mailbox.count + 3, []);
});

test('a mail that has waited for its limit too long is dropped with a line of the log', async (t) => {
  const { clock, host, data, settled } = await setUp(t);
  for (const emailaddress of spellings) await apply(host, { emailaddress });
  await settled(mailbox.count, ['waiting', 'waiting']);
  // The days before the last one, in which others took the places.
  const waited = new Date(clock.now.getTime() - mailLimits.waitHours * 3_600_000).toISOString();
  const [mail] = await unsentMails(data.database);
  await data.database.db
    .updateTable('mail_outbox')
    .set({ created_at: waited, next_at: waited })
    .where('id', '=', mail?.id ?? '')
    .execute();
  await apply(host, { emailaddress: 'other@example.com' });
  await settled(mailbox.count + 1, ['dropped', 'waiting']);
  const line = await logged(host, ({ state }) => state === 'dropped');
  assert.deepEqual([line?.event, line?.mail], ['mail-not-sent', mail?.id]);
  assert.doesNotMatch(JSON.stringify(line), /gmail/i);
});

test('the limit of all mails is one limit for two hosts on one database', async (t) => {
  const { clock, start, host, data, settled, use } = await setUp(t);
  await use(all.count - 3);
  const other = await start();
  await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((name, index) =>
      apply(index % 2 ? host : other, { emailaddress: `${name}@x.example` }),
    ),
  );
  await settled(3, ['waiting', 'waiting']);
  const [mail] = await unsentMails(data.database);
  assert.equal(mail?.error, `${all.count} mails to applicants in an hour`);
  clock.now = new Date('2026-03-01T11:00:00Z');
  await apply(host, { emailaddress: 'f@x.example' });
  await settled(6, []);
});

test('mails about stages and confirmations of alerts do not delay the confirmation of an application', async (t) => {
  const { clock, host, count, settled, use } = await setUp(t);
  await use(all.count, 'stages');
  assert.ok(await count('one-more@example.com', clock.now, 'stages'));
  await use(confirmationLimits.all.count, 'alerts');
  for (let sent = 0; sent < mailbox.count; sent += 1)
    await count('ada@example.com', new Date('2026-03-01T08:00:00Z'), 'stages');
  await apply(host, { emailaddress: 'ada@example.com' });
  await settled(1, []);
});

test('a mail that is tried again is counted once', async (t) => {
  const { smtp, clock, host, settled } = await setUp(t);
  smtp.answers.push(451);
  await apply(host, { emailaddress: 'ada@example.com' });
  await settled(0, ['waiting']);
  await logged(host, ({ event }) => event === 'mail-not-sent');
  clock.now = new Date('2026-03-01T10:02:00Z');
  for (let tag = 1; tag < mailbox.count; tag += 1)
    await apply(host, { emailaddress: `ada+${tag}@example.com` });
  await settled(mailbox.count, []);
});

test('an erased application is still counted', async (t) => {
  const { host, settled } = await setUp(t);
  const post = async (path: string, body: object) => {
    const reply = await host.post(path, body, { authorization: `Bearer ${secret}` });
    assert.equal(reply.httpStatus, 200);
    return reply.body.data;
  };
  const ada = buildApplication({ emailaddress: 'ada@example.com' });
  for (let sent = 1; sent <= mailbox.count; sent += 1) {
    const { id } = await post('applyjobposting', ada);
    await settled(sent, []);
    const token = `${sent}`.repeat(43);
    await post(`../applications/${id}/link`, { token });
    await post('../links/erase', { token });
  }
  await post('applyjobposting', ada);
  await settled(mailbox.count, ['waiting']);
});

test('counts have no address, and end with their time', async (t) => {
  const { clock, data, count } = await setUp(t);
  await count('ada@example.com', clock.now);
  const counts = () => data.database.db.selectFrom('mail_counts').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(await counts()), /ada|example/);
  await count('b@example.com', new Date('2026-03-03T10:00:00Z'));
  const counted = (await counts()).map(({ count }) => count);
  assert.deepEqual(counted, [1, 1]);
});

test('after an erasure the counts of a mailbox are hashes that nobody can make without the secret', async (t) => {
  const { host, settled, data } = await setUp(t);
  const { data: applied } = await apply(host, { emailaddress: 'ada@example.com' });
  await settled(1, []);
  const token = 't'.repeat(43);
  await host.post(`../applications/${applied.id}/link`, { token }, { authorization });
  await host.post('../links/erase', { token }, { authorization });
  const counts = await data.database.db.selectFrom('mail_counts').select('name').execute();
  assert.equal(counts.length, 2);
  const plain = ['', 'stage ', 'alert '].map((prefix) =>
    hash('sha256', `${prefix}ada@example.com`, 'base64url'),
  );
  for (const { name } of counts) assert.ok(!plain.includes(name));
});

/** Returns how many of so many applications from a network are not told that their mail waits. */
async function untold(
  host: TestHost,
  network: string,
  applications: number,
  header = networkHeader,
) {
  const told = [];
  for (let n = 0; n < applications; n += 1) {
    const { status, mail_until } = await apply(
      host,
      { emailaddress: `${network}-${n}@x.example` },
      { [header]: network.padEnd(43, '-') },
    );
    assert.equal(status, 1);
    if (mail_until !== undefined) told.push(mail_until);
  }
  return { now: applications - told.length, until: new Set(told) };
}

test('once half of the mails of an hour are used, one network has a tenth of the rest, and its applicants are told; nothing is dropped', async (t) => {
  const { host, clock, data, settled, smtp, use } = await setUp(t);
  await use(all.count / 2);
  const first = await untold(host, 'a', 30);
  assert.ok(first.now > 20 && first.now < 25, String(first.now));
  assert.deepEqual(first.until, new Set(['2026-03-01T11:00:00.000Z']));
  assert.equal((await untold(host, 'b', 5)).now, 5);
  await settled(first.now + 5, new Array(30 - first.now).fill('waiting'));
  const mails = await unsentMails(data.database);
  assert.match(
    mails[0]?.error ?? '',
    /^the part of a network in 500 mails to applicants in an hour$/,
  );
  // Two days later, as a mail for a mailbox would be dropped.
  clock.now = new Date('2026-03-04T10:00:00Z');
  await apply(host, { emailaddress: 'later@x.example' });
  await settled(36, []);
  assert.equal(smtp.mails.length, 36);
});

test('a network is kept for an hour, and the header of a caller without the secret is not believed', async (t) => {
  const { clock, data, host, use } = await setUp(t);
  await use(all.count / 2);
  await untold(host, 'a', 1);
  const names = async () =>
    (await data.database.db.selectFrom('mail_counts').select('name').execute()).map(
      ({ name }) => name,
    );
  assert.ok((await names()).some((name) => name.startsWith('all a-')));
  await deletePastCounts(data.database.db, new Date(clock.now.getTime() + 3_600_000));
  assert.ok(!(await names()).some((name) => name.startsWith('all a-')));
  const open = await setUp(t, { secret: undefined as never });
  await open.use(all.count / 2);
  assert.equal((await untold(open.host, 'a', 30)).now, 30);
});

test('notices to companies have a budget, and wait for the next one', async (t) => {
  const companyMails = { 'Test Bakery': { notify: companyAddress } };
  const { clock, host, data, smtp, settled, use } = await setUp(t, {}, { companyMails });
  await use(all.count - 1, 'notices');
  for (const name of ['a', 'b', 'c']) await apply(host, { emailaddress: `${name}@x.example` });
  const notices = () => smtp.recipients.filter((to) => to === companyAddress).length;
  await settled(4, ['waiting', 'waiting']);
  assert.equal(notices(), 1);
  const waiting = await unsentMails(data.database);
  assert.deepEqual(
    waiting.map(({ kind, state, error }) => `${kind} ${state} ${error}`),
    new Array(2).fill(`notice waiting ${all.count} mails to companies in an hour`),
  );
  clock.now = new Date('2026-03-01T11:00:00Z');
  await apply(host, { emailaddress: 'd@x.example' });
  await eventually(async () => notices() === 4);
});
