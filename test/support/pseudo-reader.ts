import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { siteConfig } from '#src/config/site.ts';
import { violations } from './axe.ts';
import * as defaultResponses from './default-responses.ts';

const stringsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(stringsOf)
    : typeof value === 'string'
      ? [value.replace(/<[^>]*>/g, ' ')]
      : [];
const months = Array.from({ length: 12 }, (_, month) =>
  ['short', 'long'].map((style) =>
    new Date(2026, month, 15).toLocaleDateString('fr', { month: style as 'short' }),
  ),
).flat();

/** Names and contents of data, which are the same in every language. */
const siteData = [
  ...stringsOf(defaultResponses),
  ...stringsOf([siteConfig.brand, siteConfig.companies, siteConfig.dishes, siteConfig.brands]),
  ...stringsOf([siteConfig.address, siteConfig.enquiries.email]),
  ...['English', 'Français', 'eo', 'ar', 'OpenStreetMap', 'WhatsApp', 'Facebook', 'LinkedIn'],
  ...['Agege', 'Arial', 'Georgia', 'Times New Roman', 'Verdana', 'Courier New', 'px'],
  ...['pdf', 'docx', 'doc', 'png', 'jpeg', 'jpg'],
  ...months,
  // The locale is that of French, whose lists Intl joins.
  ' et ',
];

/**
 * Returns a function that removes from a text of a pseudo-language what is in brackets, which is from its catalogue, and
 * data: those of the site and these.
 */
export function withoutCatalogue(data: readonly string[] = []): (text: string) => string {
  const known = [...siteData, ...data]
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)])
    .filter((text) => text.length > 1)
    .toSorted((a, b) => b.length - a.length);
  return (text) => {
    let depth = 0;
    let rest = '';
    for (const character of text) {
      if (character === '⟦') depth += 1;
      else if (character === '⟧') depth -= 1;
      else if (depth <= 0) rest += character;
    }
    // Most texts are in brackets as a whole.
    if (!isBare(rest)) return rest.trim();
    for (const one of known) rest = rest.replaceAll(one, ' ');
    return rest.trim();
  };
}

export const isBare = (text: string): boolean => /\p{L}{2}/u.test(text);

/**
 * Returns the title, and the texts of these parts and of their attributes that are read: the text of each block as one.
 */
const textsOf = (page: Page, parts: string): Promise<string[]> =>
  page.evaluate((parts) => {
    const texts = [document.title];
    const roots = [...document.querySelectorAll(parts)];
    const within = (selector: string) =>
      roots.flatMap((root) => [
        ...(root.matches(selector) ? [root] : []),
        ...root.querySelectorAll(selector),
      ]);
    const attributes = ['alt', 'aria-label', 'title', 'placeholder', 'aria-description'];
    attributes.push('aria-roledescription', 'aria-valuetext');
    const isInline = (element: Element) =>
      /^inline$|^contents$/.test(getComputedStyle(element).display);
    const blocks = new Set<Element>();
    for (const root of roots) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        let block = walker.currentNode.parentElement;
        if (
          !block ||
          block.closest(
            'script, style, noscript, [lang=en], [data-language], [contenteditable], textarea',
          )
        )
          continue;
        while (block.parentElement && isInline(block)) block = block.parentElement;
        blocks.add(block);
      }
    }
    for (const block of blocks) {
      // The texts of blocks inside are read by themselves.
      let text = '';
      const read = (node: Node) => {
        if (node instanceof Text) text += node.data;
        else if (
          node instanceof Element &&
          !blocks.has(node) &&
          !node.matches('script, style, noscript')
        )
          for (const child of node.childNodes) read(child);
      };
      for (const child of block.childNodes) read(child);
      texts.push(text);
    }
    for (const name of attributes)
      for (const element of within(`[${name}]`))
        if (!element.closest('[data-language], [lang=en], iframe'))
          texts.push(element.getAttribute(name) ?? '');
    for (const element of within('*'))
      for (const part of ['::before', '::after'])
        texts.push(/^"(.*)"$/.exec(getComputedStyle(element, part).content)?.[1] ?? '');
    for (const meta of document.querySelectorAll(
      'meta[name=description], meta[property="og:title"]',
    ))
      texts.push(meta.getAttribute('content') ?? '');
    return texts;
  }, parts);

/**
 * Returns the paths on this site to which links and forms of the page lead. Links to the page in another language have
 * a hreflang.
 */
const pathsOf = (page: Page, parts: string): Promise<string[]> =>
  page.evaluate(
    (parts) =>
      [...document.querySelectorAll(`:is(${parts}) :is(a[href]:not([hreflang]), form[action])`)]
        .map((element) => element.getAttribute('href') ?? element.getAttribute('action') ?? '')
        // The server function of a form without script.
        .filter((href) => href !== '' && !href.startsWith('javascript:'))
        .map((href) => new URL(href, document.baseURI))
        .filter(({ origin }) => origin === location.origin)
        .map(({ pathname }) => pathname),
    parts,
  );

/**
 * Returns the texts and controls of these parts that are partly outside the window. `main` clips them, so that the page does not
 * scroll.
 */
const beyondEdge = (page: Page, parts: string): Promise<string[]> =>
  page.evaluate((parts) => {
    const { clientWidth } = document.documentElement;
    /** Whether an element inside `main` clips or scrolls the part. */
    const isClipped = ({ parentElement: parent }: Element): boolean =>
      parent !== null &&
      !parent.matches('main, body') &&
      (getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent));
    const read = 'h1, h2, h3, h4, p, li, dt, dd, label, legend, summary, button, input, select';
    return [...document.querySelectorAll(`:is(${parts}) :is(${read})`)]
      .filter((part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((part) => {
        const { left, right, width } = part.getBoundingClientRect();
        return width > 1 && (left < -1 || right > clientWidth + 1) && !isClipped(part);
      })
      .map((part) => `beyond the edge: ${part.textContent || part.id}`);
  }, parts);

/** Files and feeds, which have no language. */
const withoutLanguage = /^\/(?:assets|pictures|images|fonts|jobs\.xml|sitemap\.xml)/;

/**
 * Collects what is wrong in the states of a visit in a pseudo-language, so that a failure names all of it: text that is
 * not in the catalogue, a link to the page of another language, a page that is wider than the window, and what axe finds.
 * `data` is the visitor's own.
 */
export function pseudoReader(
  page: Page,
  { language, data = [] }: { readonly language: string; readonly data?: readonly string[] },
) {
  const wrong: string[] = [];
  let rest: ((text: string) => string) | undefined;
  return {
    /** @param within the parts of the page that are read: a selector, if the rest was read in another state */
    async read(state: string, within?: string): Promise<void> {
      rest ??= withoutCatalogue([...data, new URL(page.url()).origin]);
      const parts = within ?? 'body';
      const found = [
        ...(await textsOf(page, parts)).map(rest).filter(isBare),
        ...(await pathsOf(page, parts))
          .filter((path) => path.split('/')[1] !== language && !withoutLanguage.test(path))
          .map((path) => `link to ${path}`),
        ...(await beyondEdge(page, parts)),
        ...(await violations(page, { within })),
      ];
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow !== 0) found.push(`wider than the window by ${overflow}`);
      wrong.push(...[...new Set(found)].map((one) => `${state}: ${one}`));
    },
    isTranslated: () => assert.deepEqual(wrong, []),
  };
}
