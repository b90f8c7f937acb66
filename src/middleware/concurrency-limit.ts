import type { MiddlewareHandler } from 'hono';
import { log } from '#src/server/logger.ts';
import { errorResponse } from './error-response.ts';

export interface ConcurrencyLimitOptions {
  /** Pages rendered at once. */
  readonly concurrent: number;
  /** Requests that may wait for a place; more are told to come back. */
  readonly waiting: number;
  /** The longest a page may take, in milliseconds. */
  readonly withinMs: number;
}

/**
 * Lets so many pages be rendered at once and the rest wait, in order. Who leaves while waiting costs
 * nothing: without the gate Waku renders on for a thousand visitors who are gone.
 */
export function concurrencyLimit({
  concurrent,
  waiting,
  withinMs,
}: ConcurrencyLimitOptions): MiddlewareHandler {
  let free = concurrent;
  const queue = new Set<() => void>();

  const release = () => {
    const [first] = queue;
    if (first) first();
    else free += 1;
  };

  /** Resolves with whether a place was got; not, when the visitor left. */
  const enter = (signal: AbortSignal): Promise<boolean> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const settle = (got: boolean) => {
        queue.delete(take);
        signal.removeEventListener('abort', leave);
        resolve(got);
      };
      const take = () => settle(true);
      const leave = () => settle(false);
      queue.add(take);
      signal.addEventListener('abort', leave, { once: true });
    });
  };

  return async (c, next) => {
    if (free === 0 && queue.size >= waiting)
      return errorResponse(c, 503, 'Many people are here just now. Please try again in a moment.', {
        'retry-after': '5',
      });
    const { signal } = c.req.raw;
    if (signal.aborted || !(await enter(signal))) return new Response(null, { status: 499 });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, withinMs, 'late');
    });
    try {
      if ((await Promise.race([next(), late])) !== 'late') {
        // What streams is still being rendered: its place is free once the last of it is read.
        if (c.res.body) c.res = new Response(untilRead(c.res.body, release), c.res);
        else release();
        return;
      }
      release();
      log().error({ event: 'render-too-slow', withinMs });
      return errorResponse(c, 504, 'This page took too long. Please try again.', {
        'retry-after': '10',
      });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Passes a body on and calls `done` once: when it was read to its end, failed, or nobody reads it any more. */
function untilRead(body: ReadableStream<Uint8Array>, done: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await reader.read();
        if (!next.done) return controller.enqueue(next.value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      done();
    },
    cancel(reason) {
      done();
      return reader.cancel(reason);
    },
  });
}
