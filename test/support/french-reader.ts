import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { siteConfig } from '#src/config/site.ts';
import { configuredLanguages } from '#src/language/languages.ts';
import { en } from '#src/texts/en.ts';
import { fr } from '#src/texts/fr.ts';

// The module of the languages themselves is imported by tests that add some.
const configured = configuredLanguages.find(({ texts }) => texts === fr) ?? assert.fail();

/** Returns the texts in a catalogue or a site config, by their path. */
const leaves = (value: unknown, path = ''): [path: string, text: string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value ?? {}).flatMap(([key, item]) => leaves(item, `${path}.${key}`));

const normalized = (text: string) => text.replace(/\s+/g, ' ').trim();

/** What a text has of its own between its placeholders, if it is long enough to be no word of French. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/\{\w+\}|<[^>]*>/)
    .map(normalized)
    .filter((part) => (part.match(/\p{L}+/gu) ?? []).length >= 3);

const french = new Map([...leaves(fr), ...leaves(configured.site)]);
const frenchText = normalized([...french.values()].join('\n'));
/** Names, such as that of a grade, are in both languages. */
const englishSentences = [...leaves(en), ...leaves(siteConfig)]
  .filter(([path, text]) => french.get(path) !== text)
  .flatMap(([, text]) => sentencesOf(text))
  .filter((sentence) => !frenchText.includes(sentence));

/** Returns the English sentences of ours in a text. */
export function englishIn(text: string): string[] {
  const all = normalized(text);
  return englishSentences.filter((sentence) => all.includes(sentence));
}

/** What a person sees or hears of a page, without what is marked as another language, and its links. */
const readPage = (page: Page) =>
  page.evaluate(() => {
    const isFrench = (element: Element | null) =>
      element?.closest('[lang]')?.getAttribute('lang') === 'fr';
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let parent: Element | null = null;
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (!isFrench(parentElement) || parentElement?.closest('script, style, template')) continue;
      // React may divide one sentence into several nodes.
      texts.push(parentElement === parent ? `${texts.pop()}${textContent}` : `${textContent}`);
      parent = parentElement;
    }
    for (const name of ['alt', 'aria-label', 'aria-description', 'title', 'placeholder', 'content'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (isFrench(element)) texts.push(element.getAttribute(name) ?? '');
    const links = [...document.querySelectorAll('a[href], form[action]')]
      .filter((element) => !element.hasAttribute('hreflang'))
      .map((element) => element.getAttribute('href') ?? element.getAttribute('action') ?? '')
      // The server function of a form without script.
      .filter((href) => !href.startsWith('javascript:') && href !== '')
      .map((href) => new URL(href, document.baseURI))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname, search, hash }) => pathname + search + hash);
    return { lang: document.documentElement.lang, texts, links };
  });

const isFrenchPath = (path: string) =>
  /^\/fr(?:[/?#]|$)/.test(path) ||
  /^\/(assets|pictures|images|fonts|jobs\.xml|sitemap\.xml)/.test(path);

/** Collects what is not French in the states of a visit, so that a failure names all of it. */
export function frenchReader(page: Page) {
  const wrong: string[] = [];
  return {
    async read(state: string): Promise<void> {
      const { lang, texts, links } = await readPage(page);
      if (lang !== 'fr') wrong.push(`${state}: lang=${lang}`);
      for (const sentence of englishIn(texts.join(' | '))) wrong.push(`${state}: ${sentence}`);
      for (const path of new Set(links))
        if (!isFrenchPath(path)) wrong.push(`${state}: link to ${path}`);
    },
    wrong,
    isFrench: () => assert.deepEqual(wrong, []),
  };
}
