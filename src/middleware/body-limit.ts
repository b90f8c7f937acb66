import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import pTimeout from 'p-timeout';
import { texts } from '#src/language/server.ts';
import { errorResponse } from '#src/request/error-response.ts';

/** The total size of the bodies in memory at one time, in bytes. */
export const maxBufferedBytes = 64 * 1024 * 1024;

export interface FormBodyLimitOptions {
  readonly maxBytes: (path: string) => number;
  readonly maxTotalBytes?: number;
  readonly timeoutMs: number;
}

/**
 * Reads the body of a POST before any other code does. Responds 413 when it is longer than `maxBytes`, declared or
 * chunked, 408 when it does not arrive in time, and 503 when the bodies of all requests that are read or processed would
 * exceed `maxTotalBytes`. Received bytes count, not declared ones: otherwise a few slow requests could reserve all of it.
 * hono's own limit has no timeout. The next middleware finds the received bytes in `formBytes`.
 */
export function formBodyLimit({
  maxBytes,
  maxTotalBytes = maxBufferedBytes,
  timeoutMs,
}: FormBodyLimitOptions): MiddlewareHandler {
  let buffered = 0;
  return async (c, next) => {
    if (c.req.method !== 'POST' || !c.req.raw.body) return next();
    const body: Uint8Array[] = [];
    let bytes = 0;
    let isFull = false;
    let isEnded = false;
    const limitSize = bodyLimit({
      maxSize: maxBytes(c.req.path),
      onError: () => errorResponse(c, 413, texts().errors.tooMuchText),
    });
    const reading = limitSize(c, async () => {
      for await (const chunk of c.req.raw.body ?? []) {
        if (isEnded || isFull) return;
        if (buffered + chunk.length > maxTotalBytes) isFull = true;
        else {
          buffered += chunk.length;
          bytes += chunk.length;
          body.push(chunk);
        }
      }
    });
    const tooSlow = () => errorResponse(c, 408, texts().errors.incomplete);
    try {
      const failure = await pTimeout(reading, { milliseconds: timeoutMs, fallback: tooSlow })
        // The visitor has disconnected, so no one receives this response.
        .catch(tooSlow);
      if (failure) return failure;
      if (isFull) return errorResponse(c, 503, texts().errors.manyForms, { 'retry-after': '5' });
      c.req.raw = new Request(c.req.raw, { body: Buffer.concat(body) });
      c.set('formBytes', bytes);
      await next();
    } finally {
      isEnded = true;
      buffered -= bytes;
    }
  };
}
