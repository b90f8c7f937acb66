import type { Context, MiddlewareHandler } from 'hono';
import { retryAfter } from '#src/domain/api/failures.ts';
import { BodyError, readBodyBytes } from '#src/http/read-body.ts';
import { texts } from '#src/language/server.ts';
import { errorResponse } from '#src/request/error-response.ts';
import { bodyMemory } from './body-memory.ts';

/**
 * Reads the body of a POST before any other code does. Responds 413 when it is longer than `maxBytes`, declared or
 * chunked, 408 when it does not arrive in time, and 503 when the bodies of all requests that are read or processed would
 * exceed `memory`. The next middleware finds the received bytes in `formBytes`.
 */
export function formBodyLimit({
  maxBytes,
  timeoutMs,
  memory = bodyMemory.forms,
}: {
  readonly maxBytes: (path: string) => number;
  readonly timeoutMs: number;
  readonly memory?: typeof bodyMemory.forms;
}): MiddlewareHandler {
  return async (c, next) => {
    const { method, path, raw } = c.req;
    if (method !== 'POST' || !raw.body) return next();
    const limit = maxBytes(path);
    if (Number(c.req.header('content-length')) > limit) return refuse(c, 'tooLong');
    using held = memory.open();
    let body: Buffer<ArrayBuffer>;
    try {
      body = await readBodyBytes(raw.body, { maxBytes: limit, timeoutMs, reserve: held.reserve });
    } catch (error) {
      if (!(error instanceof BodyError)) throw error;
      return refuse(c, error.problem);
    }
    c.req.raw = new Request(raw, { body });
    c.set('formBytes', body.length);
    await next();
  };
}

function refuse(c: Context, problem: BodyError['problem']): Response {
  const { tooMuchText, manyForms, incomplete } = texts().errors;
  if (problem === 'tooLong') return errorResponse(c, 413, tooMuchText);
  if (problem === 'noRoom') return errorResponse(c, 503, manyForms, retryAfter('busy'));
  return errorResponse(c, 408, incomplete);
}
