import { LRUCache } from 'lru-cache';

/** What a read gave, and since when it may be out of date: absent while it is fresh. */
export interface Reading<T> {
  readonly value: T;
  readonly staleSince?: Date;
}

interface Held {
  readonly value: unknown;
  readonly at: number;
  /** After a failure or a silence: until then nobody asks again. */
  readonly quietUntil: number;
}

export interface ReadCache {
  /**
   * The value of `key`, by `load` if it must be. Reads of one key that come together share one load.
   * With `allowStale`, a load that fails, or takes longer than the cache's patience, gives the last good
   * value and says since when; without, or with no last good value, the load's error is thrown.
   */
  read<T>(key: string, load: () => Promise<T>, allowStale: boolean): Promise<Reading<T>>;
}

/**
 * Keeps what was read for `ttlMs`, and past that as a last good copy for when it cannot be read again.
 * `ttlMs` 0: every read loads, none are shared, last good copies are kept all the same.
 * `patienceMs`: how long a reader who could be shown a last good copy waits for a fresh one.
 * `keys`: how many values are kept; those unused for longest go first.
 */
export function createReadCache(options: {
  readonly ttlMs: number;
  readonly patienceMs: number;
  readonly keys: number;
  readonly now?: () => number;
}): ReadCache {
  const { ttlMs, patienceMs, now = Date.now } = options;
  const held = new LRUCache<string, Held>({ max: options.keys });
  const underWay = new Map<string, Promise<unknown>>();

  async function loadAndKeep<T>(key: string, load: () => Promise<T>): Promise<T> {
    try {
      const value = await load();
      held.set(key, { value, at: now(), quietUntil: 0 });
      return value;
    } catch (error) {
      rest(key);
      throw error;
    } finally {
      underWay.delete(key);
    }
  }

  /** Asking again at once would make every visitor wait for the same silence. */
  function rest(key: string): void {
    const last = held.peek(key);
    if (last) held.set(key, { ...last, quietUntil: now() + ttlMs });
  }

  function share<T>(key: string, load: () => Promise<T>): Promise<T> {
    const joined = ttlMs > 0 ? underWay.get(key) : undefined;
    if (joined) return joined as Promise<T>;
    const started = loadAndKeep(key, load);
    underWay.set(key, started);
    return started;
  }

  return {
    async read<T>(key: string, load: () => Promise<T>, allowStale: boolean) {
      const last = held.get(key);
      if (last && now() - last.at < ttlMs) return { value: last.value as T };
      if (!last || !allowStale) return { value: await share(key, load) };
      const stale = { value: last.value as T, staleSince: new Date(last.at) };
      if (now() < last.quietUntil) return stale;
      return firstOf(share(key, load), patienceMs, () => {
        rest(key);
        return stale;
      });
    },
  };
}

/** The loaded value if it comes in time, else `fallback`'s; a late failure is nobody's any more. */
async function firstOf<T>(
  loading: Promise<T>,
  patienceMs: number,
  fallback: () => Reading<T>,
): Promise<Reading<T>> {
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<Reading<T>>((resolve) => {
    timer = setTimeout(() => resolve(fallback()), patienceMs);
  });
  const answer = loading.then((value): Reading<T> => ({ value }), fallback);
  return Promise.race([answer, impatience]).finally(() => clearTimeout(timer));
}
