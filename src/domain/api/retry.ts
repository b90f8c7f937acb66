import { setTimeout as pause } from 'node:timers/promises';
import pRetry from 'p-retry';
import { RefusedError, TransportError } from '../../http/errors.ts';

const repetitions = 2;
const firstPauseMs = 100;

/**
 * Tries a read up to three times, with growing, jittered pauses, Retry-After honoured, everything within one
 * time limit: nobody waits longer for a host that fails than for one that is silent.
 * `attempt` gets the milliseconds that are left, and must end at once when `signal` is aborted. Not for writes.
 */
export function withRetries<Result>(
  attempt: (msLeft: number) => Promise<Result>,
  { limitMs, signal }: { readonly limitMs: number; readonly signal?: AbortSignal | undefined },
): Promise<Result> {
  const deadline = performance.now() + limitMs;
  const msLeft = () => deadline - performance.now();
  return pRetry(() => attempt(Math.max(1, msLeft())), {
    retries: repetitions,
    // The pauses are ours: p-retry's know neither Retry-After nor an abort that should end as the attempt's own.
    minTimeout: 0,
    shouldRetry: async ({ error, attemptNumber }) => {
      const pauseMs = Math.max(pauseAfter(attemptNumber), retryAfterOf(error));
      if (!isPassing(error) || pauseMs >= msLeft()) return false;
      await pause(pauseMs, undefined, signal && { signal }).catch(() => {});
      return true;
    },
  });
}

/** A failure that a moment's wait may mend. Refusals and malformed replies stay what they are. */
function isPassing(error: unknown): boolean {
  if (error instanceof TransportError) return error.reason !== 'aborted';
  return error instanceof RefusedError && [429, 502, 503, 504].includes(error.httpStatus);
}

/** Tripled each time, plus up to as much again, so that many clients do not come back together. */
function pauseAfter(attemptNumber: number): number {
  return firstPauseMs * 3 ** (attemptNumber - 1) * (1 + Math.random());
}

function retryAfterOf(error: unknown): number {
  return error instanceof RefusedError ? (error.retryAfterMs ?? 0) : 0;
}
