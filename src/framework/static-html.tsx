import { createHash } from 'node:crypto';
import type { ReactElement, ReactNode } from 'react';
import { unstable_getRequest } from 'waku/router/server';
import { renderStaticHtml, storeStaticHtml } from './render-static-html.ts';
import { StaticHtml } from './static-html.client.tsx';
import { isOn } from './switch.ts';

/** The HTML of elements. One that a module creates once is rendered once. */
const renderedElements = new WeakMap<ReactElement, string>();

/**
 * Plain components as HTML, which React would send twice, as HTML and as flight data, and hydrate (decision 014). In a
 * dynamic page only. The element around it has no box.
 */
export function staticHtml(element: ReactElement): ReactNode {
  // In development Vite wraps each component in a promise, which only React can render.
  if (!isOn) return element;
  const html = renderedElements.get(element) ?? renderStaticHtml(element);
  renderedElements.set(element, html);
  return writeHtml(html);
}

export function writeHtml(html: string): ReactNode {
  // Derived from the content, so that the same content gives the same bytes in every response.
  const id = `html-${createHash('sha256').update(html).digest('base64url').slice(0, 12)}`;
  // The result of a server function has no document.
  const isCall = new URL(unstable_getRequest().url).pathname.startsWith('/RSC/');
  if (!isCall) storeStaticHtml(id, html);
  return <StaticHtml key={id} id={id} {...(isCall && { html })} />;
}
