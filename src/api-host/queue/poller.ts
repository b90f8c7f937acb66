import { AsyncLocalStorage } from 'node:async_hooks';
import PQueue from 'p-queue';
import type { EventLog } from '#src/telemetry/logger.ts';

export type Poller = ReturnType<typeof startPoller>;
/**
 * Runs `workOnNext` now, at each `wake` and at an interval. @param failedEvent the log event if it rejects
 * @param workOnNext resolves with true if there may be more
 */
export function startPoller(
  failedEvent: string,
  intervalMs: number,
  log: EventLog,
  workOnNext: () => Promise<unknown>,
) {
  const turns = new PQueue({ concurrency: 1 });
  let isClosed = false;
  const work = async () => {
    while (!isClosed && (await workOnNext()) === true);
  };
  // The snapshot separates the work from the request that wakes the queue: logs and traces must not connect the two.
  const outsideOfRequests = AsyncLocalStorage.snapshot();
  const wake = (): void => {
    // More than one waiting call is needless, because a call does all the work that exists when it begins.
    if (!isClosed && turns.size === 0)
      outsideOfRequests(() => turns.add(work)).catch((error: unknown) =>
        log.warn({ event: failedEvent, error }),
      );
  };
  const timer = setInterval(wake, intervalMs).unref();
  wake();
  return {
    wake,
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      await turns.onIdle();
    },
  };
}
