import { readSynonyms } from '#src/config/search-synonyms.ts';
import { loadedSite } from '#src/config/site.ts';
import { readSiteFile } from '#src/config/site-file.ts';
import { type SiteConfig, SiteConfigError } from '#src/config/site-schema.ts';
import { type PhrasesByKey, phraseKey } from '#src/domain/catalogue/query.ts';
import { searchWords } from '#src/domain/catalogue/words.ts';
import type { Texts } from '#src/texts/catalogue.ts';
import { en } from '#src/texts/en.ts';
import { fr } from '#src/texts/fr.ts';
import type { LanguageTag } from '#src/texts/language.ts';

export interface ConfiguredLanguage {
  readonly texts: Texts;
  readonly site: SiteConfig;
}

const catalogues: Readonly<Record<LanguageTag, Texts>> = { en, fr };
const [first, ...others] = loadedSite.languages;
const configured = ({ tag, site }: typeof first) => ({
  texts: withOwnLabels(catalogues[tag], site),
  site,
});

/** A company may have its own names for the documents. */
function withOwnLabels(texts: Texts, site: SiteConfig): Texts {
  const labeled = Object.entries(site.documents).filter(([, { label }]) => label !== undefined);
  if (labeled.length === 0) return texts;
  const own = Object.fromEntries(labeled.map(([type, { label }]) => [type, label]));
  const { documents } = texts;
  const labels = { ...documents.labels, ...own };
  const namesInMessages = { ...documents.namesInMessages, ...own };
  return { ...texts, documents: { ...documents, labels, namesInMessages } };
}

/**
 * The languages of the site, which are those of the files of the site config. The first is the default, and its pages have
 * no prefix.
 */
export const configuredLanguages: readonly [ConfiguredLanguage, ...ConfiguredLanguage[]] = [
  configured(first),
  ...others.map(configured),
];

/** A group has the words of all languages, because people search in one for openings in another. */
const groupsOf = (name: keyof SiteConfig['search']) =>
  readSynonyms(
    configuredLanguages.map(({ site }) => site.search[name]),
    (fault) => {
      throw new SiteConfigError([readSiteFile(loadedSite.file).describe(fault)]);
    },
    name,
  );
export const synonyms = groupsOf('synonyms');
/** The first word of each language is that of the openings; the others are what people type for it. */
export const sameWords: PhrasesByKey = new Map(
  groupsOf('sameWords').flatMap((group, at) => {
    const said = configuredLanguages.flatMap(
      ({ site }) => site.search.sameWords[at]?.split(',').slice(0, 1) ?? [],
    );
    return group.map((word) => [phraseKey(searchWords(word)), said.map(searchWords)] as const);
  }),
);
