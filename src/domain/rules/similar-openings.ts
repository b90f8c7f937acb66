import type { Opening } from '../model/opening.ts';
import { memoize } from './memoize.ts';
import { normalizeForSearch } from './search-terms.ts';

/** The opening that others are compared with. Of an unknown one, only the words of its address are known, as `role_name`. */
export interface Reference {
  readonly id?: string;
  readonly role_name?: string;
  readonly company_id?: string;
  readonly locations?: readonly { readonly city: string }[];
}

/** What an equal role, company or city adds to the similarity of two openings. */
export interface Weights {
  readonly role: number;
  readonly company: number;
  readonly city: number;
}
const byRole: Weights = { role: 4, company: 2, city: 1 };
/** Openings of the same company or in the same city come first. */
export const byPlace: Weights = { role: 4, company: 8, city: 6 };
/** Openings of the same company come first. */
export const byCompany: Weights = { role: 4, company: 8, city: 1 };

/** The positions of the openings of a list that share a word of the role, a company or a city. */
interface Index {
  readonly words: ReadonlyMap<string, readonly number[]>;
  readonly companies: ReadonlyMap<string, readonly number[]>;
  readonly cities: ReadonlyMap<string, readonly number[]>;
}

type Comparable = Pick<Opening, keyof Reference>;

const indexOf = memoize(
  (openings: readonly Comparable[]): Index => ({
    words: positions(openings, ({ role_name }) => wordsOf(role_name)),
    companies: positions(openings, ({ company_id }) => [company_id]),
    cities: positions(openings, citiesOf),
  }),
);

function positions(
  openings: readonly Comparable[],
  keysOf: (opening: Comparable) => Iterable<string>,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [position, opening] of openings.entries())
    for (const key of keysOf(opening)) {
      const list = found.get(key);
      if (list) list.push(position);
      else found.set(key, [position]);
    }
  return found;
}

/**
 * At most `limit` of `openings` that are similar to `reference`, the most similar first, without `reference` itself. An
 * opening is similar if it shares a word of the role, the company or a city. The role counts most, then the company,
 * then the city, unless there are other `weights`; a word counts less the more openings have it ('assistant', 'and'). Equal
 * ones keep their order.
 */
export function similarOpenings<Item extends Comparable>(
  reference: Reference,
  openings: readonly Item[],
  limit: number,
  weights: Weights = byRole,
): Item[] {
  const { words, companies, cities } = indexOf(openings);
  const scores = new Map<number, number>();
  const add = (found: Iterable<number>, score: number) => {
    for (const position of found) scores.set(position, (scores.get(position) ?? 0) + score);
  };
  const roleWords = [...wordsOf(reference.role_name ?? '')].map((word) => {
    const found = words.get(word) ?? [];
    return { found, weight: Math.log(1 + openings.length / Math.max(found.length, 1)) };
  });
  const total = roleWords.reduce((sum, { weight }) => sum + weight, 0);
  for (const { found, weight } of roleWords) add(found, (weights.role * weight) / total);
  add(reference.company_id ? (companies.get(reference.company_id) ?? []) : [], weights.company);
  add(new Set([...citiesOf(reference)].flatMap((city) => cities.get(city) ?? [])), weights.city);
  return [...scores]
    .sort(([one, a], [other, b]) => b - a || one - other)
    .flatMap(([position]) => openings[position] ?? [])
    .filter(({ id }) => id !== reference.id)
    .slice(0, limit);
}

/** The words of a role in lower case, without accents and a plural's s; 'Chef de partie' and 'Sous-chefs' share 'chef'. */
function wordsOf(role: string): Set<string> {
  const words = normalizeForSearch(role).match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)));
}

const citiesOf = ({ locations = [] }: Reference): Set<string> =>
  new Set(
    locations.map(({ city }) => normalizeForSearch(city).trim()).filter((city) => city !== ''),
  );
