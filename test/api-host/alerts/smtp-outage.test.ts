import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { alertLimits, hourMs } from '#src/domain/model/limits.ts';
import { alertsFixture, openingsOf, tokenOf } from '../support/alerts.ts';
import { eventually } from '../support/upload.ts';

/** Returns an alert whose mail about the opening 103 was refused, and waits for its next attempt. */
async function waitingMail(t: Parameters<typeof alertsFixture>[0], day = 1) {
  const fixture = await alertsFixture(t);
  const token = await fixture.confirmed();
  await fixture.addOpening({ id: 103 });
  fixture.days(day);
  fixture.smtp.answers.push(451);
  assert.deepEqual(await fixture.runOnce(), []);
  const hours = (count: number) => {
    fixture.clock.now = new Date(fixture.clock.now.getTime() + count * hourMs);
  };
  return { ...fixture, token, hours };
}

test('while a mail waits for the server there is no second one, and the next is a day after it was sent', async (t) => {
  const { smtp, runOnce, hours, addOpening } = await waitingMail(t);
  await addOpening({ id: 104 });
  hours(24);
  const sent = await runOnce();
  assert.deepEqual(
    sent.map(({ text }) => openingsOf(text)),
    [[103]],
  );
  hours(23);
  assert.deepEqual(await runOnce(), []);
  hours(1);
  assert.deepEqual(
    (await runOnce()).map(({ text }) => openingsOf(text)),
    [[104]],
  );
  assert.equal(smtp.mails.length, 3);
});

test('an alert does not end before its last mail is sent', async (t) => {
  const { runOnce, hours } = await waitingMail(t, alertLimits.days - 1);
  hours(24);
  assert.deepEqual(
    (await runOnce()).map(({ text }) => openingsOf(text)),
    [[103]],
  );
  hours(24);
  assert.match((await runOnce())[0]?.subject ?? '', /^Your alert has ended/);
});

test('an alert that is continued before the mail about its end is sent loses no opening', async (t) => {
  const { runOnce, hours, store, token, clock } = await waitingMail(t, alertLimits.days);
  assert.equal((await store.renew(token, clock.now))?.state, 'active');
  hours(1);
  const [mail] = await runOnce();
  assert.equal(mail?.subject, '1 new opening');
  assert.deepEqual(openingsOf(mail?.text), [103]);
  assert.ok(tokenOf(mail?.text));
});

test('a mail that was sent is not sent again when the database cannot note it', async (t) => {
  const { data, confirmed, addOpening, days, clock, start, lines, smtp } = await alertsFixture(t);
  await confirmed();
  await addOpening({ id: 103 });
  days(1);
  const { db } = data.database;
  await sql`create trigger cannot_note before update of refused on alerts
    begin select raise(abort, 'the database is away'); end`.execute(db);
  const first = start();
  await eventually(async () => lines.some(({ event }) => event === 'mail-failed'));
  await first.close();
  clock.now = new Date(clock.now.getTime() + hourMs);
  const second = start();
  const states = async () =>
    (await db.selectFrom('alert_mails').select('state').orderBy('created_at').execute()).map(
      ({ state }) => state,
    );
  await eventually(async () => (await states())[1] === 'unknown');
  await second.close();
  assert.deepEqual(await states(), ['sent', 'unknown']);
  assert.deepEqual(
    smtp.mails.map(({ text }) => openingsOf(text)),
    [[], [103]],
  );
});
