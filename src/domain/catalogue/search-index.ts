import { memoize } from './memoize.ts';
import { type Costs, none, SearchCosts } from './search-costs.ts';
import type { SearchQuery } from './search-query.ts';
import { isStopWord, type QueryPart, searchWords } from './search-terms.ts';
import {
  buildPostings,
  field,
  type Indexed,
  type Postings,
  Vocabulary,
} from './search-vocabulary.ts';

/** An opening is similar to one of which only this is known. `role_name` may have the words of an address. */
export interface Reference {
  readonly id?: string;
  readonly role_name?: string;
  readonly company_id?: string;
  readonly locations?: readonly { readonly city: string }[];
}

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
/** A longer word of the role makes two openings less similar than the same word. */
const weightOfLonger = 0.8;

/** The lengths from which a word may have one wrong letter, two wrong letters, and longer words. */
const minLength = { mistyped: 3, twiceMistyped: 8, prefix: 4 } as const;
/** The cost of a wrong letter is above that of any field. */
const costOfLetter = 64;

/** All openings of the site. */
export class SearchIndex<Item extends Indexed = Indexed> {
  readonly #openings: readonly Item[];
  readonly #vocabulary: Vocabulary;
  readonly #postings: Postings[];
  #costs: SearchCosts;
  #whole: Promise<this> | undefined;

  constructor(openings: readonly Item[], vocabulary: Vocabulary, head: Postings) {
    this.#openings = openings;
    this.#vocabulary = vocabulary;
    this.#postings = [head];
    this.#costs = new SearchCosts(vocabulary, this.#postings, openings.length);
  }

  /** Resolves as soon as descriptions are searched too. They take longer, and not every page needs them. */
  withDescriptions(): Promise<this> {
    this.#whole ??= buildPostings(this.#vocabulary, this.#openings, 'body').then((body) => {
      this.#postings.push(body);
      return this;
    });
    return this.#whole;
  }

  /**
   * The openings that contain each part of the query, its form, a longer word, or a synonym: first those with it in the
   * role, then in the skills, the cities and the description. Equal ones keep their order, and so do those of a query that
   * means all.
   */
  search(query: SearchQuery, matches: (opening: Item) => boolean): Item[] {
    if (query.parts.length === 0) return [];
    if (query.meansAll) return this.#openings.filter(matches);
    const costs = this.#costs.ofQuery(query, this.#matching(matches));
    const keys: number[] = [];
    for (let at = 0; at < costs.length; at += 1)
      if (costs[at] !== none) keys.push((costs[at] as number) * 2 ** 32 + at);
    const sorted = Float64Array.from(keys).sort();
    return Array.from(sorted, (key) => this.#openings[key % 2 ** 32] as Item);
  }

  /**
   * Returns the query without typing errors, if some openings are found by that. Only words that no opening contains are
   * corrected, unless each word is contained in some.
   */
  correct(query: SearchQuery, matches: (opening: Item) => boolean): string | undefined {
    if (query.parts.length === 0) return undefined;
    const among = this.#matching(matches);
    const parts = [];
    for (const part of query.parts) {
      const costs = this.#costs.ofPart(part, among);
      const isFound = cheapest([among, costs]) !== undefined;
      // A phrase is not corrected.
      if (part.isExact && !isFound) return undefined;
      parts.push({ part, costs, isFound });
    }
    const areAllFound = parts.every(({ isFound }) => isFound);
    const corrections = parts.map(({ part, costs, isFound }) =>
      isFound && !areAllFound ? { costs } : this.#corrected(part, costs),
    );
    const best = cheapest([among, ...corrections.map(({ costs }) => costs)]);
    if (best === undefined) return undefined;
    return corrections
      .map(({ words }, index) => {
        const number = words?.[best] ?? 0;
        return number > 0 ? this.#vocabulary.spellingOf(number) : query.parts[index]?.text;
      })
      .join(' ');
  }

  /**
   * Openings with a word of the role, the company or a city, the most similar first. A word counts less the more openings
   * have it ('assistant'), and a stop word of any language not at all. Equally similar openings keep their order.
   */
  similar(
    { id, role_name = '', company_id = '', locations = [] }: Reference,
    limit: number,
    weights: Weights = byRole,
  ): Item[] {
    const { length } = this.#openings;
    const scores = new Float64Array(length);
    const add = (hasIt: (at: number) => boolean, weight: number) => {
      const positions: number[] = [];
      for (let at = 0; at < length; at += 1) if (hasIt(at)) positions.push(at);
      const { length: count } = positions;
      const rarity = Math.log(1 + (length - count + 0.5) / (count + 0.5));
      for (const at of positions) scores[at] = (scores[at] as number) + weight * rarity;
    };
    const addFound = (costs: Costs, weight: number) => add((at) => costs[at] !== none, weight);
    const { sameAs, formsOf, startingWith } = this.#costs;
    for (const word of new Set(searchWords(role_name))) {
      if (isStopWord(word)) continue;
      const forms = formsOf(word);
      addFound(this.#costs.ofPhrase([forms], field.role), weights.role);
      if (word.length < minLength.prefix) continue;
      const longer = startingWith(word).filter((one) => !forms.includes(one));
      addFound(this.#costs.ofPhrase([longer], field.role), weights.role * weightOfLonger);
    }
    if (company_id !== '')
      add((at) => this.#openings[at]?.company_id === company_id, weights.company);
    for (const { city } of locations)
      addFound(this.#costs.ofPhrase(searchWords(city).map(sameAs), field.cities), weights.cities);
    const found: number[] = [];
    for (let at = 0; at < length; at += 1)
      if ((scores[at] as number) > 0 && this.#openings[at]?.id !== id) found.push(at);
    return found
      .sort((one, other) => (scores[other] as number) - (scores[one] as number) || one - other)
      .slice(0, limit)
      .map((at) => this.#openings[at] as Item);
  }

  /** Returns the cheapest similar word of each opening. The words of descriptions are too many: one is near to any word. */
  #corrected(
    { words: [word], isExact }: QueryPart,
    costs: Costs,
  ): { readonly costs: Costs; readonly words?: Uint32Array } {
    if (isExact || word.length < minLength.mistyped) return { costs };
    const words = new Uint32Array(this.#openings.length);
    const fields = field.role | field.skills | field.cities;
    const distances = this.#vocabulary.near(word, word.length < minLength.twiceMistyped ? 1 : 2);
    for (const [number, distance] of distances)
      this.#costs.eachOf(number, fields, (at, cost) => {
        const sum = cost + distance * costOfLetter;
        if (sum >= (costs[at] as number)) return;
        costs[at] = sum;
        words[at] = number;
      });
    return { costs, words };
  }

  /** The cost 0 for each opening that matches, and no cost for the others. */
  #matching(matches: (opening: Item) => boolean): Costs {
    const costs = new Uint16Array(this.#openings.length);
    for (const [at, opening] of this.#openings.entries()) costs[at] = matches(opening) ? 0 : none;
    return costs;
  }
}

/** Returns the position of the opening whose costs are the lowest together. */
function cheapest(all: readonly Costs[]): number | undefined {
  let best: number | undefined;
  let lowest = none;
  const count = all[0]?.length ?? 0;
  for (let at = 0; at < count; at += 1) {
    let sum = 0;
    for (const costs of all) sum += costs[at] as number;
    if (sum >= lowest) continue;
    best = at;
    lowest = sum;
  }
  return best;
}

/** The words of openings that are gone stay in the vocabulary, until they are more than the others. */
let vocabulary = new Vocabulary();

/** An unchanged list is indexed once. The work is divided, so that other requests are answered in between. */
const indexOf = memoize(async (openings: readonly Indexed[]) => {
  if (vocabulary.isTooLarge()) vocabulary = new Vocabulary();
  const used = vocabulary;
  return new SearchIndex(openings, used, await buildPostings(used, openings, 'head'));
});
export const searchIndex = <Item extends Indexed>(
  openings: readonly Item[],
): Promise<SearchIndex<Item>> =>
  indexOf(openings) as Promise<SearchIndex> as Promise<SearchIndex<Item>>;
