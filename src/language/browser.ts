import type { Texts } from '#src/texts/catalogue.ts';
import type { Language } from '#src/texts/language.ts';

let page: { readonly language: Language; readonly texts: Texts } | undefined;

/** The server writes the language and the texts of the page's client components into its head (src/language/server.ts). */
function read() {
  page ??= JSON.parse(document.getElementById('texts')?.textContent ?? '{}');
  if (!page?.texts) throw new Error('The page has no texts.');
  return page;
}

export const language = (): Language => read().language;

export function addTexts(sections: Partial<Texts>): void {
  Object.assign(read().texts, sections);
}

/** A page has the sections that its server components name with `addBrowserTexts`, and no others. */
export const texts = (): Texts => read().texts;
