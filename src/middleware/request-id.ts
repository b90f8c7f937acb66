import type { MiddlewareHandler } from 'hono';
import { requestIdHeader } from '#src/http/request-id.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { routeOf } from '#src/routes.ts';
import { traceRequest } from '#src/telemetry/tracing.ts';

/** Gives each request a span and an id. The response contains the id. */
export function requestId(): MiddlewareHandler<SiteEnv> {
  return (c, next) =>
    traceRequest(
      (name) => c.req.header(name),
      c.env?.outgoing,
      async (id) => {
        await next();
        // The header is set now, because Waku creates a new response without the headers that were set before.
        c.res.headers.set(requestIdHeader, id);
        return { method: c.req.method, route: routeOf(c.req.path).name, status: c.res.status };
      },
    );
}
