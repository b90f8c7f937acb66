import type { Context, MiddlewareHandler } from 'hono';
import { maxLength } from '#src/domain/model/limits.ts';
import { errorResponse } from './error-response.ts';

/**
 * The largest form a page or server function takes, in bytes: 64 kB, and room for the letter and twenty
 * answers at three bytes a character, twice, since a form sent without script carries its last state too.
 */
export const maxFormBytes = 64 * 1024 + 2 * 3 * (maxLength.cover_letter + 20 * maxLength.answer);

export interface BodyLimitOptions {
  readonly maxBytes: number;
  /** How long a body of this size may take to come in, in milliseconds. */
  readonly withinMs: number;
}

/**
 * Reads a POST's body up to `maxBytes` before anything else does: a longer one, declared or chunked, is
 * answered 413 with no more than that in memory, one that does not come to its end 408.
 */
export function formBodyLimit({ maxBytes, withinMs }: BodyLimitOptions): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'POST' || !c.req.raw.body) return next();
    const declared = Number(c.req.header('content-length') ?? 0);
    const body = declared > maxBytes ? 'too long' : await readBody(c, maxBytes, withinMs);
    if (body === 'too long')
      return errorResponse(c, 413, 'This is more text than the form can take. Please shorten it.');
    if (body === 'too slow')
      return errorResponse(c, 408, 'The form did not arrive whole. Please send it again.');
    c.req.raw = new Request(c.req.raw, { body });
    return next();
  };
}

async function readBody(
  c: Context,
  maxBytes: number,
  withinMs: number,
): Promise<Uint8Array<ArrayBuffer> | 'too long' | 'too slow'> {
  const reader = c.req.raw.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'too slow'>((resolve) => {
    timer = setTimeout(resolve, withinMs, 'too slow');
  });
  try {
    for (;;) {
      const next = await Promise.race([reader?.read(), late]);
      if (next === 'too slow') return next;
      if (!next?.value) return Buffer.concat(chunks);
      bytes += next.value.length;
      if (bytes > maxBytes) return 'too long';
      chunks.push(next.value);
    }
  } catch {
    // The visitor is gone; nobody reads the answer.
    return 'too slow';
  } finally {
    clearTimeout(timer);
    reader?.releaseLock();
  }
}
