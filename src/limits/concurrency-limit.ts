import { setTimeout as delay } from 'node:timers/promises';
import type { Context, MiddlewareHandler } from 'hono';
import PQueue, { TimeoutError } from 'p-queue';
import { retryAfter } from '#src/domain/api/failures.ts';
import { yieldToEventLoop } from '#src/jobs/yielding.ts';
import { texts } from '#src/language/server.ts';
import { errorResponse } from '#src/request/error-response.ts';
import { log } from '#src/telemetry/logger.ts';
import { publish } from '#src/telemetry/measurements.ts';

export interface ConcurrencyLimitOptions {
  readonly name: string;
  readonly concurrency: number;
  /** The number of requests that may wait. Further requests get a 503. */
  readonly maxWaiting: number;
  /** A further limit. Returns the function that ends the request for this limit, or undefined if it must get a 503. */
  readonly begin?: (c: Context) => (() => void) | undefined;
  readonly timeoutMs: number;
  /** The pause after each page, in milliseconds, for other requests and the garbage collector. */
  readonly pauseMs?: number;
}

/**
 * Only one page is started in each turn of the event loop. If a burst of pages were started in one turn, no other
 * request would be read for seconds. Pages that wait for a slow host take no time, so `concurrency` of them wait
 * together. A request whose visitor disconnects while it waits is never rendered.
 */
export function concurrencyLimit({
  name,
  concurrency,
  maxWaiting,
  begin = () => () => {},
  timeoutMs,
  pauseMs = 0,
}: ConcurrencyLimitOptions): MiddlewareHandler {
  const queue = new PQueue({ concurrency, timeout: timeoutMs });
  const measure = () =>
    publish('queue', () => ({ name, waiting: queue.size, running: queue.pending }));
  const turns = new PQueue({ concurrency: 1 });
  return async (c, next) => {
    const isFull = queue.pending >= concurrency && queue.size >= maxWaiting;
    const end = isFull ? undefined : begin(c);
    if (!end) return errorResponse(c, 503, texts().errors.crowded, retryAfter('busy'));
    const visitor = c.req.raw.signal;
    // A disconnect ends only the wait: Waku would continue to render, so the slot stays occupied until it has finished.
    const waiting = new AbortController();
    const stopWaiting = () => waiting.abort();
    visitor.addEventListener('abort', stopWaiting, { once: true });
    if (visitor.aborted) stopWaiting();
    const responded = Promise.withResolvers<void>();
    /** @param slot its signal aborts if the visitor leaves during the wait, or after the timeout */
    const render = async (slot: { readonly signal?: AbortSignal | undefined }) => {
      await turns.add(yieldToEventLoop);
      if (slot.signal?.aborted) return;
      visitor.removeEventListener('abort', stopWaiting);
      await next();
      if (slot.signal?.aborted) return;
      // The body is read at the pace of its source and its rest is kept, so that a slow client does not occupy the slot.
      const kept = new TransformStream(undefined, undefined, { highWaterMark: Infinity });
      const rendered = c.res.body?.pipeTo(kept.writable).catch(() => {});
      if (rendered) c.res = new Response(kept.readable, c.res);
      responded.resolve();
      await rendered;
      if (pauseMs > 0) await delay(pauseMs);
    };
    try {
      const task = queue.add(render, { signal: waiting.signal }).finally(() => {
        end();
        measure();
      });
      measure();
      await Promise.race([task, responded.promise]);
      return;
    } catch (error) {
      if (waiting.signal.aborted) return new Response(null, { status: 499 });
      if (!(error instanceof TimeoutError)) throw error;
      log().error({ event: 'render-timed-out', queue: name, timeoutMs });
      return errorResponse(c, 504, texts().errors.tooSlow, retryAfter('slow'));
    }
  };
}
