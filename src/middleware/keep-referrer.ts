import type { MiddlewareHandler } from 'hono';
import { referrerOf, withReferrer } from '#src/domain/rules/forms/referrer.ts';
import { routeOf } from '#src/routes.ts';
import { isOwnOrigin } from './same-origin.ts';

/** A cheap test that is false for almost every request, so that stored pages are sent without the middleware. */
export const mayRedirect = (url = '', referer = ''): boolean =>
  referer.includes('ref=') && !/[?&]ref=/.test(url) && routeOf(url).isInSitemap === true;

/**
 * Redirects from a page without `ref` to the same page with the `ref` of the page on which the visitor followed a link,
 * which the browser names in the header Referer (decision 023).
 */
export function keepReferrer(siteOrigin: string): MiddlewareHandler {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const address = pathname + search;
    const from = c.req.header('referer');
    if (c.req.method === 'POST' || !mayRedirect(address, from)) return next();
    const page = URL.parse(from ?? '');
    const isOwn = page && isOwnOrigin(page.origin, siteOrigin, c.req.header('host'));
    const ref = isOwn ? referrerOf(page.searchParams) : undefined;
    if (!ref) return next();
    c.header('cache-control', 'no-store');
    return c.redirect(withReferrer(address, ref), 302);
  };
}
