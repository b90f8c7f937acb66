import { setTimeout as delay } from 'node:timers/promises';
import pRetry from 'p-retry';
import { ApiError, RefusedError } from '../../http/errors.ts';
import { failureOf } from './failures.ts';

const retries = 2;
const firstDelayMs = 100;

/**
 * All attempts and delays share one time limit, and respect Retry-After. `attempt` receives the remaining milliseconds,
 * and must end when `signal` is aborted. Writes must not use it.
 */
export function withRetries<Result>(
  attempt: (remainingMs: number) => Promise<Result>,
  { limitMs, signal }: { readonly limitMs: number; readonly signal?: AbortSignal | undefined },
): Promise<Result> {
  const deadline = performance.now() + limitMs;
  const remainingMs = () => deadline - performance.now();
  return pRetry(() => attempt(Math.max(1, remainingMs())), {
    retries,
    // p-retry's own delays support neither Retry-After nor an abort that ends with the attempt's error.
    minTimeout: 0,
    shouldRetry: async ({ error, attemptNumber }) => {
      // The delay triples at each attempt and gains up to 100 % jitter, so that clients do not retry at the same moment.
      const backoffMs = firstDelayMs * 3 ** (attemptNumber - 1) * (1 + Math.random());
      const retryAfterMs = error instanceof RefusedError ? (error.retryAfterMs ?? 0) : 0;
      const delayMs = Math.max(backoffMs, retryAfterMs);
      const isTemporary = error instanceof ApiError && failureOf(error).isTemporary;
      if (!isTemporary || delayMs >= remainingMs()) return false;
      await delay(delayMs, undefined, signal && { signal }).catch(() => {});
      return true;
    },
  });
}
