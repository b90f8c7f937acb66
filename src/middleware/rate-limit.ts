import type { MiddlewareHandler } from 'hono';
import type { RateLimitExceeded, RateLimitedAction } from '#src/server/rate-limiter.ts';
import type { SiteEnv } from '#src/server/request-context.ts';
import { preferredType } from '../server/accepts.ts';
import { errorResponse } from '../server/error-response.ts';

export interface RateLimitOptions {
  readonly action: RateLimitedAction;
  readonly check: (action: RateLimitedAction) => Promise<RateLimitExceeded | undefined>;
}

/** Responds 429 to a POST of an address that has exceeded its limit, before the body is read. */
export function rateLimit({ action, check }: RateLimitOptions): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const exceeded = c.req.method === 'POST' ? await check(action) : undefined;
    if (!exceeded) return next();
    const { message } = exceeded;
    if (preferredType(c) !== 'application/json') return errorResponse(c, 429, message);
    const title = 'An error occured';
    return c.json({ result: 'error', title, message, received: [] }, 429);
  };
}
