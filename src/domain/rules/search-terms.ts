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

/** Words have letters and digits only. The text beyond the length limit of a query is ignored. */
export function searchTerms(q: string): string[] {
  const words =
    normalizeForSearch(q.slice(0, maxLength.q).toWellFormed()).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, maxTerms);
}
