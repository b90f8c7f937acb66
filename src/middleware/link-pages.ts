import { Hono, type MiddlewareHandler } from 'hono';
import type { alertPaths, myApplicationPaths } from '#src/addresses.ts';
import { failureKinds } from '#src/domain/api/failures.ts';
import { tokenIn } from '#src/domain/model/linked-application.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';

/** While the API host does not respond, the response tells when to ask again. */
export const retryWhenUnavailable: MiddlewareHandler<SiteEnv> = async (c, next) => {
  await next();
  const status = c.get('pageStatus') ?? c.res.status;
  if (status === failureKinds.unavailable.httpStatus) c.header('retry-after', '30');
};

/**
 * Returns the routes that the pages of tokens have in common. No response is stored or listed, an address with what mail
 * programs add to it leads to the page, and so does a GET of the address of a form: mail scanners open every link.
 */
export function linkPages(
  paths: typeof myApplicationPaths | typeof alertPaths,
  hrefOf: (token: string) => string,
): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  // With `*` in place of `:token/*` the pattern would also apply to the path without a slash at its end.
  app.use(`${paths}:token/*`, retryWhenUnavailable, async (c, next) => {
    await next();
    c.header('cache-control', noStore);
    c.header('x-robots-tag', 'noindex');
  });
  app.get(`${paths}:token`, async (c, next) => {
    const token = c.req.param('token');
    const found = tokenIn(token);
    if (found === undefined || found === token) return next();
    return c.redirect(hrefOf(found));
  });
  app.get(`${paths}:token/:action`, (c) =>
    c.redirect(hrefOf(encodeURIComponent(c.req.param('token')))),
  );
  return app;
}
