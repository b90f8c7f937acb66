import { readSynonyms } from '#src/config/search-synonyms.ts';
import { frenchSite } from '#src/config/site.fr.ts';
import { siteConfig as site } from '#src/config/site.ts';
import type { SiteConfig } from '#src/config/site-schema.ts';
import type { Texts } from '#src/texts/catalogue.ts';
import { en } from '#src/texts/en.ts';
import { fr } from '#src/texts/fr.ts';

export interface ConfiguredLanguage {
  readonly texts: Texts;
  /** The site config with the texts of the company in this language. */
  readonly site: SiteConfig;
}

/**
 * The languages of the site. The first is the default, and its pages have no prefix. To add a language takes its catalogue
 * in src/texts, the texts of the company in src/config/site.<tag>.ts, and a line here.
 */
export const configuredLanguages: readonly [ConfiguredLanguage, ...ConfiguredLanguage[]] = [
  { texts: en, site },
  { texts: fr, site: frenchSite },
];

/** A group has the words of all languages, because people search in one for openings in another. */
export const synonyms = readSynonyms(configuredLanguages.map(({ site }) => site.search.synonyms));
