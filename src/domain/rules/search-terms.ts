import { maxLength } from '../model/limits.ts';

/** Letters for which people type other letters, and which Unicode normalization does not decompose. */
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
  // Hausa.
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
};

/** The maximum number of terms of a query; further terms are ignored. */
const maxTerms = 16;

/** Text for comparison: lower case, without diacritics, compatibility characters decomposed. */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\0]+/gu, '')
    .replace(/[ßæœøđðħıłþɓɗƙƴ]/g, (letter) => plainLetters[letter] ?? letter);
}

/**
 * The normalized words of a query, letters and digits only. Empty if the query has none.
 * Text beyond the length limit of a query is ignored.
 */
export function searchTerms(q: string): string[] {
  const words =
    normalizeForSearch(q.slice(0, maxLength.q).toWellFormed()).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, maxTerms);
}
