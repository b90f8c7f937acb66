import MiniSearch, { type Query } from 'minisearch';
import type { Opening } from '../model/opening.ts';
import { memoize } from './memoize.ts';
import { normalizeForSearch, searchLanguageOf, termsByLanguage } from './search-terms.ts';

/** A shorter word has too many neighbors. */
const minLength = 4;

/** For an unknown opening `role_name` has the words of its address. */
export interface Reference {
  readonly id?: string;
  readonly role_name?: string;
  readonly company_id?: string;
  readonly locations?: readonly { readonly city: string }[];
}

export type Indexed = Pick<Opening, 'id' | 'role_name' | 'company_id' | 'locations'> &
  Partial<Pick<Opening, 'requiredskill' | 'extra_skill'>>;

/** The amounts that an equal role, company or city adds to the similarity of two openings. */
export interface Weights {
  readonly role: number;
  readonly company: number;
  readonly cities: number;
}
const byRole: Weights = { role: 4, company: 2, cities: 1 };
/** Openings of the same company come first, then those in the same city. */
export const byPlace: Weights = { role: 1, company: 10_000, cities: 100 };
export const byCompany: Weights = { role: 4, company: 10_000, cities: 1 };

/** An unchanged list is indexed once. The work is divided, so that other requests are answered in between. */
const indexOf = memoize(async (openings: readonly Indexed[]): Promise<MiniSearch> => {
  const index = new MiniSearch({ fields: ['role', 'skills', 'cities', 'company'] });
  await index.addAllAsync(
    openings.map((opening, id) => ({
      id,
      role: normalizeForSearch(opening.role_name),
      skills: normalizeForSearch(`${opening.requiredskill ?? ''} ${opening.extra_skill ?? ''}`),
      cities: normalizeForSearch(opening.locations.map(({ city }) => city).join(', ')),
      company: opening.company_id,
    })),
    { chunkSize: 200 },
  );
  return index;
});

/**
 * Similar openings share a word of the role, the company or a city. A word counts less the more openings have it
 * ('assistant', 'and'). Equally similar openings keep their order.
 */
export async function similarOpenings<Item extends Indexed>(
  { id, role_name = '', company_id = '', locations = [] }: Reference,
  openings: readonly Item[],
  limit: number,
  weights: Weights = byRole,
): Promise<Item[]> {
  const index = await indexOf(openings);
  const results = index.search({
    combineWith: 'OR',
    boost: { ...weights },
    // These parameters prevent that long roles, and openings in several cities, count less than others.
    bm25: { k: 1.2, b: 0, d: 0.5 },
    weights: { prefix: 0.8, fuzzy: 0 },
    queries: [
      {
        queries: [normalizeForSearch(role_name)],
        fields: ['role'],
        processTerm: (word) => (word.length > 3 ? word.replace(/s$/, '') : word),
        prefix: (word) => word.length > 3,
      },
      { queries: [company_id], fields: ['company'], combineWith: 'AND' },
      ...locations.map(({ city }) => ({
        queries: [normalizeForSearch(city)],
        fields: ['cities'],
        combineWith: 'AND' as const,
      })),
    ],
  });
  return results
    .sort((one, other) => other.score - one.score || one.id - other.id)
    .flatMap((result) => openings[result.id] ?? [])
    .filter((opening) => opening.id !== id)
    .slice(0, limit);
}

/**
 * Returns the words that result when two neighboring letters are exchanged. An edit distance counts this typing error twice.
 */
function exchanged(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, at) => {
    const copy = [...letters];
    [copy[at], copy[at + 1]] = [letter, letters[at] ?? ''];
    return copy.join('');
  });
}

/** Matches a word as it is spelled, its beginning, or one wrong letter (two from eight letters). */
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
  /** The words that were found instead of the words of the query. */
  readonly q: string;
  readonly openings: readonly Opening[];
}

/**
 * Finds the openings that a query with typing errors means: each word is in the role, the skills or a city. The result is
 * undefined if there are none. Call it for a query that the API host has answered with an empty list.
 * @param all the openings of the site; the result is limited to those that `matches`
 */
export async function searchDespiteTypos(
  q: string,
  all: readonly Opening[],
  matches: (opening: Opening) => boolean,
): Promise<CorrectedSearch | undefined> {
  const variants = termsByLanguage(q);
  if (variants[0]?.terms.length === 0) return undefined;
  const index = await indexOf(all);
  const results = variants
    .flatMap(({ language, terms }) =>
      index.search(
        { combineWith: 'AND', queries: terms.map(similar) },
        {
          fields: ['role', 'skills', 'cities'],
          boost: { role: 10, skills: 4, cities: 3 },
          filter: ({ id }) => {
            const opening = all[id] as Opening;
            const isMeant =
              variants.length === 1 || searchLanguageOf(opening.language) === language;
            return isMeant && matches(opening);
          },
        },
      ),
    )
    .sort((one, other) => other.score - one.score);
  const [best] = results;
  if (!best) return undefined;
  // Another opening may match other words at the same distance: 'bar' and 'baker' for 'bakr'.
  const hasSameWords = (terms: readonly string[]) =>
    best.terms.every((word) => terms.some((term) => term.startsWith(word)));
  return {
    q: best.terms.join(' '),
    openings: results
      .filter(({ terms }) => hasSameWords(terms))
      .map(({ id }) => all[id] as Opening),
  };
}
