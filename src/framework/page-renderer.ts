import type { Context, MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { inLanguage, withoutLanguage } from '#src/language/paths.ts';
import { type NodeBindings, noStore, type SiteEnv } from '#src/request/site-env.ts';
import { traceRender } from '#src/telemetry/tracing.ts';

export type Render = (request: Request, bindings: NodeBindings) => Response | Promise<Response>;

/** Responds with the page of the request. `middleware` runs around the render of each page. */
export const pageRenderer = (
  waku: Render,
  middleware: readonly MiddlewareHandler<SiteEnv>[],
): MiddlewareHandler<SiteEnv> =>
  every(...middleware, (c: Context<SiteEnv>) => traceRender(() => waku(forWaku(c.req.raw), c.env)));

/**
 * Lets routes respond to a form with a page of the site, in the same request (`c.render`). The page shows the results of the
 * request, and `status` replaces 200.
 */
export const pageResponses =
  (render: MiddlewareHandler<SiteEnv>): MiddlewareHandler<SiteEnv> =>
  (c, next) => {
    c.setRenderer(async ({ address = c.req.path, status }) => {
      const { headers: sent, signal } = c.req.raw;
      const headers = new Headers(sent);
      for (const name of ['content-type', 'content-length', 'transfer-encoding'])
        headers.delete(name);
      c.req.raw = new Request(new URL(inLanguage(address), c.req.url), { headers, signal });
      await render(c, async () => {});
      if (c.res.status === 200)
        c.res = new Response(c.res.body, { status, headers: c.res.headers });
      c.header('cache-control', noStore);
      return c.res;
    });
    return next();
  };

/**
 * Removes the Origin of a form: `sameOrigin` has checked it, and Waku would compare it with a Host header that a proxy
 * may have replaced. A HEAD becomes a GET, as Waku handles HEAD for pages only; hono drops the body.
 */
function forWaku(sent: Request): Request {
  const request = withoutPrefix(sent);
  if (request.method === 'HEAD') return new Request(request, { method: 'GET' });
  if (request.method !== 'POST' || !request.headers.has('origin')) return request;
  const headers = new Headers(request.headers);
  headers.delete('origin');
  return new Request(request, { headers });
}

/** Removes the prefix of the language, which Waku's routes do not have. */
function withoutPrefix(request: Request): Request {
  const url = new URL(request.url);
  const path = withoutLanguage(url.pathname);
  if (path === url.pathname) return request;
  url.pathname = path;
  return new Request(url, request);
}
