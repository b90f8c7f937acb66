import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

interface DedupeOptions<Result> {
  /** The time for which a result is reused after the end of its work, in milliseconds. With 0 it is not reused. */
  readonly ttlMs: (result: Result) => number;
  readonly maxEntries?: number;
  readonly now?: () => number;
}

/**
 * A caller that requests the same work while it runs, or within `ttlMs` after it, gets the first result. Work is the
 * same if its `parts` are equal; only their hash is stored. The result of work that rejects is not kept.
 */
export function createDedupe<Result>({
  ttlMs,
  maxEntries = 1000,
  now = () => performance.now(),
}: DedupeOptions<Result>) {
  const results = new LRUCache<string, Promise<Result>>({
    max: maxEntries,
    perf: { now },
    ttlResolution: 0,
  });
  return (parts: readonly string[], work: () => Promise<Result>): Promise<Result> => {
    const key = hash('sha256', JSON.stringify(parts), 'base64url');
    const known = results.get(key);
    if (known) return known;
    const started = work();
    results.set(key, started);
    started.then(
      (result) => {
        const ttl = ttlMs(result);
        if (ttl > 0) results.set(key, started, { ttl });
        else results.delete(key);
      },
      () => results.delete(key),
    );
    return started;
  };
}
