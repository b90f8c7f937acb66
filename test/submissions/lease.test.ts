import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLeases, noLease } from '#src/submissions/lease.ts';

test('a lease lasts until its end, which is at most a minute later than this clock would set it', (t) => {
  const now = 1_000_000;
  const leases = createLeases({
    withDatabase: () => assert.fail('the database was used'),
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
