import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '#src/database/database.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { acquireLease, type Sending } from '#src/submissions/lease.ts';
import { type SubmissionTables, submissionMigrations } from '#src/submissions/schema.ts';
import { buildApplication } from '#test/support/build-application.ts';

test('a lease whose row cannot be committed keeps nobody waiting', async (t) => {
  const dialect = sqliteDialect(':memory:');
  const database = await openDatabase<SubmissionTables>(dialect, submissionMigrations(dialect));
  t.after(() => database.close());
  const sending: Sending = new Map();
  const waited: Promise<void>[] = [];
  const failing: typeof database = {
    ...database,
    transaction: (locks, work) =>
      database.transaction(locks, async (trx) => {
        await work(trx);
        for (const { promise } of sending.values()) waited.push(promise);
        throw new Error('disk full');
      }),
  };
  const options = {
    database: failing,
    fingerprintKey: Buffer.alloc(32),
    sending,
    now: Date.now,
    leaseMs: 5000,
    pollMs: 5,
  };
  const application = buildApplication();
  await assert.rejects(acquireLease(options, undefined, application, 'Test Bakery'), /disk full/);
  assert.equal(waited.length, 1);
  await Promise.all(waited);
  assert.equal(sending.size, 0);
  const next = { ...options, database };
  const { kind } = await acquireLease(next, undefined, application, 'Test Bakery');
  assert.equal(kind, 'send');
});
