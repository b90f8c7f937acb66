import type { HonoRequest, MiddlewareHandler } from 'hono';
import { checkRateLimit, type RateLimitedAction } from '#src/limits/rate-limiter.ts';
import { errorResponse } from '#src/request/error-response.ts';

/**
 * Responds 429 to a request of an address that has exceeded its limit (`defaultLimits` in src/limits/rate-limiter.ts).
 * @param actionOf undefined for a request that is not limited
 */
export function rateLimit(
  actionOf: (request: HonoRequest) => RateLimitedAction | undefined,
): MiddlewareHandler {
  return async (c, next) => {
    const action = actionOf(c.req);
    const exceeded = action && (await checkRateLimit(action));
    return exceeded ? errorResponse(c, 429, exceeded.message) : next();
  };
}
