import type { Opening } from '#src/domain/model/opening.ts';
import { inLanguage } from '#src/language/paths.ts';
import { languages } from '#src/language/server.ts';

/**
 * Returns the language of the site in which an opening is written. Only the page in this language has all its text in
 * one language, so it is the canonical page and names no page in another language.
 */
export const languageOfOpening = ({ language: tag }: Opening) =>
  languages.find((one) => tag === one.tag || tag?.startsWith(`${one.tag}-`));

/** Returns the links (hreflang) of a page to itself in all languages, its own too; none on a site with one language. */
export function alternatesOf(origin: string, path: string) {
  if (languages.length === 1) return [];
  return [
    ...languages.map((one) => ({ hrefLang: one.tag, href: origin + inLanguage(path, one) })),
    { hrefLang: 'x-default', href: origin + path },
  ];
}
