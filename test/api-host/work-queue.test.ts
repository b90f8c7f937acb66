import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openHostData } from '#src/api-host/data.ts';
import { enqueueMail, mailQueue, unsentMails } from '#src/api-host/mail/outbox.ts';
import { scanQueue } from '#src/api-host/scan/scan-queue.ts';
import { claimWork, settleWork } from '#src/api-host/work-queue.ts';
import { apply, settingsIn, testHost } from './support/host.ts';
import { documentParts, upload } from './support/upload.ts';

const start = new Date('2026-03-01T10:00:00Z');
const after = (ms: number) => new Date(start.getTime() + ms);
const minuteMs = 60_000;

/** A mail and a document that have waited since `start`. */
async function setUp(t: TestContext) {
  const host = await testHost(t, { clock: () => start });
  const { database, close } = await openHostData(settingsIn(host.dataDir));
  t.after(close);
  const id = await apply(host);
  await upload(host.origin, documentParts(id, 'cv', 'a document'));
  await database.db.updateTable('documents').set({ scan_state: 'pending' }).execute();
  await database.transaction([], (trx) => enqueueMail(trx, id, ['confirmation'], start));
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
    assert.equal(await settleWork(database, mailQueue, row, outcome, now), 'waiting');
    const next = new Date((await unsentMails(database))[0]?.next_at ?? '');
    minutes.push((next.getTime() - now.getTime()) / minuteMs);
    assert.equal(await claimWork(database, mailQueue, new Date(next.getTime() - 1)), undefined);
    now = next;
  }
  assert.deepEqual(minutes, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360, 360, 360, 360]);
  const last = await claimWork(database, mailQueue, now);
  assert.ok(last);
  assert.equal(await settleWork(database, mailQueue, last, outcome, now), 'failed');
});

test('postponed work waits until its instant, and is no attempt', async (t) => {
  const database = await setUp(t);
  const until = after(7 * minuteMs);
  for (const now of [start, until]) {
    const row = await claimWork(database, mailQueue, now);
    assert.equal(row?.attempts, 1);
    const outcome = { state: 'postponed', until, detail: 'later' } as const;
    assert.equal(await settleWork(database, mailQueue, row, outcome, now), 'waiting');
    const [mail] = await unsentMails(database);
    assert.deepEqual([mail?.attempts, mail?.next_at], [0, until.toISOString()]);
  }
});

for (const { queue, leaseMinutes, states } of [
  { queue: mailQueue, leaseMinutes: 15, states: ['sending', 'unknown'] },
  { queue: scanQueue, leaseMinutes: 60, states: ['pending', 'pending'] },
] as const)
  test(`the lease of a ${queue.name} ends after ${leaseMinutes} minutes`, async (t) => {
    const database = await setUp(t);
    const state = async () => {
      const rows = await database.db.selectFrom(queue.table).selectAll().execute();
      return (rows as unknown as Record<string, unknown>[])[0]?.[queue.columns.state];
    };
    assert.ok(await claimWork(database, queue, start));
    const end = leaseMinutes * minuteMs;
    assert.equal(await claimWork(database, queue, after(end - 1)), undefined);
    assert.equal(await state(), states[0]);
    const isRepeated = (await claimWork(database, queue, after(end))) !== undefined;
    assert.equal(isRepeated, queue.waiting === queue.working);
    assert.equal(await state(), states[1]);
  });
