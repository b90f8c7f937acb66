import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import { texts } from '#src/language/server.ts';
import { checkRateLimit } from '#src/limits/rate-limiter.ts';
import { errorResponse } from '#src/request/error-response.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { hasPageForm, routeOf } from '#src/routes.ts';
import { log } from '#src/telemetry/logger.ts';

/**
 * Answers calls and forms for which this build has no server function. `addresses` comes before the table of routes,
 * `bodies` after the body limit.
 */
export function knownServerFunctions({
  isMissing,
  accepts,
  showForm,
}: {
  isMissing(request: HonoRequest): Promise<boolean>;
  accepts(path: string, body: string | FormData): Promise<boolean>;
  /** Responds with the page of a form that another build has rendered, and with its values. */
  showForm(c: Context<SiteEnv>, form: FormData): Promise<Response>;
}): Record<'addresses' | 'bodies', MiddlewareHandler<SiteEnv>> {
  return {
    addresses: async (c, next) =>
      (await isMissing(c.req)) ? refuse(c, 404, texts().errors.noPage) : next(),
    async bodies(c, next) {
      const { method, path } = c.req;
      const hasForm = hasPageForm(path);
      if (method !== 'POST' || !(hasForm || routeOf(path).name === 'server-function'))
        return next();
      const sent = c.req.raw.clone();
      const isForm = /^multipart/i.test(c.req.header('content-type') ?? '');
      const body = await (isForm ? sent.formData() : sent.text()).catch(() => undefined);
      if (body === undefined) return refuse(c, 400, texts().errors.incomplete);
      if (await accepts(path, body)) return next();
      if (!hasForm || typeof body === 'string') return refuse(c, 400, texts().errors.notUnderstood);
      return (await limited(c)) ?? showForm(c, body);
    },
  };
}

const refuse = async (c: Context, status: 400 | 404, message: string): Promise<Response> =>
  (await limited(c)) ?? errorResponse(c, status, message);

/** The result is undefined while the visitor is within the rate limit. */
async function limited(c: Context): Promise<Response | undefined> {
  log().warn({ event: 'server-function-unknown', route: routeOf(c.req.path).name });
  const exceeded = await checkRateLimit('unknown-function');
  return exceeded && errorResponse(c, 429, exceeded.message);
}
