import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countersOfMailbox,
  countMail,
  mailLimits,
  mailLimitsLock,
} from '#src/api-host/mail/mail-limits.ts';
import {
  beginSending,
  mailQueue,
  startMailWorker,
  unsentMails,
} from '#src/api-host/mail/mail-queue.ts';
import { claimWork } from '#src/api-host/queue/work-queue.ts';
import { scanQueue } from '#src/api-host/scan/scan-queue.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import { alertsFixture, openingsOf } from './support/alerts.ts';
import { addMails, apply, collectingLog, dataIn, testHost } from './support/host.ts';
import { documentParts, upload } from './support/upload.ts';

const now = new Date('2026-03-01T10:00:00Z');
const yearAhead = new Date(now.getTime() + 365 * dayMs);

test('mail that was stored or begun while the clock was a year ahead does not wait for a year', async (t) => {
  const host = await testHost(t, { clock: () => now });
  const { database } = await dataIn(t, host.dataDir);
  const id = await apply(host);
  await addMails(database, id, ['notice', 'stage'], yearAhead);
  const begun = await claimWork(database, mailQueue, yearAhead);
  assert.ok(begun);
  await beginSending(database, 'mail_outbox', begun);
  const waiting = await claimWork(database, mailQueue, now);
  assert.ok(waiting);
  assert.equal(await claimWork(database, mailQueue, now), undefined, 'its lease is of this clock');
  const { log, lines } = collectingLog();
  const compose = () => assert.fail('it is sent again');
  await startMailWorker(database, mailQueue, compose, { clock: () => now, log, compose }).close();
  assert.deepEqual(
    lines.map(({ mail }) => mail),
    [begun.id],
  );
  assert.equal(
    (await unsentMails(database)).find(({ id: mail }) => mail === begun.id)?.state,
    'unknown',
  );
});

test('mail, scans and alerts of a clock that is set back by an hour are done at once', async (t) => {
  const hourAhead = new Date(now.getTime() + 3_600_000);
  const host = await testHost(t, { clock: () => hourAhead });
  const { database } = await dataIn(t, host.dataDir);
  const id = await apply(host);
  await upload(host.origin, documentParts(id, 'cv', 'a document'));
  await addMails(database, id, ['notice'], hourAhead);
  await database.db.updateTable('documents').set({ scan_state: 'pending' }).execute();
  assert.ok(await claimWork(database, mailQueue, now));
  assert.ok(await claimWork(database, scanQueue, now));

  const { ask, run, clock } = await alertsFixture(t);
  clock.now = hourAhead;
  await ask();
  clock.now = now;
  assert.equal((await run()).length, 1);
});

test('mails that were counted while the clock was a year ahead are not counted for a year', async (t) => {
  const { data } = await alertsFixture(t);
  const { database } = data;
  const { count } = mailLimits.mailbox;
  const mailbox = { address: 'ada@example.com', countKey: 'k' };
  const counted = (at: Date) =>
    database.transaction([mailLimitsLock], (trx) =>
      countMail(trx, countersOfMailbox('confirmations', mailbox), at),
    );
  for (let sent = 0; sent < count; sent += 1) assert.equal(await counted(yearAhead), undefined);
  assert.ok(await counted(yearAhead));
  for (let sent = 0; sent < count; sent += 1) assert.equal(await counted(now), undefined);
  const reached = await counted(now);
  assert.equal(reached?.until.toISOString(), '2026-03-02T10:00:00.000Z');
  // The clocks of two hosts differ.
  const other = new Date(now.getTime() - 60_000);
  assert.ok(await counted(other));
});

test('an alert that was confirmed while the clock was a year ahead reports the day after', async (t) => {
  const { clock, confirmed, addOpening, data, days, run } = await alertsFixture(t);
  clock.now = yearAhead;
  await confirmed();
  clock.now = now;
  assert.deepEqual(await run(), []);
  await addOpening({ id: 103, role_name: 'Night Baker' });
  days(2);
  const [mail, ...others] = await run();
  assert.deepEqual(openingsOf(mail?.text), [103]);
  assert.deepEqual(others, []);
  // No clock was set back if an alert is due in a week.
  const next_at = new Date(clock.now.getTime() + 7 * dayMs).toISOString();
  await data.database.db.updateTable('alerts').set({ next_at }).execute();
  await addOpening({ id: 104, role_name: 'Night Baker' });
  assert.deepEqual(await run(), []);
});
