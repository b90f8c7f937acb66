import { createHash } from 'node:crypto';
import type { ReactElement, ReactNode } from 'react';
import { unstable_getRequest } from 'waku/router/server';
import { type RenderedHtml, renderStaticHtml, storeStaticHtml } from './render-static-html.ts';
import { StaticHtml } from './static-html.client.tsx';

/** In development Vite wraps each component in a promise, which only React can render. */
export const isDevelopment = import.meta.env?.DEV === true;

/** The HTML of elements. One that a module creates once is rendered once. */
const renderedElements = new WeakMap<ReactElement, RenderedHtml>();

/**
 * Plain components as HTML, which React would send twice, as HTML and as flight data, and hydrate (decision 014). In a
 * dynamic page only. The element around it has no box.
 */
export function staticHtml(element: ReactElement): ReactNode {
  if (isDevelopment) return element;
  const rendered = renderedElements.get(element) ?? renderStaticHtml(element);
  renderedElements.set(element, rendered);
  return writeHtml(rendered);
}

/** The node that writes rendered HTML into the document. */
export function writeHtml({ html, stylesheets }: RenderedHtml): ReactNode {
  // Derived from the content, so that the same content gives the same bytes in every response.
  const id = `html-${createHash('sha256').update(html).digest('base64url').slice(0, 12)}`;
  const byRouter = isRouterRequest(unstable_getRequest());
  if (!byRouter) storeStaticHtml(id, html);
  const content = <StaticHtml key={id} id={id} {...(byRouter && { html })} />;
  return stylesheets.length === 0 ? content : [...stylesheets, content];
}

/** Whether Waku's router requests flight data: by path, or by header after a redirect. */
function isRouterRequest(request: Request): boolean {
  return new URL(request.url).pathname.startsWith('/RSC/') || request.headers.has('x-waku-etags');
}
