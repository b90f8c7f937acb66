import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import { errorResponse, requestMessages } from '#src/request/error-response.ts';
import { routeOf, routes } from '#src/routes.ts';

/** The path of a server function has the hash of its module and its name. Nothing else of the site is below /RSC/. */
const serverFunction = /^\/RSC\/F\/([\w-]+)\/([\w$-]+)\.txt$/;

export interface RouteAllowlistOptions {
  /** The modules with server functions of this build by their hashes; absent in development. */
  readonly serverModules?: Readonly<Record<string, () => Promise<object>>>;
}

/**
 * Passes only the methods and content types of the table of routes, and redirects other spellings of a path to the one
 * address. Waku itself renders a page for a DELETE, and logs a stack for an address that it cannot decode.
 */
export function routeAllowlist(options: RouteAllowlistOptions = {}): MiddlewareHandler {
  return async (c, next) => {
    const { path, method } = c.req;
    if (await isNoServerFunction(c.req, options))
      return errorResponse(c, 404, requestMessages.noPage);
    // A path that is not a route redirects to the home page (contract, decision 3).
    if (!isDecodable(c)) return c.redirect('/', 307);
    const address = otherAddress(new URL(c.req.url));
    if (address !== undefined) return c.redirect(address, 308);
    const { methods, body } = routeOf(path);
    if (!methods.some((one) => one === method))
      return errorResponse(c, 405, requestMessages.method(method), { allow: methods.join(', ') });
    if (method === 'POST' && body?.types?.test(c.req.header('content-type') ?? '') === false)
      return errorResponse(c, 415, requestMessages.formsOnly);
    return next();
  };
}

/** The address of a page whose path was sent with further slashes or with `index.html`. */
function otherAddress({ pathname, search }: URL): string | undefined {
  const path = pathname.replace(/\/+/g, '/').replace(/\/(?:index\.html)?$/, '') || '/';
  return path !== pathname && routeOf(path) !== routes['/*'] ? path + search : undefined;
}

async function isNoServerFunction(
  { path, url }: HonoRequest,
  { serverModules }: RouteAllowlistOptions,
): Promise<boolean> {
  // The dev server also loads changed components from there.
  if (!serverModules || !path.startsWith('/RSC/')) return false;
  // Not `path`, which is decoded: Waku looks up the name as it was sent.
  const [, module, name] = serverFunction.exec(new URL(url).pathname) ?? [];
  if (module === undefined || name === undefined) return true;
  // Own names only: `constructor` and `toString` are no server functions.
  if (!Object.hasOwn(serverModules, module)) return true;
  return !Object.hasOwn((await serverModules[module]?.()) ?? {}, name);
}

function isDecodable(c: Context): boolean {
  try {
    decodeURIComponent(new URL(c.req.url).pathname);
    return true;
  } catch {
    return false;
  }
}
