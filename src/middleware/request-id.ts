import type { MiddlewareHandler } from 'hono';
import { requestIdHeader, withRequestId } from '#src/http/request-id.ts';
import type { SiteEnv } from '#src/server/request-context.ts';

/**
 * Gives each request an id, which its response has, too. The render of a page that is stored is part of the request that has
 * caused it, and its headers are those of all visitors.
 */
export function requestId(): MiddlewareHandler<SiteEnv> {
  return (c, next) => {
    if (c.env?.record) return next();
    return withRequestId(
      (name) => c.req.header(name),
      async (id) => {
        await next();
        // A response that Waku has made lacks what was set before.
        c.header(requestIdHeader, id);
      },
    );
  };
}
