import { readSearch } from '#src/domain/catalogue/search-parameters.ts';

export function createLiveSearch<Query, Result>(options: {
  readonly delayMs: number;
  readonly search: (query: Query) => Promise<Result>;
  readonly onStart?: (query: Query) => void;
  readonly onResult: (result: Result, query: Query) => void;
  readonly onError: (query: Query) => void;
}) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest: Query | undefined;
  let count = 0;

  /** Cancels a scheduled search and ignores pending results. */
  function cancel(): void {
    clearTimeout(timer);
    count += 1;
  }

  /** Searches at once and cancels a scheduled search. */
  function run(query: Query): void {
    cancel();
    newest = query;
    const current = count;
    options.onStart?.(query);
    options.search(query).then(
      (result) => current === count && options.onResult(result, query),
      () => current === count && options.onError(query),
    );
  }

  return {
    cancel,
    run,
    newest: () => newest,
    /** Searches when no other query has followed during the delay. */
    schedule(query: Query): void {
      cancel();
      newest = query;
      timer = setTimeout(run, options.delayMs, query);
    },
  };
}

/**
 * A call begins when the one before has ended. Of the calls that wait, only the newest is made; the others never resolve.
 */
export function oneAtATime<Query, Result>(
  call: (query: Query) => Promise<Result>,
): (query: Query) => Promise<Result> {
  let running: Promise<unknown> | undefined;
  let count = 0;
  return async (query) => {
    count += 1;
    const current = count;
    await running;
    if (current !== count) return new Promise<never>(() => {});
    const result = call(query);
    running = result.catch(() => undefined);
    return result;
  };
}

/** A company that is chosen in the select takes the place of several ones of hidden fields. */
export function searchOf(form: HTMLFormElement) {
  const values = new FormData(form);
  const selected = values.get('company_id');
  if (selected) values.set('company_id', selected);
  return readSearch(new URLSearchParams([...values].map(([name, value]) => [name, String(value)])));
}
