import { LRUCache } from 'lru-cache';
import pTimeout, { TimeoutError } from 'p-timeout';
import type { Versioned } from '#src/domain/api/request.ts';

export interface Reading<T> extends Versioned<T> {
  readonly readAt: Date;
  /** The time at which the value was current, if a later load failed or was slow; `error` is the error of that load. */
  readonly staleSince?: Date;
  readonly error?: unknown;
}

export interface Read<T> {
  readonly key: string;
  /** Resolves with `earlier` itself if nothing has changed. */
  readonly load: (earlier?: Versioned<unknown>) => Promise<Versioned<T>>;
}

interface Entry<T = unknown> extends Reading<T> {
  /** The monotonic time for the age, so that a change of the clock has no effect. Visitors read `readAt`. */
  readonly startedAt: number;
}

/** Values are reused for `ttlMs`, and kept after that in case the next load fails. */
export function createReadCache(options: {
  /** If it is 0, a value is used only when the next load fails. */
  readonly ttlMs: number;
  /** The time for which a reader waits for a load while an earlier value exists, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxEntries: number;
  readonly onFailure: (error: unknown) => void;
}) {
  const { ttlMs, timeoutMs, onFailure } = options;

  async function loadEntry({ load }: Read<unknown>, earlier?: Entry): Promise<Entry> {
    const started = { startedAt: performance.now(), readAt: new Date() };
    const { value, version } = await load(earlier);
    return { ...started, value, version };
  }

  const entries: LRUCache<string, Entry, Read<unknown>> = new LRUCache({
    max: options.maxEntries,
    ttl: Math.max(1, ttlMs),
    ttlResolution: 0,
    // Readers that wait for an entry get its value even if the entry is removed meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (key, earlier, { context }) => {
      const loading = loadEntry(context, earlier);
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

  /** A key always belongs to the same read, so its entry has the type of that read. */
  const fetch = <T>(context: Read<T>, forceRefresh: boolean) =>
    entries.forceFetch(context.key, { context, forceRefresh }) as Promise<Entry<T>>;

  return {
    /**
     * If a load fails or exceeds the timeout, the earlier value is returned, and the key is not loaded again for
     * `ttlMs`. Without an earlier value the load's error is thrown.
     */
    read: <T>(one: Read<T>): Promise<Reading<T>> => fetch(one, ttlMs === 0),
    /** Loads the value, even if there is an earlier one. Throws the load's error. */
    async refresh<T>(one: Read<T>): Promise<T> {
      const { value, staleSince, error } = await fetch(one, true);
      if (staleSince) throw error;
      return value;
    },
  };
}
