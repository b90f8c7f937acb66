export function createLiveSearch<Query, Result>(options: {
  readonly delayMs: number;
  readonly request: (query: Query) => Promise<Result>;
  readonly onStart?: (query: Query) => void;
  readonly onResult: (result: Result, query: Query) => void;
  readonly onError: (query: Query) => void;
}) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let count = 0;

  /** Cancels a scheduled search and ignores pending results. */
  function cancel(): void {
    clearTimeout(timer);
    count += 1;
  }

  function run(query: Query): void {
    cancel();
    const current = count;
    options.onStart?.(query);
    options.request(query).then(
      (result) => current === count && options.onResult(result, query),
      () => current === count && options.onError(query),
    );
  }

  return {
    cancel,
    run,
    /** Searches when no other query has followed during the delay. */
    schedule(query: Query): void {
      cancel();
      timer = setTimeout(run, options.delayMs, query);
    },
  };
}
