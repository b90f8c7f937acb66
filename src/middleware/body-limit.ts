import type { MiddlewareHandler } from 'hono';
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
 * hono's own limit has no timeout, and would buffer a chunked body before it is counted. The next middleware finds the
 * received bytes in `formBytes`.
 */
export function formBodyLimit({
  maxBytes,
  maxTotalBytes = maxBufferedBytes,
  timeoutMs,
}: FormBodyLimitOptions): MiddlewareHandler {
  let buffered = 0;
  return async (c, next) => {
    const { method, path, raw } = c.req;
    if (method !== 'POST' || !raw.body) return next();
    const limit = maxBytes(path);
    const tooLong = () => errorResponse(c, 413, texts().errors.tooMuchText);
    const tooSlow = () => errorResponse(c, 408, texts().errors.incomplete);
    if (Number(c.req.header('content-length')) > limit) return tooLong();
    const reader = raw.body.getReader();
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    let isEnded = false;
    /** Resolves with the response to a body that is refused, and otherwise with undefined when the body is complete. */
    const receive = async (): Promise<Response | undefined> => {
      for (let part = await reader.read(); !part.done && !isEnded; part = await reader.read()) {
        const { length } = part.value;
        if (bytes + length > limit) return tooLong();
        if (buffered + length > maxTotalBytes)
          return errorResponse(c, 503, texts().errors.manyForms, { 'retry-after': '5' });
        bytes += length;
        buffered += length;
        chunks.push(part.value);
      }
      return undefined;
    };
    try {
      const refusal = await pTimeout(receive(), { milliseconds: timeoutMs, fallback: tooSlow })
        // The visitor has disconnected, so no one receives this response.
        .catch(tooSlow);
      if (refusal) return refusal;
      c.req.raw = new Request(raw, { body: Buffer.concat(chunks) });
      c.set('formBytes', bytes);
      await next();
    } finally {
      isEnded = true;
      buffered -= bytes;
    }
  };
}
