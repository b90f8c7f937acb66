import { LRUCache } from 'lru-cache';
import pTimeout, { TimeoutError } from 'p-timeout';
import type { Versioned } from '#src/domain/api/request.ts';

export interface Reading<T> {
  readonly value: T;
  readonly readAt: Date;
  /** A later load failed or was slow, with this error: the value is an earlier one, and was current at this time. */
  readonly staleSince?: Date;
  readonly error?: unknown;
}

interface Entry extends Versioned<unknown>, Reading<unknown> {
  readonly value: unknown;
  /** The monotonic time decides about the age, which a change of the clock must not alter; visitors read the date. */
  readonly startedAt: number;
}

/** Values are reused for `ttlMs`, and kept after that in case the next load fails. */
export function createReadCache(options: {
  /** Resolves with `earlier` itself if nothing has changed, so that its memoized results are found. */
  readonly load: (key: string, earlier?: Versioned<unknown>) => Promise<Versioned<unknown>>;
  /** With 0 a value is used only if the next load fails. */
  readonly ttlMs: number;
  /** The time for which a reader waits for a load while an earlier value exists, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxEntries: number;
  readonly onFailure: (error: unknown) => void;
}) {
  const { load, ttlMs, timeoutMs, onFailure } = options;

  async function loadEntry(key: string, earlier?: Entry): Promise<Entry> {
    const started = { startedAt: performance.now(), readAt: new Date() };
    const { value, version } = await load(key, earlier);
    return { ...started, value, version };
  }

  const entries: LRUCache<string, Entry> = new LRUCache<string, Entry>({
    max: options.maxEntries,
    ttl: Math.max(1, ttlMs),
    ttlResolution: 0,
    // The readers of an entry that is removed meanwhile still get its value.
    ignoreFetchAbort: true,
    fetchMethod: (key, earlier) => {
      const loading = loadEntry(key, earlier);
      if (!earlier) return loading;
      const failed = (error: unknown): Entry => {
        onFailure(error);
        return { ...earlier, staleSince: earlier.readAt, error };
      };
      const storeLate = async () => {
        // `failed` has reported the error.
        const late = await loading.catch(() => undefined);
        const current = entries.peek(key);
        if (late && current && late.startedAt > current.startedAt) entries.set(key, late);
      };
      return pTimeout(loading.catch(failed), {
        milliseconds: timeoutMs,
        fallback: () => {
          void storeLate();
          return failed(new TimeoutError(`No response within ${timeoutMs} ms`));
        },
      });
    },
  });

  return {
    /**
     * If a load fails or exceeds the timeout, the result is the earlier value, and `key` is not loaded again for `ttlMs`.
     * Without an earlier value the load's error is thrown.
     */
    read: (key: string): Promise<Reading<unknown> & Versioned<unknown>> =>
      entries.forceFetch(key, { forceRefresh: ttlMs === 0 }),
    /** Loads the value, even if there is an earlier one. Throws the load's error. */
    async refresh(key: string) {
      const { value, staleSince, error } = await entries.forceFetch(key, { forceRefresh: true });
      if (staleSince) throw error;
      return value;
    },
  };
}
