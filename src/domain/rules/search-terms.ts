import { maxLength } from '../model/limits.ts';

/** People type other letters for these letters, which Unicode normalization does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  // The letters of Hausa follow.
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
};

const maxTerms = 16;

export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\0]+/gu, '')
    .replace(/[ßæœøđðħıłþɓɗƙƴ]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Words that an opening need not contain to be found, if its texts are in that language. */
const stopWords = {
  en: new Set('a an and at for in of on or the to with'.split(' ')),
  fr: new Set(
    'a au aux avec chez dans de des du en et la le les ou par pour sur un une'.split(' '),
  ),
};
export type SearchLanguage = keyof typeof stopWords;
export const searchLanguages = Object.keys(stopWords) as readonly SearchLanguage[];

/** An article or a conjunction of French before a vowel: "d'hôtel", 'l’équipe'. */
const elided = /(?<![\p{L}\p{N}])(?:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu)['’ʼ](?=\p{L})/gu;

/**
 * Words have letters and digits only. The text beyond the length limit of a query is ignored. With a `language`, stop words
 * are ignored too, unless there are no others.
 */
export function searchTerms(q: string, language?: SearchLanguage): string[] {
  const text = normalizeForSearch(q.slice(0, maxLength.q).toWellFormed());
  const words = (language === 'fr' ? text.replace(elided, ' ') : text).match(/[\p{L}\p{N}]+/gu);
  const terms = [...new Set(words)].slice(0, maxTerms);
  if (language === undefined) return terms;
  const others = terms.filter((term) => !stopWords[language].has(term));
  return others.length > 0 ? others : terms;
}

/** Returns the language with stop words to which a tag belongs. */
export const searchLanguageOf = (tag = ''): SearchLanguage | undefined =>
  searchLanguages.find((language) => tag === language || tag.startsWith(`${language}-`));

/** Returns the terms for openings in each language, and in any other (`undefined`); only one entry if all are equal. */
export function termsByLanguage(
  q: string,
): { readonly language?: SearchLanguage; readonly terms: readonly string[] }[] {
  const terms = searchTerms(q);
  const ofLanguages = searchLanguages.map((language) => ({
    language,
    terms: searchTerms(q, language),
  }));
  return ofLanguages.every((one) => one.terms.length === terms.length)
    ? [{ terms }]
    : [{ terms }, ...ofLanguages];
}
