import MiniSearch, { type Query } from 'minisearch';
import type { Opening } from '../model/opening.ts';
import { memoize } from './memoize.ts';
import { normalizeForSearch, searchTerms } from './search-terms.ts';

/** A word of fewer letters has too many neighbors. */
const minLength = 4;

const indexOf = memoize((openings: readonly Opening[]): MiniSearch => {
  const index = new MiniSearch({
    fields: ['role', 'skills', 'cities'],
    searchOptions: { boost: { role: 10, skills: 4, cities: 3 } },
  });
  index.addAll(
    openings.map(({ role_name, requiredskill, extra_skill, locations }, id) => ({
      id,
      role: normalizeForSearch(role_name),
      skills: normalizeForSearch(`${requiredskill} ${extra_skill}`),
      cities: normalizeForSearch(locations.map(({ city }) => city).join(', ')),
    })),
  );
  return index;
});

/** The word with each two neighboring letters exchanged: the typing error that an edit distance counts twice. */
function exchanged(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, at) => {
    const copy = [...letters];
    [copy[at], copy[at + 1]] = [letter, letters[at] ?? ''];
    return copy.join('');
  });
}

/** A word as it is spelled or begins, or with one wrong letter (two from eight letters). */
function similar(word: string): Query {
  if (word.length < minLength) return { queries: [word], prefix: true };
  return {
    combineWith: 'OR',
    queries: [
      { queries: [word], prefix: true, fuzzy: word.length < 8 ? 1 : 2 },
      { queries: exchanged(word), combineWith: 'OR', prefix: true },
    ],
  };
}

export interface CorrectedSearch {
  /** The words that were found instead of those of the query. */
  readonly q: string;
  /** Best match first. */
  readonly openings: readonly Opening[];
}

/**
 * The openings that a query means if it has typing errors: each word is in the role, the skills or a city.
 * Undefined if there are none. For a query that the API host has answered with an empty list.
 * @param all the openings of the site; the result is limited to those that `matches`
 */
export function searchDespiteTypos(
  q: string,
  all: readonly Opening[],
  matches: (opening: Opening) => boolean,
): CorrectedSearch | undefined {
  const words = searchTerms(q);
  if (words.length === 0) return undefined;
  const results = indexOf(all).search(
    { combineWith: 'AND', queries: words.map(similar) },
    { filter: ({ id }) => matches(all[id] as Opening) },
  );
  const [best] = results;
  if (!best) return undefined;
  // Another opening may match other words that are as near: 'bar' and 'baker' for 'bakr'.
  const hasSameWords = (terms: readonly string[]) =>
    best.terms.every((word) => terms.some((term) => term.startsWith(word)));
  return {
    q: best.terms.join(' '),
    openings: results
      .filter(({ terms }) => hasSameWords(terms))
      .map(({ id }) => all[id] as Opening),
  };
}
