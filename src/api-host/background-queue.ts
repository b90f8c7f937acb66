export interface BackgroundQueue {
  /** Looks for work now. */
  wake(): void;
  /** Stops after the work in progress. */
  close(): Promise<void>;
}

/**
 * Does one piece of work after the other, now, when it is woken and at an interval.
 * @param workOnNext resolves with whether there was work
 */
export function startQueue(
  workOnNext: () => Promise<boolean>,
  {
    intervalMs,
    onError,
  }: { readonly intervalMs: number; readonly onError: (error: unknown) => void },
): BackgroundQueue {
  let running: Promise<void> | undefined;
  let isAwaited = false;
  let isClosed = false;
  const work = async () => {
    do {
      isAwaited = false;
      while (!isClosed && (await workOnNext()));
    } while (isAwaited && !isClosed);
  };
  const wake = () => {
    isAwaited = true;
    if (isClosed) return;
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(wake, intervalMs);
  timer.unref();
  wake();
  return {
    wake,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}
