import type { Context, MiddlewareHandler } from 'hono';
import { log } from '#src/server/logger.ts';
import { errorResponse } from './error-response.ts';

const sentence = 'Something went wrong on our side. Please try again in a moment.';

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Takes Waku's note about a failed render off a redirect: whoever does not follow it would read an error.
 * Otherwise turns the empty shell Waku answers with when a page fails into a page with a sentence. What else a
 * failed request needs to say (409, 413…) its own route says.
 */
export function errorPages(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { status, headers } = c.res;
    if (redirects.has(status) && headers.has('location') && !c.req.path.startsWith('/RSC/')) {
      const bare = new Response(null, { status, headers: new Headers(headers) });
      bare.headers.delete('content-type');
      c.res = undefined;
      c.res = bare;
      return;
    }
    if (status !== 500) return;
    const answer = errorResponse(c, 500, sentence, { 'retry-after': '30' });
    c.res = undefined;
    c.res = answer;
  };
}

/** For what a route throws: the log says what, the visitor reads a sentence. */
export function onError(error: Error, c: Context): Response {
  log().error({ event: 'request-failed', method: c.req.method, err: error });
  return errorResponse(c, 500, sentence);
}
