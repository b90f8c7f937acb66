import type { Context, MiddlewareHandler } from 'hono';
import { html, raw } from 'hono/html';
import { siteConfig } from '#src/config/site.ts';
import { messages } from '#src/domain/model/messages.ts';
import { colorProperties } from '#src/styles/colors.ts';
import { log } from '#src/telemetry/logger.ts';
import { preferredType } from './accepts.ts';
import type { NodeBindings } from './site-env.ts';

export const errorPageStyle = `:root{color-scheme:light dark;${colorProperties(['paper', 'on-paper', 'accent', 'focus'])}}
body{margin:0;background:var(--paper);color:var(--on-paper);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:1rem 1rem 4rem;overflow-wrap:anywhere}
.brand{display:inline-block;padding:.5rem 0;color:inherit;font:500 1.75rem/1 Georgia,serif;letter-spacing:-.02em;text-decoration:none}
.brand::after{color:var(--accent);content:"."}
h1{margin:2rem 0 1rem;font:500 2rem/1.2 Georgia,serif}a{color:var(--accent)}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}`;

/** A complete HTML page without script or linked files, for responses before Waku can render. */
const plainPage = (title: string, message: string): string =>
  `${html`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(errorPageStyle)}</style></head><body><main><a class="brand" href="/">${siteConfig.brand.name}</a><h1>${title}</h1><p role="alert">${message}</p><p><a href="/">Back to the openings</a></p></main></body></html>`}`;

/** These messages explain why a request was refused before a page or a form received it. */
export const requestMessages = {
  otherOrigin: 'Please send the form from this site itself.',
  crowded: 'Many people are here just now. Please try again in a moment.',
  tooSlow: 'This page took too long. Please try again.',
  tooMuchText: 'This is more text than the form can take. Please shorten it.',
  incomplete: 'The form did not arrive whole. Please send it again.',
  renewed: (button: string) =>
    `This page was renewed after you opened it. Please press '${button}' once more.`,
  notUnderstood: 'This address does not understand what was sent.',
  manyForms: 'Many forms are coming in just now. Nothing was sent; please try again in a moment.',
  noPage: 'There is no such page.',
  noFile: 'There is no such file.',
  formsOnly: 'This address takes forms only.',
  method: (method: string) => `This address does not take ${method}.`,
} as const;

/** A browser's navigation gets a page, a form that a script sends gets JSON, and other clients get plain text. */
export function errorResponse(
  c: Context,
  status: 400 | 403 | 404 | 405 | 408 | 413 | 415 | 429 | 500 | 503 | 504,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const all = new Headers({ 'cache-control': 'no-store', ...headers });
  const type = preferredType(c);
  if (type === 'application/json') {
    const body = { result: 'error', title: messages.uploadErrorTitle, message };
    return Response.json(body, { status, headers: all });
  }
  if (type === 'text/plain') {
    all.set('content-type', 'text/plain; charset=utf-8');
    return new Response(`${message}\n`, { status, headers: all });
  }
  all.set('content-type', 'text/html; charset=utf-8');
  const title = status >= 500 ? 'This page cannot be shown just now' : 'That did not work';
  return new Response(plainPage(title, message), { status, headers: all });
}

const failureMessage = 'Something went wrong on our side. Please try again in a moment.';
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
      replaceResponse(c, errorResponse(c, 500, failureMessage, { 'retry-after': '30' }));
  };
}

/** Without the first assignment, hono copies the headers of the previous response. */
export function replaceResponse(c: Context, response: Response): void {
  c.res = undefined;
  c.res = response;
}

/** Handles an error of a route: the log gets the error, the visitor a message. */
export function onError(error: Error, c: Context): Response {
  const { incoming }: NodeBindings = c.env ?? {};
  if (incoming?.destroyed && !incoming.complete) {
    log().info({ event: 'request-aborted', method: c.req.method });
    return new Response(null, { status: 499 });
  }
  log().error({ event: 'request-failed', method: c.req.method, err: error });
  return errorResponse(c, 500, failureMessage);
}
