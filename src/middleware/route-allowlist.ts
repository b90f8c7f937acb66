import type { Context, MiddlewareHandler } from 'hono';
import { fill } from '#src/language/format.ts';
import { inLanguage } from '#src/language/paths.ts';
import { texts } from '#src/language/server.ts';
import { errorResponse } from '#src/request/error-response.ts';
import { isLeftOut, localizedPath, routeOf, routes } from '#src/routes.ts';

/** Waku itself renders a page for a DELETE, and logs a stack for an address that it cannot decode. */
export function routeAllowlist(): MiddlewareHandler {
  return async (c, next) => {
    const { path, method } = c.req;
    // A path that is not a route redirects to the home page (contract, decision 3).
    if (!isDecodable(c)) return c.redirect(inLanguage('/'), 307);
    const address = otherAddress(new URL(c.req.url));
    if (address !== undefined) return c.redirect(address, 308);
    if (isLeftOut(path)) return errorResponse(c, 404, texts().errors.noPage);
    const { methods, body } = routeOf(path);
    if (!methods.some((one) => one === method))
      return errorResponse(c, 405, fill(texts().errors.method, { method }), {
        allow: methods.join(', '),
      });
    if (method === 'POST' && body?.types?.test(c.req.header('content-type') ?? '') === false)
      return errorResponse(c, 415, texts().errors.formsOnly);
    return next();
  };
}

/** A path with repeated slashes, with `index.html` or in a removed language has one canonical address. */
function otherAddress({ pathname, search }: URL): string | undefined {
  const cleaned = pathname.replace(/\/+/g, '/').replace(/\/(?:index\.html)?$/, '') || '/';
  const { path, language, route } = localizedPath(cleaned);
  // RFC 8058 permits no redirect of one-click unsubscriptions.
  const address = route.allowsOtherOrigins ? cleaned : inLanguage(path, language);
  return address !== pathname && route !== routes['/*'] ? address + search : undefined;
}

function isDecodable(c: Context): boolean {
  try {
    decodeURIComponent(new URL(c.req.url).pathname);
    return true;
  } catch {
    return false;
  }
}
