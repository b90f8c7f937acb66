import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import { errorResponse, requestMessages } from '#src/request/error-response.ts';

interface Rule {
  readonly path: RegExp;
  readonly methods: readonly string[];
  /** The content types of a POST; absent where the route checks them. */
  readonly types?: RegExp;
}

/** The path of a server function has the hash of its module and its name. Waku throws for any other path below /RSC/F/. */
const serverFunction = /^\/RSC\/F\/([\w-]+)\/([\w$-]+)\.txt$/;
/** React calls server functions with a form or with text; without script, a form is sent to the page. */
const formType = /^multipart\/form-data\b/i;
const callType = /^(?:multipart\/form-data|text\/plain)\b/i;
const read = ['GET', 'HEAD'] as const;

/** The first rule whose path matches applies; the last one matches every page. */
const rules: readonly Rule[] = [
  { path: /^\/api\/uploadapplicantdocument$/, methods: ['POST'] },
  { path: /^\/(?:api\/submission|healthz|readyz)$/, methods: read },
  { path: /^\/policy-reports$/, methods: ['POST'], types: /^application\/csp-report\b/i },
  { path: /^\/forms\//, methods: [...read, 'POST'] },
  { path: /^\/my-application\/[^/]+$/, methods: read },
  { path: /^\/my-application\//, methods: [...read, 'POST'] },
  { path: /^\/embed(?:\.js)?$/, methods: read },
  { path: serverFunction, methods: ['POST'], types: callType },
  { path: /^\/(?:RSC|assets)\//, methods: read },
  { path: /^/, methods: [...read, 'POST'], types: formType },
];

export interface RouteAllowlistOptions {
  /** The modules with server functions of this build by their hashes; absent in development. */
  readonly serverModules?: Readonly<Record<string, () => Promise<object>>>;
}

/**
 * Passes only the methods, content types and addresses that the site serves. Waku itself renders a page for
 * a DELETE, and logs a stack for an address that it cannot decode.
 */
export function routeAllowlist(options: RouteAllowlistOptions = {}): MiddlewareHandler {
  return async (c, next) => {
    const { path, method } = c.req;
    if (await isMalformedRsc(c.req, options)) return errorResponse(c, 404, requestMessages.noPage);
    // A path that is not a route redirects to the home page (contract, decision 3).
    if (!isDecodable(c)) return c.redirect('/', 307);
    const rule = rules.find((entry) => entry.path.test(path));
    if (!rule?.methods.includes(method)) {
      const allow = rule?.methods.join(', ') ?? '';
      return errorResponse(c, 405, requestMessages.method(method), { allow });
    }
    if (method === 'POST' && rule.types && !rule.types.test(c.req.header('content-type') ?? ''))
      return errorResponse(c, 415, requestMessages.formsOnly);
    return next();
  };
}

async function isMalformedRsc(
  { path, url }: HonoRequest,
  { serverModules }: RouteAllowlistOptions,
): Promise<boolean> {
  if (!path.startsWith('/RSC/')) return false;
  if (!path.startsWith('/RSC/F/')) return !path.endsWith('.txt');
  // Not `path`, which is decoded: Waku looks up the name as it was sent.
  const [, module, name] = serverFunction.exec(new URL(url).pathname) ?? [];
  if (module === undefined || name === undefined) return true;
  if (!serverModules) return false;
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
