import { AsyncLocalStorage } from 'node:async_hooks';
import PQueue from 'p-queue';

export interface BackgroundQueue {
  /** Looks for work now. */
  wake(): void;
  /** Stops after the work in progress. */
  close(): Promise<void>;
}

/**
 * Does one piece of work after the other: now, when it is woken, and at an interval.
 * @param workOnNext resolves with true if there may be more work
 */
export function startQueue(
  workOnNext: () => Promise<unknown>,
  {
    intervalMs,
    onError,
  }: { readonly intervalMs: number; readonly onError: (error: unknown) => void },
): BackgroundQueue {
  const turns = new PQueue({ concurrency: 1 });
  let isClosed = false;
  const work = async () => {
    while (!isClosed && (await workOnNext()) === true);
  };
  // A request that wakes the queue is not the one that all its work belongs to: not in the log, and not in traces.
  const outsideOfRequests = AsyncLocalStorage.snapshot();
  const wake = () => {
    // One turn that waits is enough: it looks for all the work there is then.
    if (!isClosed && turns.size === 0) outsideOfRequests(() => turns.add(work)).catch(onError);
  };
  const timer = setInterval(wake, intervalMs).unref();
  wake();
  return {
    wake,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await turns.onIdle();
    },
  };
}
