import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { mailQueue, unsentMails } from '#src/api-host/mail/mail-queue.ts';
import {
  beginOnce,
  claimWork,
  LeaseLostError,
  settleWork,
  startWorker,
} from '#src/api-host/queue/work-queue.ts';
import { scanQueue } from '#src/api-host/scan/scan-queue.ts';
import { addMails, apply, collectingLog, dataIn, testHost } from './support/host.ts';
import { documentParts, eventually, upload } from './support/upload.ts';

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

for (const { queue, leaseMinutes } of [
  { queue: mailQueue, leaseMinutes: 5 },
  { queue: scanQueue, leaseMinutes: 2 },
] as const)
  test(`the lease of a ${queue.name} ends after ${leaseMinutes} minutes, and the work is repeated`, async (t) => {
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

test('the lease of a scan is renewed as long as it takes, and its result counts', async (t) => {
  const database = await setUp(t);
  t.mock.timers.enable({ apis: ['setInterval'] });
  let now = start;
  const started = Promise.withResolvers<void>();
  const scanned = Promise.withResolvers<void>();
  const settled: unknown[] = [];
  const worker = startWorker(database, scanQueue, {
    clock: () => now,
    log: collectingLog().log,
    failedEvent: 'failed',
    async attempt() {
      started.resolve();
      await scanned.promise;
      return { state: 'clean' };
    },
    onSettled: (_row, _outcome, state) => settled.push(state),
  });
  await started.promise;
  const leaseEnd = async () => {
    const rows = database.db.selectFrom('documents').select('scan_next_at');
    return (await rows.executeTakeFirstOrThrow()).scan_next_at;
  };
  for (let minutes = 1; minutes <= 3; minutes += 1) {
    now = after(minutes * minuteMs);
    t.mock.timers.tick(scanQueue.leaseMs / 4);
    const end = after((minutes + 2) * minuteMs).toISOString();
    await eventually(async () => (await leaseEnd()) === end);
    assert.equal(await claimWork(database, scanQueue, now), undefined);
  }
  scanned.resolve();
  await worker.close();
  assert.deepEqual(settled, ['clean']);
  const row = await database.db.selectFrom('documents').selectAll().executeTakeFirst();
  assert.equal(row?.scan_state, 'clean');
});

test('work that came to the step that must not be repeated is not repeated, and its late result counts', async (t) => {
  const database = await setUp(t);
  const row = await claimWork(database, mailQueue, start);
  assert.ok(row);
  await beginOnce(database, mailQueue, row);
  await assert.rejects(beginOnce(database, mailQueue, row), LeaseLostError);
  const interrupted: unknown[] = [];
  const end = after(5 * minuteMs);
  const worker = startWorker(database, mailQueue, {
    clock: () => end,
    log: collectingLog().log,
    failedEvent: 'failed',
    attempt: () => assert.fail('it is repeated'),
    onSettled: () => assert.fail('it is repeated'),
    onInterrupted: ({ id }) => interrupted.push(id),
  });
  await worker.close();
  assert.deepEqual(interrupted, [row.id]);
  assert.equal((await unsentMails(database))[0]?.state, 'unknown');
  await settleWork(database.db, mailQueue, row, { state: 'sent' }, end);
  assert.deepEqual(await unsentMails(database), []);
});

test('a process whose lease has ended cannot begin the step that must not be repeated', async (t) => {
  const database = await setUp(t);
  const first = await claimWork(database, mailQueue, start);
  assert.ok(first);
  assert.ok(await claimWork(database, mailQueue, after(5 * minuteMs)));
  await assert.rejects(beginOnce(database, mailQueue, first), LeaseLostError);
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
