import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import { texts } from '#src/language/server.ts';
import { checkRateLimit } from '#src/limits/rate-limiter.ts';
import { errorResponse } from '#src/request/error-response.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { isServerFunctionPath, routeOf } from '#src/routes.ts';
import { log } from '#src/telemetry/logger.ts';

/**
 * Answers calls for which this build has no server function. `addresses` comes before the table of routes, `bodies` after
 * the body limit.
 */
export function knownServerFunctions({
  isMissing,
  hasKnownArguments,
}: {
  isMissing(request: HonoRequest): Promise<boolean>;
  hasKnownArguments(body: string): boolean;
}): Record<'addresses' | 'bodies', MiddlewareHandler<SiteEnv>> {
  return {
    addresses: async (c, next) =>
      (await isMissing(c.req)) ? refuse(c, 404, texts().errors.noPage) : next(),
    async bodies(c, next) {
      const { method, path } = c.req;
      if (method !== 'POST' || !isServerFunctionPath(path)) return next();
      const body = await c.req.raw.clone().text();
      return hasKnownArguments(body) ? next() : refuse(c, 400, texts().errors.notUnderstood);
    },
  };
}

async function refuse(c: Context, status: 400 | 404, message: string): Promise<Response> {
  log().warn({ event: 'server-function-unknown', route: routeOf(c.req.path).name });
  const exceeded = await checkRateLimit('unknown-function');
  return exceeded ? errorResponse(c, 429, exceeded) : errorResponse(c, status, message);
}
