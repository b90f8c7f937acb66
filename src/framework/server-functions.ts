import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { splitLanguage, texts } from '#src/language/server.ts';
import { checkRateLimit } from '#src/limits/rate-limiter.ts';
import { errorResponse } from '#src/request/error-response.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { isServerFunctionPath, routeOf } from '#src/routes.ts';
import { log } from '#src/telemetry/logger.ts';

/** The modules with server functions of a build, by their hashes. */
export type ServerModules = Record<string, () => Promise<object>>;

const serverFunction = /^\/RSC\/F\/([\w-]+)\/([\w$-]+)\.txt$/;

/**
 * Answers calls for which this build has no server function. The handler `addresses` precedes the table of routes, and
 * `bodies` follows the body limit.
 */
export function knownServerFunctions(
  modules: ServerModules,
): Record<'addresses' | 'bodies', MiddlewareHandler<SiteEnv>> {
  return {
    addresses: async (c, next) =>
      (await isMissing(modules, c.req)) ? refuse(c, 404, texts().errors.noPage) : next(),
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

/**
 * Returns whether this build has no server function at the path of a request. Waku would answer such a request as an
 * error of the site, and log it with a stack.
 */
async function isMissing(modules: ServerModules, { path, url }: HonoRequest): Promise<boolean> {
  if (!isServerFunctionPath(path)) return false;
  // `path` is decoded, but Waku looks up the name as it was sent.
  const [, module = '', name = ''] =
    serverFunction.exec(splitLanguage(new URL(url).pathname).path) ?? [];
  // Inherited names such as `constructor` and `toString` are no server functions.
  if (!Object.hasOwn(modules, module)) return true;
  return !Object.hasOwn((await modules[module]?.()) ?? {}, name);
}

/** React reads other types from texts that begin with `$`. */
const callArguments = z
  .tuple([
    z.record(z.string(), z.union([z.number(), z.string().regex(/^(?!\$)|^\$(?:\$|undefined$)/)])),
  ])
  .or(z.tuple([]));

/**
 * Returns whether the body of a call has arguments that the site's server functions take: at most one flat object of
 * texts and numbers. Waku would answer other arguments as an error of the site too.
 */
function hasKnownArguments(body: string): boolean {
  try {
    return callArguments.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
