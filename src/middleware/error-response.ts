import type { Context } from 'hono';
import { escapeHtml, plainPage } from './plain-page.ts';

/** An answer in a sentence: a page where a person reads it, plain text where a program does. */
export function errorResponse(
  c: Context,
  status: 400 | 403 | 404 | 405 | 408 | 413 | 415 | 429 | 500 | 503 | 504,
  sentence: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const all = new Headers({ 'cache-control': 'no-store', ...headers });
  if (!wantsPage(c)) {
    all.set('content-type', 'text/plain; charset=utf-8');
    return new Response(`${sentence}\n`, { status, headers: all });
  }
  all.set('content-type', 'text/html; charset=utf-8');
  const title = status >= 500 ? 'This page cannot be shown just now' : 'That did not work';
  const body = `<h1>${title}</h1><p role="alert">${escapeHtml(sentence)}</p><p><a href="/">Back to the openings</a></p>`;
  return new Response(plainPage({ title, body }), { status, headers: all });
}

const wantsPage = (c: Context): boolean =>
  !c.req.path.startsWith('/RSC/') && /\btext\/html\b/.test(c.req.header('accept') ?? '');
