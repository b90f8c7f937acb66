import { hash } from 'node:crypto';
import { tryGetContext } from 'hono/context-storage';
import type { ReactElement, ReactNode } from 'react';
import { oncePerLanguage } from '#src/language/format.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { isServerFunctionPath } from '#src/routes.ts';
import { StaticHtml } from './static-html.client.tsx';
import { isOptimized } from './switch.ts';

let renderToStaticMarkup: typeof import('./static-markup.ts').renderToStaticMarkup;

/**
 * Loads React's renderer before the first page. It cannot run in the graph of server components; Node, which runs the unit
 * tests, has one graph. The module cannot use `await` for it, because Vite then divides the scripts of the browser
 * differently.
 */
export async function loadRenderer(): Promise<void> {
  const file = './static-markup.ts';
  const module: typeof import('./static-markup.ts') = import.meta.env
    ? await import.meta.viteRsc.import<typeof import('./static-markup.ts')>('./static-markup.ts', {
        environment: 'ssr',
      })
    : await import(/* @vite-ignore */ file);
  renderToStaticMarkup = module.renderToStaticMarkup;
}

export interface Markup {
  readonly html: Buffer;
  readonly digest: string;
}

export const createMarkup = (html: Buffer | string): Markup => ({
  html: Buffer.from(html),
  // The digest depends on the content only, so that the same content gives the same bytes in every response.
  digest: digestOf(html),
});

const digestOf = (content: Buffer | string): string =>
  hash('sha256', content, 'base64url').slice(0, 12);

const renderedElements = new WeakMap<ReactElement, Markup>();

/**
 * Renders an element once. It may contain components without state: a client component, a hook or a promise throws an error.
 */
export function renderMarkup(element: ReactElement): Markup {
  const markup = renderedElements.get(element) ?? createMarkup(renderToStaticMarkup(element));
  renderedElements.set(element, markup);
  return markup;
}

/**
 * Returns a function that keeps an element for each object in each language, and creates it again if `key` has changed.
 * `key` has all else that the element shows. An unchanged opening or list of the API host is the same object.
 */
export function latestElement<Item extends object>() {
  const latest = oncePerLanguage(
    () => new WeakMap<Item, { readonly key: string; readonly element: ReactElement }>(),
  );
  return (item: Item, key: string, create: () => ReactElement): ReactElement => {
    const known = latest().get(item);
    if (known?.key === key) return known.element;
    const element = create();
    latest().set(item, { key, element });
    return element;
  };
}

/**
 * Renders components without state as HTML, which React would send twice, as HTML and as flight data, and hydrate
 * (decision 014). Only a dynamic page may contain it. The element around it has no box.
 */
export const staticHtml = (element: ReactElement): ReactNode =>
  // In development Vite wraps each component in a promise.
  isOptimized ? writeMarkup([renderMarkup(element)]) : element;

/** Returns a component whose element depends on nothing but the language, and is created once for each. */
export function staticComponent(create: () => ReactElement): () => ReactNode {
  const element = oncePerLanguage(create);
  return () => staticHtml(element());
}

/**
 * Writes elements of the head, such as metadata, which React would send twice and render with the page. It must be called
 * before the page has its first part.
 */
export function writeHead(element: ReactElement): ReactNode {
  const page = tryGetContext<SiteEnv>()?.get('record');
  if (!isOptimized || !page) return element;
  page.metadata.push(Buffer.from(renderToStaticMarkup(element)));
  return null;
}

/**
 * Returns an element that the rewriter of the page fills with the HTML (rewrite-page.ts). In the result of a server function
 * the element contains the HTML itself.
 */
export function writeMarkup(parts: readonly Markup[]): ReactNode {
  const id = `html-${digestOf(parts.map(({ digest }) => digest).join())}`;
  const html = Buffer.concat(parts.map((part) => part.html));
  const c = tryGetContext<SiteEnv>();
  // The result of a server function may contain a page too, after a redirect.
  const page = c && !isServerFunctionPath(c.req.path) ? c.get('record') : undefined;
  page?.staticHtml.set(id, html);
  return <StaticHtml key={id} id={id} {...(!page && { html: html.toString() })} />;
}
