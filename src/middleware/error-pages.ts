import type { Context, MiddlewareHandler } from 'hono';
import { log } from '#src/site/log.ts';
import { refuse } from './refuse.ts';

const sentence = 'Something went wrong on our side. Please try again in a moment.';

/**
 * Turns the empty shell Waku answers with when a page fails into a page with a sentence. What else a
 * failed request needs to say (409, 413…) its own route says.
 */
export function errorPages(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.status !== 500) return;
    const answer = refuse(c, 500, sentence, { 'retry-after': '30' });
    c.res = undefined;
    c.res = answer;
  };
}

/** For what a route throws: the log says what, the visitor reads a sentence. */
export function onError(error: Error, c: Context): Response {
  log().error({ event: 'request-failed', method: c.req.method, err: error });
  return refuse(c, 500, sentence);
}
