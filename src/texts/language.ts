export const languageTags = ['en', 'fr'] as const;
export type LanguageTag = (typeof languageTags)[number];

/** A language of the site, which is sent to the browser with the texts of the page. */
export interface Language {
  /** The language tag of BCP 47: the value of `lang`, and the name of the language in addresses. */
  readonly tag: string;
  /** The name of the language in the language itself. */
  readonly name: string;
  readonly dir: 'ltr' | 'rtl';
  /** The language tag with the region, for dates, numbers and the order of names. */
  readonly locale: string;
  /** The beginning of the paths of the language's pages: '/fr'; empty for the default language. */
  readonly prefix: string;
}
