import type { Context, MiddlewareHandler } from 'hono';
import { errorResponse } from './error-response.ts';

/**
 * Refuses a POST that another site made a browser send. Browsers tell by Origin and Sec-Fetch-Site; a
 * program that sends neither holds no visitor's cookie and is let through.
 */
export function sameOrigin({ siteOrigin }: { readonly siteOrigin: string }): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'POST' && comesFromElsewhere(c, siteOrigin))
      return errorResponse(c, 403, 'Please send the form from this site itself.');
    return next();
  };
}

function comesFromElsewhere(c: Context, siteOrigin: string): boolean {
  const origin = c.req.header('origin');
  if (origin === undefined) return c.req.header('sec-fetch-site') === 'cross-site';
  if (origin === siteOrigin) return false;
  // The address the browser used may differ from SITE_ORIGIN: an alias, a preview, localhost and 127.0.0.1.
  return !URL.canParse(origin) || new URL(origin).host !== c.req.header('host');
}
