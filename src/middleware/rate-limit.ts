import type { MiddlewareHandler } from 'hono';
import type { RateLimitExceeded, RateLimitedAction } from '#src/server/rate-limiter.ts';
import type { SiteEnv } from '#src/server/request-context.ts';
import { errorResponse } from './error-response.ts';

/** Refuses a POST for which an address has no turn left, before any of its body is read. */
export function rateLimit(
  turn: RateLimitedAction,
  takeTurn: (turn: RateLimitedAction) => Promise<RateLimitExceeded | undefined>,
): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const wait = c.req.method === 'POST' ? await takeTurn(turn) : undefined;
    if (!wait) return next();
    if (!/\bapplication\/json\b/.test(c.req.header('accept') ?? ''))
      return errorResponse(c, 429, wait.message);
    const title = 'An error occured';
    return c.json({ result: 'error', title, message: wait.message, received: [] }, 429);
  };
}
