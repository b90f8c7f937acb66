import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  beginSending,
  mailQueue,
  startMailWorker,
  unsentMails,
} from '#src/api-host/mail/mail-queue.ts';
import { claimWork, settleWork, type WorkQueue } from '#src/api-host/queue/work-queue.ts';
import { scanQueue } from '#src/api-host/scan/scan-queue.ts';
import { addMails, apply, collectingLog, dataIn, testHost } from './support/host.ts';
import { documentParts, upload } from './support/upload.ts';

const start = new Date('2026-03-01T10:00:00Z');
const after = (ms: number) => new Date(start.getTime() + ms);
const minuteMs = 60_000;

/** Returns a mail and a document that have waited since `start`. */
async function setUp(t: TestContext) {
  const host = await testHost(t, { clock: () => start });
  const { database } = await dataIn(t, host.dataDir);
  const id = await apply(host);
  await upload(host.origin, documentParts(id, 'cv', 'a document'));
  await database.db.updateTable('documents').set({ scan_state: 'pending' }).execute();
  await addMails(database, id, ['confirmation'], start);
  return database;
}

test('a retry waits one minute, twice as long each time, at most six hours; the sixteenth attempt is the last', async (t) => {
  const database = await setUp(t);
  const outcome = { state: 'retry', detail: 'CONN' } as const;
  const minutes: number[] = [];
  let now = start;
  for (let attempt = 1; attempt < 16; attempt += 1) {
    const row = await claimWork(database, mailQueue, now);
    assert.equal(row?.attempts, attempt);
    assert.equal(await settleWork(database.db, mailQueue, row, outcome, now), 'waiting');
    const next = new Date((await unsentMails(database))[0]?.next_at ?? '');
    minutes.push((next.getTime() - now.getTime()) / minuteMs);
    assert.equal(await claimWork(database, mailQueue, new Date(next.getTime() - 1)), undefined);
    now = next;
  }
  assert.deepEqual(minutes, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360, 360, 360, 360]);
  const last = await claimWork(database, mailQueue, now);
  assert.ok(last);
  assert.equal(await settleWork(database.db, mailQueue, last, outcome, now), 'failed');
});

test('postponed work waits until its instant, and is no attempt', async (t) => {
  const database = await setUp(t);
  const until = after(7 * minuteMs);
  for (const now of [start, until]) {
    const row = await claimWork(database, mailQueue, now);
    assert.equal(row?.attempts, 1);
    const outcome = { state: 'postponed', until, detail: 'later' } as const;
    assert.equal(await settleWork(database.db, mailQueue, row, outcome, now), 'waiting');
    const [mail] = await unsentMails(database);
    assert.deepEqual([mail?.attempts, mail?.next_at], [0, until.toISOString()]);
  }
});

const testLease = <Row extends object>(queue: WorkQueue<Row>, leaseMinutes: number) =>
  test(`the lease of a row of ${queue.table} ends after ${leaseMinutes} minutes, and the work is repeated`, async (t) => {
    const database = await setUp(t);
    const first = await claimWork(database, queue, start);
    assert.ok(first);
    const end = leaseMinutes * minuteMs;
    assert.equal(await claimWork(database, queue, after(end - 1)), undefined);
    const second = await claimWork(database, queue, after(end));
    assert.ok(second);
    const outcome = { state: 'retry', detail: 'late' } as const;
    await settleWork(database.db, queue, first, outcome, after(end));
    assert.equal(await claimWork(database, queue, after(end)), undefined, 'the second has it');
  });
testLease(mailQueue, 5);
testLease(scanQueue, 16);

test('a mail that was being sent when its process ended is not sent again, and its late result counts', async (t) => {
  const database = await setUp(t);
  const row = await claimWork(database, mailQueue, start);
  assert.ok(row);
  await beginSending(database, 'mail_outbox', row);
  await assert.rejects(beginSending(database, 'mail_outbox', row), /another process has the mail/);
  const end = after(5 * minuteMs);
  const { log, lines } = collectingLog();
  const compose = () => assert.fail('it is sent again');
  await startMailWorker(database, mailQueue, compose, { clock: () => end, log, compose }).close();
  assert.deepEqual(
    lines.map(({ event, mail, state }) => [event, mail, state]),
    [['mail-not-sent', row.id, 'unknown']],
  );
  assert.equal((await unsentMails(database))[0]?.state, 'unknown');
  await settleWork(database.db, mailQueue, row, { state: 'sent' }, end);
  assert.deepEqual(await unsentMails(database), []);
});

test('a process whose lease has ended cannot send the mail', async (t) => {
  const database = await setUp(t);
  const first = await claimWork(database, mailQueue, start);
  assert.ok(first);
  assert.ok(await claimWork(database, mailQueue, after(5 * minuteMs)));
  await assert.rejects(
    beginSending(database, 'mail_outbox', first),
    /another process has the mail/,
  );
});

test('a confirmation is sent before other mail that has waited longer', async (t) => {
  const database = await setUp(t);
  const { id } = await database.db
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  await addMails(database, id, ['stage', 'notice'], after(-minuteMs));
  const kinds = [];
  for (let n = 0; n < 3; n += 1) kinds.push((await claimWork(database, mailQueue, start))?.kind);
  assert.equal(kinds[0], 'confirmation');
  assert.deepEqual(kinds.toSorted(), ['confirmation', 'notice', 'stage']);
});
