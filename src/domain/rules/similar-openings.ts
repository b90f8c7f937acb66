import type { Opening } from '../model/opening.ts';
import { normalizeForSearch } from './search-terms.ts';

/** What is known of the opening that others are compared with; all of it, or only the words of an address. */
export interface Reference {
  readonly id?: string;
  readonly role_name?: string;
  readonly company_id?: string;
  readonly locations?: readonly { readonly city: string }[];
}

/**
 * At most `limit` of `openings` that are similar to `reference`, the most similar first, without `reference` itself. An
 * opening is similar if it shares a word of the role, the company or a city. The role counts most, then the company,
 * then the city; a word counts less the more openings have it ('assistant', 'and'). Equal ones keep their order.
 */
export function similarOpenings<Item extends Pick<Opening, keyof Reference>>(
  reference: Reference,
  openings: readonly Item[],
  limit: number,
): Item[] {
  const roles = openings.map(({ role_name }) => wordsOf(role_name));
  const weightOf = (word: string): number => {
    const count = roles.filter((role) => role.has(word)).length;
    return Math.log(1 + openings.length / Math.max(count, 1));
  };
  const words = [...wordsOf(reference.role_name ?? '')].map(
    (word) => [word, weightOf(word)] as const,
  );
  const total = words.reduce((sum, [, weight]) => sum + weight, 0) || 1;
  const cities = citiesOf(reference);

  return openings
    .map((opening, index) => {
      const shared = words.filter(([word]) => roles[index]?.has(word));
      const role = shared.reduce((sum, [, weight]) => sum + weight, 0) / total;
      const company = opening.company_id !== '' && opening.company_id === reference.company_id;
      const city = [...citiesOf(opening)].some((name) => cities.has(name));
      return { opening, score: 4 * role + 2 * Number(company) + Number(city) };
    })
    .filter(({ opening, score }) => score > 0 && opening.id !== reference.id)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ opening }) => opening);
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
