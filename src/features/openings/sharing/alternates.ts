import type { Opening } from '#src/domain/model/opening.ts';
import { inLanguage } from '#src/language/paths.ts';
import { languages } from '#src/language/server.ts';

/**
 * Returns the language of the site in which an opening is written. The page in it has the whole text in one language: it is
 * the canonical one, so it names none in another language.
 */
export const languageOfOpening = ({ language: tag }: Opening) =>
  languages.find((one) => tag === one.tag || tag?.startsWith(`${one.tag}-`));

/** Each address of a page names the page in all languages (hreflang), itself too. On a site with one language it names none. */
export function alternatesOf(origin: string, path: string) {
  if (languages.length === 1) return [];
  return [
    ...languages.map((one) => ({ hrefLang: one.tag, href: origin + inLanguage(path, one) })),
    { hrefLang: 'x-default', href: origin + path },
  ];
}
