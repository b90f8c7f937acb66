import type { MiddlewareHandler } from 'hono';
import { csrf } from 'hono/csrf';
import { errorResponse, requestMessages } from '#src/request/error-response.ts';

/** The address in the browser may differ from SITE_ORIGIN: an alias, a preview, localhost and 127.0.0.1. */
export const isOwnOrigin = (origin: string, siteOrigin: string, host?: string): boolean =>
  origin === siteOrigin || (host !== undefined && URL.parse(origin)?.host === host);

/**
 * Responds 403 to a form that another site made a browser send. A program that sends neither Origin nor Sec-Fetch-Site has
 * no visitor's cookie and passes; hono's own check would refuse it.
 */
export function sameOrigin({ siteOrigin }: { readonly siteOrigin: string }): MiddlewareHandler {
  const check = csrf({
    secFetchSite: ['same-origin', 'none'],
    origin: (origin, c) => isOwnOrigin(origin, siteOrigin, c.req.header('host')),
  });
  return async (c, next) => {
    const isProgram =
      c.req.header('origin') === undefined && c.req.header('sec-fetch-site') === undefined;
    if (isProgram) return next();
    const isAllowed = await check(c, async () => {}).then(
      () => true,
      () => false,
    );
    return isAllowed ? next() : errorResponse(c, 403, requestMessages.otherOrigin);
  };
}
