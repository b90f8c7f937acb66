import { maxAttempts } from './lazy-rules.ts';

/**
 * A loader that shares one attempt among its callers and forgets a failed one, so that the next sign
 * of interest may try again. After `maxAttempts` failures it stays with the last one.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let attempt: Promise<T> | undefined;
  let failures = 0;
  return () => {
    attempt ??= load().catch((cause: unknown) => {
      failures += 1;
      if (failures < maxAttempts) attempt = undefined;
      throw cause;
    });
    return attempt;
  };
}
