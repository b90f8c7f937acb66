import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startAlertMailer } from '#src/api-host/alerts/send-alert-mails.ts';
import { alertMailQueue, retryMails, unsentMails } from '#src/api-host/mail/mail-queue.ts';
import { alertLimits } from '#src/domain/model/limits.ts';
import { alertsFixture, openingsOf, siteOrigin } from '../support/alerts.ts';
import { collectingLog } from '../support/host.ts';

/**
 * Returns an active alert; each day has a new opening, and an answer of the mail server to the mail about it. Each day
 * the server accepts a mail to another person at `neighbor`.
 */
async function dailyMail(t: Parameters<typeof alertsFixture>[0], neighbor = 'Example.COM') {
  const fixture = await alertsFixture(t);
  const { confirmed, addOpening, days, smtp, runOnce, rows, data, clock } = fixture;
  const token = await confirmed();
  await confirmed(`bola@${neighbor}`, { q: 'nothing is called so' });
  let id = 102;
  const beginDay = async () => {
    id += 1;
    await addOpening({ id });
    days(1);
    await data.database.db
      .updateTable('alert_mails')
      .set({ next_at: clock.now.toISOString() })
      .where('kind', '=', 'alert-confirmation')
      .execute();
  };
  const day = async (answer?: number) => {
    await beginDay();
    if (answer !== undefined) smtp.answers.push(answer);
    const mails = await runOnce();
    return mails.map(({ text }) => openingsOf(text));
  };
  const stateOf = async () => (await rows())[0]?.state;
  const mailStates = async () =>
    (
      await data.database.db
        .selectFrom('alert_mails')
        .select('state')
        .where('kind', '=', 'alert')
        .orderBy('created_at')
        .execute()
    ).map(({ state }) => state);
  return { ...fixture, token, beginDay, day, stateOf, mailStates };
}

test('the openings of a mail that was refused for good are in the mail of the next day, which says so, and in none after it', async (t) => {
  const { day, days, addOpening, runOnce, mailStates, data, clock } = await dailyMail(t);
  assert.deepEqual(await day(550), []);
  const [failed] = await unsentMails(data.database);
  assert.equal(failed?.state, 'failed');
  await addOpening({ id: 104 });
  days(1);
  const [mail] = await runOnce();
  assert.deepEqual(openingsOf(mail?.text).toSorted(), [103, 104]);
  assert.match(mail?.text ?? '', /Our last mail may not have reached you/);
  assert.deepEqual(await mailStates(), ['sent'], 'the refused mail needs nothing more');
  assert.deepEqual(await retryMails(data.database, [failed.id], clock.now), []);
  await addOpening({ id: 105 });
  days(1);
  const [after] = await runOnce();
  assert.deepEqual(openingsOf(after?.text), [105]);
  assert.doesNotMatch(after?.text ?? '', /may not have reached/);
});

test('an operator who sends a refused mail again lets its alert tell of all that is new at once', async (t) => {
  const { day, days, addOpening, runOnce, data, clock } = await dailyMail(t);
  await day(550);
  const [failed] = await unsentMails(data.database);
  await addOpening({ id: 104 });
  const ids = [failed?.id ?? ''];
  assert.deepEqual(await retryMails(data.database, [...ids, 'none'], clock.now), ids);
  const [mail, ...others] = await runOnce();
  assert.deepEqual(openingsOf(mail?.text).toSorted(), [103, 104]);
  assert.match(mail?.text ?? '', /Our last mail may not have reached you/);
  assert.deepEqual(others, []);
  days(1);
  assert.deepEqual(await runOnce(), []);
});

test('a refused mail of more openings than it named is repeated with all of them', async (t) => {
  const { days, addOpening, runOnce, smtp, confirmed } = await alertsFixture(t);
  await confirmed();
  const count = alertLimits.openingsInMail + 5;
  for (let id = 500; id < 500 + count; id += 1) await addOpening({ id });
  days(1);
  smtp.answers.push(550);
  await runOnce();
  const fresh = alertLimits.openingsInMail + 1;
  for (let id = 600; id < 600 + fresh; id += 1)
    await addOpening({ id, date_posted: '2026-02-28', role_name: 'Night Baker' });
  days(1);
  const [mail] = await runOnce();
  assert.equal(mail?.subject, `${count + fresh} new openings`);
  assert.equal(openingsOf(mail?.text).length, alertLimits.openingsInMail);
  assert.match(mail?.text ?? '', /Our last mail may not have reached you/);
  assert.match(
    mail?.text ?? '',
    new RegExp(`And ${count + fresh - alertLimits.openingsInMail} more\\.`),
  );
  await addOpening({ id: 700 });
  days(1);
  const [after] = await runOnce();
  assert.deepEqual(openingsOf(after?.text), [700]);
  assert.doesNotMatch(after?.text ?? '', /may not have reached/);
});

test('an alert ends when the server has refused three of its mails in a row for good', async (t) => {
  const { day, stateOf, rows, clock, lines, runOnce, days } = await dailyMail(t);
  for (let n = 1; n < alertLimits.refusalsInRow; n += 1) {
    await day(550);
    assert.equal(await stateOf(), 'active');
  }
  await day(550);
  assert.equal(await stateOf(), 'ended');
  assert.equal((await rows())[0]?.ends_at, clock.now.toISOString());
  const line = lines.find(({ event }) => event === 'alert-undeliverable');
  assert.equal(line?.alert, (await rows())[0]?.id);
  days(1);
  assert.deepEqual(await runOnce(), [], 'there is no mail about the end');
});

test('an alert goes on while the server accepts no other mail to the domain: the fault may be one of the sender', async (t) => {
  const { day, stateOf } = await dailyMail(t, 'another.example.com');
  for (let n = 0; n <= alertLimits.refusalsInRow; n += 1) await day(550);
  assert.equal(await stateOf(), 'active');
});

test('a mail that arrives in between, or a refusal for now, does not count', async (t) => {
  const { day, stateOf } = await dailyMail(t);
  await day(550);
  await day(550);
  assert.deepEqual((await day())[0]?.toSorted(), [103, 104, 105]);
  await day(550);
  await day(550);
  await day(451);
  assert.equal(await stateOf(), 'active');
});

test('one that ended so is continued by the link of an earlier mail, and then tells what was refused', async (t) => {
  const { day, stateOf, store, token, clock } = await dailyMail(t);
  for (let n = 0; n < alertLimits.refusalsInRow; n += 1) await day(552);
  assert.equal((await store.renew(token, clock.now))?.state, 'active');
  await day(550);
  await day(550);
  assert.equal(await stateOf(), 'active', 'the refusals before do not count any more');
  assert.deepEqual((await day())[0]?.toSorted(), [103, 104, 105, 106, 107, 108]);
});

test('a refusal counts once if its process ended before it had recorded the refusal', async (t) => {
  const { beginDay, rows, mailStates, data, clock, takeSteps } = await dailyMail(t);
  await beginDay();
  while (await takeSteps());
  const refusal = { command: 'RCPT TO', responseCode: 550 };
  const send = () => Promise.reject(Object.assign(new Error('no such user'), refusal));
  const sendOnce = async () => {
    const { log, lines } = collectingLog();
    const options = { siteOrigin, countKey: 'k', clock: () => clock.now, log };
    await startAlertMailer(data.database, send, options).close();
    return lines.map(({ event }) => event);
  };
  await sql`create trigger ended before update on alert_mails when new.state = 'failed'
    begin select raise(abort, 'the process ended'); end`.execute(data.database.db);
  assert.deepEqual(await sendOnce(), ['mail-failed']);
  await sql`drop trigger ended`.execute(data.database.db);
  clock.now = new Date(clock.now.getTime() + alertMailQueue.leaseMs);
  assert.deepEqual(await sendOnce(), ['mail-not-sent']);
  assert.deepEqual(await mailStates(), ['failed']);
  assert.equal((await rows())[0]?.refused, 1);
});
