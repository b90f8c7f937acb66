import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export interface DedupeOptions<Result> {
  /** How long after its end a result still answers for equal work, in milliseconds; 0: not at all. */
  readonly ttlMs: (result: Result) => number;
  /** Results remembered at most; the oldest go first. */
  readonly most?: number;
  readonly now?: () => number;
}

/**
 * Does equal work once: who asks again while it is under way, or shortly after, gets the first one's result.
 * Kept in this process alone (decision 085). `parts` say what makes work equal; only their hash is kept.
 * Work that rejects is forgotten.
 */
export function createDedupe<Result>({
  ttlMs,
  most = 1000,
  now = () => performance.now(),
}: DedupeOptions<Result>) {
  const known = new LRUCache<string, Promise<Result>>({
    max: most,
    perf: { now },
    ttlResolution: 0,
  });
  return (parts: readonly string[], work: () => Promise<Result>): Promise<Result> => {
    const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
    const same = known.get(key);
    if (same) return same;
    const result = work();
    known.set(key, result);
    result.then(
      (ended) => {
        const ttl = ttlMs(ended);
        if (ttl > 0) known.set(key, result, { ttl });
        else known.delete(key);
      },
      () => known.delete(key),
    );
    return result;
  };
}
