import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import pTimeout from 'p-timeout';
import { maxLength } from '#src/domain/model/limits.ts';
import { errorResponse } from './error-response.ts';

/**
 * The largest form a page or server function accepts, in bytes: 64 kB plus the letter and twenty answers at
 * three bytes per character. The texts count twice, because a form sent without script also contains its
 * previous state.
 */
export const maxFormBytes = 64 * 1024 + 2 * 3 * (maxLength.cover_letter + 20 * maxLength.answer);

export interface FormBodyLimitOptions {
  readonly maxBytes: number;
  /** The longest time for the body to arrive, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Reads the body of a POST before any other code does. Responds 413 when it is longer than `maxBytes`,
 * declared or chunked, and 408 when it does not arrive in time; hono's own limit has no timeout.
 */
export function formBodyLimit({ maxBytes, timeoutMs }: FormBodyLimitOptions): MiddlewareHandler {
  const limitSize = bodyLimit({
    maxSize: maxBytes,
    onError: (c) =>
      errorResponse(c, 413, 'This is more text than the form can take. Please shorten it.'),
  });
  return async (c, next) => {
    if (c.req.method !== 'POST' || !c.req.raw.body) return next();
    let body = new ArrayBuffer(0);
    const reading = limitSize(c, async () => {
      body = await c.req.raw.arrayBuffer();
    });
    const tooSlow = () =>
      errorResponse(c, 408, 'The form did not arrive whole. Please send it again.');
    const failure = await pTimeout(reading, { milliseconds: timeoutMs, fallback: tooSlow })
      // The visitor has disconnected; no one receives this response.
      .catch(tooSlow);
    if (failure) return failure;
    c.req.raw = new Request(c.req.raw, { body });
    return next();
  };
}
