import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '#src/database/database.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { createLeases, noLease } from '#src/submissions/lease.ts';
import { type SubmissionTables, submissionMigrations } from '#src/submissions/schema.ts';
import { startSubmission } from '#src/submissions/start-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';

test('a lease whose row cannot be committed keeps nobody waiting', async (t) => {
  const dialect = sqliteDialect(':memory:');
  const database = await openDatabase<SubmissionTables>(dialect, submissionMigrations(dialect));
  const leases = createLeases({
    open: async () => database,
    now: Date.now,
    leaseMs: 5000,
    // Nobody looks at the row before the test has ended.
    pollMs: 3_600_000,
    onError: (error) => assert.ifError(error),
  });
  t.after(() => {
    leases.close();
    return database.close();
  });
  const waited: Promise<void>[] = [];
  const failing: typeof database = {
    ...database,
    transaction: (locks, work) =>
      database.transaction(locks, async (trx) => {
        await work(trx);
        const { id } = await trx.selectFrom('submission').select('id').executeTakeFirstOrThrow();
        waited.push(leases.wait(id));
        throw new Error('disk full');
      }),
  };
  const options = { fingerprintKey: Buffer.alloc(32), leases, now: Date.now };
  const start = (used: typeof database) =>
    startSubmission({ ...options, database: used }, undefined, buildApplication(), 'Test Bakery');
  await assert.rejects(start(failing), /disk full/);
  assert.equal(waited.length, 1);
  await Promise.all(waited);
  assert.equal((await start(database)).kind, 'send');
});

test('a lease lasts until its end, which is at most a minute later than this clock would set it', (t) => {
  const now = 1_000_000;
  const leases = createLeases({
    open: () => assert.fail('the database was opened'),
    now: () => now,
    leaseMs: 5000,
    pollMs: 5,
    onError: (error) => assert.ifError(error),
  });
  t.after(leases.close);
  const isLeased = (lease_until: number) => leases.isLeased({ ...noLease, lease_until });
  assert.deepEqual([0, now, now + 1].map(isLeased), [false, false, true]);
  assert.deepEqual([now + 65_000, now + 65_001].map(isLeased), [true, false]);
});
