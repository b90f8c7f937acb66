import type { MiddlewareHandler } from 'hono';
import { texts } from '#src/language/server.ts';
import { errorResponse } from '#src/request/error-response.ts';
import { routeOf } from '#src/routes.ts';

/** The origin in the browser may differ from SITE_ORIGIN: an alias, a preview, localhost and 127.0.0.1. */
export const isOwnOrigin = (origin: string, siteOrigin: string, host?: string): boolean =>
  origin === siteOrigin || (host !== undefined && URL.parse(origin)?.host === host);

/**
 * Responds 403 to a POST that another site made a browser send, whatever its content type, because browsers send other
 * types than those of forms without a preflight too. hono's `csrf` checks forms only. A program that sends neither
 * Origin nor Sec-Fetch-Site has no cookie of a visitor, and passes.
 */
export function sameOrigin(siteOrigin: string): MiddlewareHandler {
  return async (c, next) => {
    const { method, path } = c.req;
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const isAllowed =
      method !== 'POST' ||
      routeOf(path).allowsOtherOrigins ||
      (origin === undefined && site === undefined) ||
      site === 'same-origin' ||
      site === 'none' ||
      (origin !== undefined && isOwnOrigin(origin, siteOrigin, c.req.header('host')));
    return isAllowed ? next() : errorResponse(c, 403, texts().errors.otherOrigin);
  };
}
