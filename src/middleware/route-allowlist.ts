import type { Context, MiddlewareHandler } from 'hono';
import { errorResponse } from './error-response.ts';

interface Rule {
  readonly path: RegExp;
  readonly methods: readonly string[];
  /** The content types a POST may have; absent: its route looks itself. */
  readonly types?: RegExp;
}

/** A server function: the hash of its module, its name. Anything else below /RSC/F/ makes Waku throw. */
const serverFunction = /^\/RSC\/F\/([\w-]+)\/[\w$-]+\.txt$/;
/** React calls server functions with a form or with text; without script it posts the form to the page. */
const asForm = /^multipart\/form-data\b/i;
const asCall = /^(?:multipart\/form-data|text\/plain)\b/i;
const read = ['GET', 'HEAD'] as const;

/** By the first rule whose path fits; the last one is every page. */
const rules: readonly Rule[] = [
  { path: /^\/api\/uploadapplicantdocument$/, methods: ['POST'] },
  { path: /^\/(?:api\/submission|healthz|readyz)$/, methods: read },
  { path: /^\/forms\//, methods: [...read, 'POST'] },
  { path: serverFunction, methods: ['POST'], types: asCall },
  { path: /^\/(?:RSC|assets|fonts|pictures)\//, methods: read },
  { path: /^/, methods: [...read, 'POST'], types: asForm },
];

export interface RouteAllowlistOptions {
  /** The modules of server functions that the build holds, by their hashes; absent while one develops. */
  readonly serverModules?: ReadonlySet<string>;
}

/**
 * Lets through what the site answers, by list: Waku itself would render a page for a DELETE, and answers
 * addresses it cannot decode with a stack in the log.
 */
export function routeAllowlist(options: RouteAllowlistOptions = {}): MiddlewareHandler {
  return async (c, next) => {
    const { path, method } = c.req;
    if (isMalformedRsc(path, options)) return errorResponse(c, 404, 'There is no such page.');
    // No route has such a path, and any path that is no route leads home (contract, decision 3).
    if (!isDecodable(c)) return c.redirect('/', 307);
    const rule = rules.find((entry) => entry.path.test(path));
    if (!rule?.methods.includes(method)) {
      const allow = rule?.methods.join(', ') ?? '';
      return errorResponse(c, 405, `This address does not take ${method}.`, { allow });
    }
    if (method === 'POST' && rule.types && !rule.types.test(c.req.header('content-type') ?? ''))
      return errorResponse(c, 415, 'This address takes forms only.');
    return next();
  };
}

function isMalformedRsc(path: string, { serverModules }: RouteAllowlistOptions): boolean {
  if (!path.startsWith('/RSC/')) return false;
  if (!path.startsWith('/RSC/F/')) return !path.endsWith('.txt');
  const [, module] = serverFunction.exec(path) ?? [];
  return module === undefined || serverModules?.has(module) === false;
}

function isDecodable(c: Context): boolean {
  try {
    decodeURIComponent(new URL(c.req.url).pathname);
    return true;
  } catch {
    return false;
  }
}
