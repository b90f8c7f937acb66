import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { reportNow } from '#src/api-host/admin/alerts.ts';
import { alertsFixture, openingsOf, tokenOf } from '../support/alerts.ts';

/** Returns an alert whose mail about the openings 103 and 104 reached the server, which did not answer. */
async function unansweredMail(t: Parameters<typeof alertsFixture>[0]) {
  const fixture = await alertsFixture(t);
  const token = await fixture.confirmed();
  for (const id of [103, 104]) await fixture.addOpening({ id });
  fixture.days(1);
  fixture.smtp.answers.push('close');
  assert.deepEqual(await fixture.run(), []);
  const states = async () =>
    (await fixture.data.database.db.selectFrom('alert_mails').select('state').execute()).map(
      ({ state }) => state,
    );
  assert.deepEqual((await states()).toSorted(), ['sent', 'unknown']);
  return { ...fixture, token, states };
}

test('the openings of a mail that may not have arrived are in the mail of the next day, which says so, and in none after it', async (t) => {
  const { run, days, addOpening, states, data, clock } = await unansweredMail(t);
  assert.deepEqual(await run(), [], 'less than a day after it');
  await addOpening({ id: 105 });
  days(1);
  const options = { now: clock.now, dryRun: true };
  const [shown] = await reportNow(data.database, options);
  assert.deepEqual(
    shown?.openings.map(({ id }) => id),
    ['103', '104', '105'],
  );
  const [mail] = await run();
  assert.deepEqual(openingsOf(mail?.text), [103, 104, 105]);
  assert.equal(mail?.subject, '3 new openings');
  assert.match(
    mail?.text ?? '',
    /Our last mail may not have reached you, so what it named is here again\./,
  );
  assert.deepEqual(await states(), ['sent', 'sent']);
  await addOpening({ id: 106 });
  days(1);
  const [after] = await run();
  assert.deepEqual(openingsOf(after?.text), [106]);
  assert.doesNotMatch(after?.text ?? '', /may not have reached/);
});

test('openings of mails that a host of the release before has not delivered are told here, once', async (t) => {
  const { confirmed, addOpening, days, takeSteps, run, smtp, data } = await alertsFixture(t);
  const { db } = data.database;
  for (const state of ['failed', 'unknown', 'repeated', 'sent'])
    await confirmed(`${state}@x.example`);
  await addOpening({ id: 103 });
  days(1);
  while (await takeSteps());
  // It notes the state only.
  await sql`update alert_mails set state =
    (select replace(emailaddress, '@x.example', '') from alerts where alerts.id = alert_id)
    where state = 'waiting'`.execute(db);
  days(1);
  const before = smtp.recipients.length;
  const mails = await run();
  assert.deepEqual(smtp.recipients.slice(before).toSorted(), [
    'failed@x.example',
    'unknown@x.example',
  ]);
  for (const { text } of mails) {
    assert.deepEqual(openingsOf(text), [103]);
    assert.match(text ?? '', /may not have reached/);
  }
  days(1);
  assert.deepEqual(await run(), []);
});

test('without other openings they are told the next day all the same, except those that have closed', async (t) => {
  const { run, days, data } = await unansweredMail(t);
  await data.database.db
    .updateTable('openings')
    .set({ closing_date: '2026-03-02T12:00:00Z' })
    .where('id', '=', '104')
    .execute();
  days(1);
  assert.deepEqual(openingsOf((await run())[0]?.text), [103]);
  days(1);
  assert.deepEqual(await run(), []);
});

test('an alert that is ended by its link tells nothing again', async (t) => {
  const { run, days, store, token, clock } = await unansweredMail(t);
  assert.equal(await store.end(token, clock.now), true);
  days(1);
  assert.deepEqual(await run(), []);
});

test('a confirmation that may not have arrived, or was refused, is sent again when it is asked for again', async (t) => {
  const { ask, run, runOnce, smtp, rows, store, clock } = await alertsFixture(t);
  smtp.answers.push('close', 552);
  await ask('ada@gmail.com', { q: 'baker' });
  assert.deepEqual(await run(), []);
  await ask('ada@gmail.com', { q: 'baker' });
  assert.deepEqual(await runOnce(), []);
  await ask('ada@gmail.com', { q: 'baker' });
  const [mail] = await run();
  assert.deepEqual(smtp.recipients, ['ada@gmail.com']);
  assert.equal((await rows()).length, 1);
  assert.equal((await store.confirm(tokenOf(mail?.text), clock.now))?.state, 'active');
});

test('a dry run shows no alert whose last mail still waits for the server, as nothing would be stored for it', async (t) => {
  const { data, clock, smtp, runOnce, days, confirmed, addOpening } = await alertsFixture(t);
  await confirmed();
  await addOpening({ id: 103 });
  days(1);
  smtp.answers.push(451);
  await runOnce();
  await addOpening({ id: 104 });
  // Its last mail is older than a day.
  clock.now = new Date(clock.now.getTime() + 25 * 3_600_000);
  for (const dryRun of [true, false])
    assert.deepEqual(await reportNow(data.database, { now: clock.now, dryRun }), []);
});
