import type { Opening } from '#src/domain/model/opening.ts';
import type { Postings } from './postings.ts';
import { fieldBits } from './searched-texts.ts';
import type { Words } from './vocabulary.ts';
import { isStopWord, searchWords } from './words.ts';

/** The known facts of the opening to which others are similar. `role_name` may have the words of an address. */
export type Reference = Partial<Pick<Opening, 'id' | 'role_name' | 'company_id'>> & {
  readonly locations?: readonly { readonly city: string }[];
};

/** The amounts that an equal role, company or city adds to the similarity of two openings. */
const similarities = {
  byRole: { role: 4, company: 2, cities: 1 },
  /** Openings of the same company come first, then those in the same city. */
  byPlace: { role: 1, company: 10_000, cities: 100 },
  byCompany: { role: 4, company: 10_000, cities: 1 },
} as const;
export type Similarity = keyof typeof similarities;

/** A word of this length also counts as the beginning of a longer one, which makes two openings less similar. */
const minLengthOfBeginning = 4;
const weightOfLonger = 0.8;

/**
 * Returns openings with a word of the role, the company or a city, the most similar first. The more openings have a
 * word ('assistant'), the less it counts; stop words do not count. Equally similar openings keep their order.
 */
export function similarOpenings(
  openings: readonly Opening[],
  { vocabulary, eachWith }: Postings,
  { id, role_name = '', company_id = '', locations = [] }: Reference,
  limit: number,
  by: Similarity,
): readonly Opening[] {
  const weights = similarities[by];
  const scores = new Float64Array(openings.length);
  const add = (positions: ReadonlySet<number>, weight: number) => {
    const others = openings.length - positions.size;
    const rarity = Math.log(1 + (others + 0.5) / (positions.size + 0.5));
    for (const at of positions) scores[at] = (scores[at] as number) + weight * rarity;
  };
  const addWords = (words: readonly Words[], field: number, weight: number) => {
    const positions = new Set<number>();
    eachWith(words, field, (at) => positions.add(at));
    add(positions, weight);
  };
  for (const word of new Set(searchWords(role_name))) {
    if (isStopWord(word)) continue;
    const forms = vocabulary.formsOf(word);
    addWords([forms], fieldBits.role, weights.role);
    if (word.length < minLengthOfBeginning) continue;
    const longer = vocabulary.startingWith(word).filter((one) => !forms.includes(one));
    addWords([longer], fieldBits.role, weights.role * weightOfLonger);
  }
  const ofCompany = new Set<number>();
  for (const [at, one] of openings.entries())
    if (company_id !== '' && one.company_id === company_id) ofCompany.add(at);
  add(ofCompany, weights.company);
  for (const { city } of locations)
    addWords(searchWords(city).map(vocabulary.sameAs), fieldBits.cities, weights.cities);
  return [...openings.entries()]
    .filter(([at, one]) => (scores[at] as number) > 0 && one.id !== id)
    .sort(([one], [other]) => (scores[other] as number) - (scores[one] as number))
    .slice(0, limit)
    .map(([, opening]) => opening);
}
