import type { HonoRequest, MiddlewareHandler } from 'hono';
import type { RateLimitExceeded, RateLimitedAction } from '#src/server/rate-limiter.ts';
import type { SiteEnv } from '#src/server/request-context.ts';
import { errorResponse } from '../server/error-response.ts';

export interface RateLimitOptions {
  /** Undefined: the request is not limited. */
  readonly action: (request: HonoRequest) => RateLimitedAction | undefined;
  readonly check: (action: RateLimitedAction) => Promise<RateLimitExceeded | undefined>;
}

/** Responds 429 to a request of an address that has exceeded its limit (`defaultLimits` in src/server/rate-limiter.ts). */
export function rateLimit({ action, check }: RateLimitOptions): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const limited = action(c.req);
    const exceeded = limited && (await check(limited));
    return exceeded ? errorResponse(c, 429, exceeded.message) : next();
  };
}
