import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openHostData } from '#src/api-host/data.ts';
import {
  confirmationLimits,
  countMail,
  type MailShare,
  mailLimits,
  mailLimitsLock,
} from '#src/api-host/mail/mail-limits.ts';
import { unsentMails } from '#src/api-host/mail/mail-queue.ts';
import type { HostSettings } from '#src/config/settings.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { apply, provide, settingsIn, temporaryDirectory, testHost } from './support/host.ts';
import { testOpenings } from './support/openings.ts';
import { smtpServer } from './support/smtp-server.ts';
import { eventually } from './support/upload.ts';

const from = 'Careers <careers@jobs.example>';
const secret = 's'.repeat(32);
const { mailbox, all } = mailLimits;

async function setUp(t: TestContext, changed: Partial<HostSettings> = {}) {
  const smtp = await smtpServer(t);
  const clock = { now: new Date('2026-03-01T10:00:00Z') };
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  const settings = { mail: { url: smtp.url, from }, ...changed };
  const start = () => testHost(t, { dataDir, settings, clock: () => clock.now });
  const host = await start();
  const data = await openHostData(settingsIn(dataDir));
  t.after(() => data.close());
  const count = (address: string, at: Date, share: MailShare = 'confirmations') =>
    data.database.transaction([mailLimitsLock], (trx) => countMail(trx, share, address, at));
  const settled = (sent: number, unsent: readonly string[]) =>
    eventually(async () => {
      const mails = await unsentMails(data.database);
      const states = mails.map(({ state }) => state);
      // A mail that waits for a limit has the reason; one without waits for its first attempt.
      const isSettled = mails.every(({ error }) => error !== null);
      return smtp.mails.length === sent && states.join() === unsent.join() && isSettled;
    });
  return { smtp, clock, start, host, data, count, settled };
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
  const { clock, start, host, data, count, settled } = await setUp(t);
  for (let sent = 0; sent < all.count - 3; sent += 1) await count(`${sent}@example.com`, clock.now);
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
  const { clock, host, count, settled } = await setUp(t);
  for (let sent = 0; sent < all.count; sent += 1)
    await count(`${sent}@example.com`, clock.now, 'stages');
  assert.ok(await count('one-more@example.com', clock.now, 'stages'));
  for (let sent = 0; sent < confirmationLimits.all.count; sent += 1)
    await count(`${sent}@example.com`, clock.now, 'alerts');
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
  const { host, settled } = await setUp(t, { secret });
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
  assert.deepEqual(
    (await counts()).map(({ count }) => count),
    [1, 1],
  );
});
