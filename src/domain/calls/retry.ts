import { setTimeout as pause } from 'node:timers/promises';
import pRetry from 'p-retry';
import { RefusedError, TransportError } from '../../http/errors.ts';
import type { Asked } from './reply.ts';

/** A failure that a moment's wait may mend. Refusals and malformed replies stay what they are. */
function isPassing(error: unknown): boolean {
  if (error instanceof TransportError) return error.reason !== 'aborted';
  return error instanceof RefusedError && [429, 502, 503, 504].includes(error.httpStatus);
}

/**
 * Tries a read up to three times, with growing, jittered waits, Retry-After honoured, everything within one
 * time limit: nobody waits longer for a host that fails than for one that is silent.
 * `attempt` gets the milliseconds that are left. Not for writes.
 */
export async function withRetries<Result>(
  attempt: (msLeft: number) => Promise<Result>,
  asked: Asked,
  { limitMs, signal }: { readonly limitMs: number; readonly signal?: AbortSignal | undefined },
): Promise<Result> {
  const deadline = performance.now() + limitMs;
  const msLeft = () => deadline - performance.now();
  try {
    return await pRetry(() => attempt(Math.max(1, msLeft())), {
      retries: 2,
      minTimeout: 100,
      factor: 3,
      randomize: true,
      signal,
      shouldRetry: async ({ error, retryDelay }) => {
        if (!isPassing(error)) return false;
        const asksFor = error instanceof RefusedError ? (error.retryAfterMs ?? 0) : 0;
        if (Math.max(asksFor, retryDelay) >= msLeft()) return false;
        await pause(Math.max(0, asksFor - retryDelay), undefined, signal ? { signal } : {});
        return true;
      },
    });
  } catch (error) {
    if (!signal?.aborted || error instanceof TransportError) throw error;
    throw new TransportError(asked, {
      reason: 'aborted',
      mayHaveArrived: true,
      cause: signal.reason,
    });
  }
}
