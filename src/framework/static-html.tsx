import { hash } from 'node:crypto';
import { tryGetContext } from 'hono/context-storage';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { memoize } from '#src/jobs/memoize.ts';
import { oncePerLanguage } from '#src/language/format.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { isServerFunctionPath } from '#src/routes.ts';
import { StaticHtml } from './static-html.client.tsx';
import { isOptimized } from './switch.ts';

let renderToStaticMarkup: typeof import('./static-markup.ts').renderToStaticMarkup;

/**
 * Loads React's renderer before the first page. The renderer cannot run in the module graph of server components; Node,
 * which runs the unit tests, has one graph. There is no top-level `await`, with which Vite would divide the scripts of
 * the browser differently.
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

interface Markup {
  readonly html: Buffer;
  /** Depends on the content only, so that the same content gives the same bytes in every response. */
  readonly digest: string;
}

const digestOf = (content: string): string => hash('sha256', content, 'base64url').slice(0, 12);

const renderElement = memoize((element: ReactElement): Markup => {
  const text = renderToStaticMarkup(element);
  return { html: Buffer.from(text), digest: digestOf(text) };
});

const latestElements = oncePerLanguage(
  () => new WeakMap<object, { readonly key: string; readonly element: ReactElement }>(),
);

/**
 * Keeps an element for each item in each language, so that it is rendered once, and creates it again if `key` has
 * changed. `key` contains all other data of the element. An unchanged opening or catalogue is the same object.
 */
export function latestElement(item: object, key: string, create: () => ReactElement): ReactElement {
  const latest = latestElements();
  const known = latest.get(item);
  if (known?.key === key) return known.element;
  const element = create();
  latest.set(item, { key, element });
  return element;
}

/**
 * Sends elements of components without state as HTML, which React would send twice, as HTML and as flight data, and
 * hydrate (decision 014). A component without props depends on the language only and is rendered once. Only a dynamic
 * page may contain it; a client component, a hook or a promise in it throws. Its element has no box by default.
 */
export function staticHtml(
  content: ReactElement | readonly ReactElement[] | (() => ReactElement),
  around: { readonly as: 'div' | 'ul'; readonly className: string | undefined } = noBox,
): ReactNode {
  const elements = [
    typeof content === 'function' ? latestElement(content, '', content) : content,
  ].flat();
  const { as, className } = around;
  // In development Vite wraps each component in a promise.
  if (!isOptimized) return createElement(as, { className }, ...elements);
  const parts = elements.map(renderElement);
  const id = `html-${digestOf(parts.map(({ digest }) => digest).join())}`;
  const html = Buffer.concat(parts.map((part) => part.html));
  const c = tryGetContext<SiteEnv>();
  // The result of a server function contains the HTML itself, also if it contains a page after a redirect.
  const page = c && !isServerFunctionPath(c.req.path) ? c.get('record') : undefined;
  page?.staticHtml.set(id, html);
  return <StaticHtml key={id} id={id} {...around} {...(!page && { html: html.toString() })} />;
}

const noBox = { as: 'div', className: 'contents' } as const;

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
