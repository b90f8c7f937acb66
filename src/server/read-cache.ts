import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';

/** A value, and when it was last known to be current; `staleSince` is absent while it is current. */
export interface Reading<T> {
  readonly value: T;
  readonly staleSince?: Date;
}

interface Entry {
  readonly value: unknown;
  readonly loadedAt: number;
  /** Set after a failed or slow load: until then the value is returned without another load. */
  readonly retryAt: number;
}

export interface ReadCache {
  /**
   * The value of `key`, loaded unless it is current. Concurrent reads of one key share one load.
   * With `allowStale`, a load that fails or exceeds the timeout gives the last good value with
   * `staleSince`; otherwise, or without a last good value, the load's error is thrown.
   */
  read<T>(key: string, load: () => Promise<T>, allowStale: boolean): Promise<Reading<T>>;
  /** Loads a new value of `key`, even if the cached one is current. Rejects with the load's error. */
  refresh<T>(key: string, load: () => Promise<T>): Promise<T>;
}

/**
 * Caches reads for `ttlMs`. After that the value is used only if a load fails. With `ttlMs` 0 every read
 * loads and none are shared, but the last good values are still stored. `timeoutMs`: how long a reader
 * waits for a load while a stale value exists.
 */
export function createReadCache(options: {
  readonly ttlMs: number;
  readonly timeoutMs: number;
  readonly maxEntries: number;
  readonly now?: () => number;
}): ReadCache {
  const { ttlMs, timeoutMs, maxEntries, now = Date.now } = options;
  const entries = new LRUCache<string, Entry>({ max: maxEntries });
  const loads = new Map<string, Promise<unknown>>();

  /** Otherwise every reader would wait for the same host that does not respond. */
  function delayRetry(key: string): void {
    const entry = entries.peek(key);
    if (entry) entries.set(key, { ...entry, retryAt: now() + ttlMs });
  }

  async function loadEntry<T>(key: string, load: () => Promise<T>): Promise<T> {
    try {
      const value = await load();
      entries.set(key, { value, loadedAt: now(), retryAt: 0 });
      return value;
    } catch (error) {
      delayRetry(key);
      throw error;
    } finally {
      loads.delete(key);
    }
  }

  function sharedLoad<T>(key: string, load: () => Promise<T>): Promise<T> {
    const current = ttlMs > 0 ? loads.get(key) : undefined;
    if (current) return current as Promise<T>;
    const started = loadEntry(key, load);
    loads.set(key, started);
    return started;
  }

  return {
    refresh: loadEntry,
    async read<T>(key: string, load: () => Promise<T>, allowStale: boolean): Promise<Reading<T>> {
      const entry = entries.get(key);
      if (entry && now() - entry.loadedAt < ttlMs) return { value: entry.value as T };
      if (!entry || !allowStale) return { value: await sharedLoad(key, load) };
      const stale = { value: entry.value as T, staleSince: new Date(entry.loadedAt) };
      if (now() < entry.retryAt) return stale;
      const loading = sharedLoad(key, load).then(
        (value) => ({ value }),
        () => stale,
      );
      const fallback = () => {
        delayRetry(key);
        return stale;
      };
      return pTimeout<Reading<T>, Reading<T>>(loading, { milliseconds: timeoutMs, fallback });
    },
  };
}
