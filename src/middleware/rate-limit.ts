import type { MiddlewareHandler } from 'hono';
import { checkRateLimit } from '#src/limits/rate-limiter.ts';
import { errorResponse } from '#src/request/error-response.ts';
import type { RateLimitedAction } from '#src/routes.ts';

/**
 * Responds 429 to a request of a network address that has exceeded its limit (`defaultLimits` in
 * src/limits/rate-limiter.ts).
 * @param actionOf undefined for a path that is not limited
 */
export function rateLimit(
  actionOf: (path: string) => RateLimitedAction | undefined,
): MiddlewareHandler {
  return async (c, next) => {
    const action = actionOf(c.req.path);
    const exceeded = action && (await checkRateLimit(action));
    return exceeded ? errorResponse(c, 429, exceeded.message) : next();
  };
}
