import { type PhrasesByKey, phraseKey } from '#src/domain/catalogue/query.ts';
import { searchWords } from '#src/domain/catalogue/words.ts';
import { loadedSite } from './site.ts';
import { readSiteFile, SiteConfigError, type SiteFault } from './site-file.ts';
import type { SiteConfig } from './site-schema.ts';

/**
 * Returns the groups of `search.synonyms`, or of another list of groups, with the words of all languages. @param lists
 * the groups of each language, in the same order @param report gets each word that is empty, that is twice in a group,
 * or that is in two groups, so that its meaning is not clear
 */
export function readSynonyms(
  lists: readonly (readonly string[])[],
  report: (fault: SiteFault) => void,
  name: keyof SiteConfig['search'] = 'synonyms',
): string[][] {
  const refuse = (at: number, message: string) => report({ path: ['search', name, at], message });
  const groups: Set<string>[] = [];
  const groupOf = new Map<string, number>();
  for (const list of lists)
    for (const [at, text] of list.entries()) {
      const keys = new Set<string>();
      for (const word of text.split(',').map((one) => one.trim())) {
        const key = phraseKey(searchWords(word));
        const other = groupOf.get(key) ?? at;
        if (key === '') refuse(at, `"${text}" has a word without letters`);
        else if (keys.has(key)) refuse(at, `"${word}" is there twice`);
        else if (other !== at) refuse(at, `"${word}" is in search.${name}.${other} too`);
        keys.add(key);
        groupOf.set(key, other);
        groups[at] = (groups[at] ?? new Set()).add(word);
      }
    }
  // A word that is the same in several languages is an error only on a site in one language.
  if (name === 'synonyms' || lists.length > 1)
    for (const [at, { size }] of groups.entries()) if (size < 2) refuse(at, 'has one word only');
  return groups.map((group) => [...group]);
}

/** A group has the words of all languages, because people search in one for openings in another. */
const groupsOf = (name: keyof SiteConfig['search']) =>
  readSynonyms(
    loadedSite.languages.map(({ site }) => site.search[name]),
    (fault) => {
      throw new SiteConfigError([readSiteFile(loadedSite.file).describe(fault)]);
    },
    name,
  );
export const synonyms: PhrasesByKey = new Map(
  groupsOf('synonyms').flatMap((group) => {
    const phrases = group.map(searchWords);
    return phrases.map((phrase) => [phraseKey(phrase), phrases] as const);
  }),
);
/** The first word of each language is used in openings. The other words are those that people type for it. */
export const sameWords: PhrasesByKey = new Map(
  groupsOf('sameWords').flatMap((group, at) => {
    const said = loadedSite.languages.flatMap(
      ({ site }) => site.search.sameWords[at]?.split(',').slice(0, 1) ?? [],
    );
    return group.map((word) => [phraseKey(searchWords(word)), said.map(searchWords)] as const);
  }),
);
