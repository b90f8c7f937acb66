import type { Context, MiddlewareHandler } from 'hono';
import { html, raw } from 'hono/html';
import { colorProperties } from '#src/config/skins.ts';
import { isUnavailable, retryAfter } from '#src/domain/api/failures.ts';
import { language, site, texts } from '#src/language/server.ts';
import { log } from '#src/telemetry/logger.ts';
import { preferredType } from './accepts.ts';
import { hashSource } from './hash-source.ts';
import type { NodeBindings } from './site-env.ts';

const errorPageStyle = `:root{color-scheme:light dark;${colorProperties(['paper', 'on-paper', 'accent', 'focus'])}}
body{margin:0;background:var(--paper);color:var(--on-paper);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:1rem 1rem 4rem;overflow-wrap:anywhere}
.brand{display:inline-block;padding:.5rem 0;color:inherit;font:500 1.75rem/1 Georgia,serif;letter-spacing:-.02em;text-decoration:none}
.brand::after{color:var(--accent);content:"."}
h1{margin:2rem 0 1rem;font:500 2rem/1.2 Georgia,serif}a{color:var(--accent)}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}`;

/** The page has its own policy, because an error may be answered before the policy of the pages is added. */
const policy = `default-src 'none'; style-src ${hashSource(errorPageStyle)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A complete HTML page without script or linked files, for responses before Waku can render. */
export function plainPage(status: number, message: string): string {
  const title = texts().errors[status >= 500 ? 'failedTitle' : 'refusedTitle'];
  const { tag, dir, prefix } = language();
  const home = prefix || '/';
  return `${html`<!DOCTYPE html><html lang="${tag}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(errorPageStyle)}</style></head><body><main><a class="brand" href="${home}">${site().brand.name}</a><h1>${title}</h1><p role="alert">${message}</p><p><a href="${home}">${texts().errors.toOpenings}</a></p></main></body></html>`}`;
}

export const errorBody = (message: string) => ({
  result: 'error',
  title: texts().documents.messages.uploadErrorTitle,
  message,
});

/** A browser's navigation gets a page, a form that a script sends gets JSON, and other clients get plain text. */
export function errorResponse(
  c: Context,
  status: 400 | 403 | 404 | 405 | 408 | 413 | 415 | 429 | 500 | 503 | 504,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const all = new Headers({ 'cache-control': 'no-store', ...headers });
  const type = preferredType(c);
  if (type === 'application/json')
    return Response.json(errorBody(message), { status, headers: all });
  if (type === 'text/plain') {
    all.set('content-type', 'text/plain; charset=utf-8');
    return new Response(`${message}\n`, { status, headers: all });
  }
  all.set('content-type', 'text/html; charset=utf-8');
  all.set('content-security-policy', policy);
  return new Response(plainPage(status, message), { status, headers: all });
}

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Replaces the empty page that Waku sends for a failed render (500) by a page with a message, and removes
 * Waku's error text from the body of a redirect. Other errors are handled by their routes.
 */
export function errorPages(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { status, headers } = c.res;
    if (redirects.has(status) && headers.has('location')) {
      const redirect = new Response(null, { status, headers: new Headers(headers) });
      redirect.headers.delete('content-type');
      replaceResponse(c, redirect);
    } else if (status === 500)
      replaceResponse(c, errorResponse(c, 500, texts().errors.failed, retryAfter('away')));
  };
}

/** Without the first assignment, hono copies the headers of the previous response. */
export function replaceResponse(c: Context, response: Response): void {
  c.res = undefined;
  c.res = response;
}

export function onError(error: Error, c: Context): Response {
  const { incoming }: NodeBindings = c.env ?? {};
  if (incoming?.destroyed && !incoming.complete) {
    log().info({ event: 'request-aborted', method: c.req.method });
    return new Response(null, { status: 499 });
  }
  const { method } = c.req;
  if (isUnavailable(error)) {
    log().warn({ event: 'database-unavailable', method, err: error });
    return errorResponse(c, 503, texts().errors.failed, retryAfter('busy'));
  }
  log().error({ event: 'request-failed', method, err: error });
  return errorResponse(c, 500, texts().errors.failed);
}
