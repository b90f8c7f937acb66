import { inLanguage } from '#src/language/paths.ts';
import { languages } from '#src/language/server.ts';

/** Each address of a page names the page in all languages (hreflang), itself too. On a site with one language it names none. */
export function alternatesOf(origin: string, path: string) {
  if (languages.length === 1) return [];
  return [
    ...languages.map((one) => ({ hrefLang: one.tag, href: origin + inLanguage(path, one) })),
    { hrefLang: 'x-default', href: origin + path },
  ];
}
