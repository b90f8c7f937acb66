import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPoller } from '#src/api-host/queue/poller.ts';
import { currentRequestId, withRequestId } from '#src/http/request-id.ts';
import { collectingLog } from './support/host.ts';

test('work in the background belongs to no request, not to the one that woke it', async () => {
  const seen: (string | undefined)[] = [];
  const { promise: woken, resolve } = Promise.withResolvers<void>();
  const { log, lines } = collectingLog();
  const queue = startPoller('failed', 60_000, log, async () => {
    seen.push(currentRequestId());
    if (seen.length === 2) resolve();
  });
  await new Promise(setImmediate);
  withRequestId(() => 'request-1', queue.wake);
  await woken;
  await queue.close();
  assert.deepEqual([seen, lines], [[undefined, undefined], []]);
});
