import { maxLength } from '#src/domain/model/limits.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { htmlToText } from '#src/domain/rules/html-text.ts';
import type { SearchableTexts } from './database/engine.ts';

/** Letters that people type without their stroke or tie, and that no Unicode form takes apart. */
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
};

/** More words than this narrow nothing down. */
const maxTerms = 16;

/** Text as it is compared: lower case, without diacritics, compatibility forms made plain. */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\0]+/gu, '')
    .replace(/[ßæœøđðħıłþ]/g, (letter) => plainLetters[letter] ?? letter);
}

/**
 * The words of what a person typed, folded: letters and digits only, whatever else stood there.
 * Empty when nothing of it can be searched for. Text past the longest query is left out.
 */
export function searchTerms(q: string): string[] {
  const words =
    normalizeForSearch(q.slice(0, maxLength.q).toWellFormed()).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, maxTerms);
}

/** What a search looks at: role, description text, skills and cities. */
export function searchableTexts(
  opening: Pick<
    Opening,
    'role_name' | 'jobdescription' | 'requiredskill' | 'extra_skill' | 'locations'
  >,
): SearchableTexts {
  return {
    role: normalizeForSearch(opening.role_name),
    skills: normalizeForSearch(`${opening.requiredskill} ${opening.extra_skill}`),
    cities: normalizeForSearch(opening.locations.map(({ city }) => city).join(', ')),
    description: normalizeForSearch(htmlToText(opening.jobdescription)),
  };
}
