import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPoller } from '#src/api-host/queue/poller.ts';
import { currentRequestId, withRequestId } from '#src/http/request-id.ts';

test('work in the background belongs to no request, not to the one that woke it', async () => {
  const seen: (string | undefined)[] = [];
  const { promise: woken, resolve } = Promise.withResolvers<void>();
  const queue = startPoller(
    async () => {
      seen.push(currentRequestId());
      if (seen.length === 2) resolve();
    },
    { intervalMs: 60_000, onError: assert.ifError },
  );
  await new Promise(setImmediate);
  withRequestId(() => 'request-1', queue.wake);
  await woken;
  await queue.close();
  assert.deepEqual(seen, [undefined, undefined]);
});
