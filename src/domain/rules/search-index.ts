import { memoize } from './memoize.ts';
import type { SearchQuery } from './search-query.ts';
import { type QueryPart, searchWords } from './search-terms.ts';
import {
  anyField,
  buildPostings,
  field,
  type Indexed,
  type Postings,
  Vocabulary,
} from './search-words.ts';
import { singularOf, stemOf } from './word-endings.ts';

/** How a word of an opening matches one of the query, the best first. The field counts more. */
const kind = { same: 0, form: 1, longer: 2, joined: 3, synonym: 4 } as const;
/** The cost of a match in the first field of a mask. */
const costOfMask = Uint8Array.from(
  { length: 16 },
  (_, mask) => [1, 2, 4, 8].findIndex((bit) => (mask & bit) !== 0) * 8,
);
/** The opening does not match. */
const none = 0xffff;

/** The cost of each opening, by its position in the list. */
type Costs = Uint16Array<ArrayBuffer>;

/** Some words of the vocabulary, by number. */
type Words = readonly number[];

/** An opening is similar to one of which only this is known. */
export interface Reference {
  readonly id?: string;
  readonly role_name?: string;
  readonly company_id?: string;
  readonly locations?: readonly { readonly city: string }[];
}

/** Shorter words have too many neighbors. */
const minMistyped = 3;
const minTwiceMistyped = 8;
const minPrefix = 4;

/** In the role, a longer word makes two openings less similar than the same word. */
const weightOfLonger = 0.8;

export class SearchIndex<Item extends Indexed = Indexed> {
  readonly openings: readonly Item[];
  readonly #vocabulary: Vocabulary;
  readonly #parts: readonly Postings[];

  constructor(openings: readonly Item[], vocabulary: Vocabulary, parts: readonly Postings[]) {
    this.openings = openings;
    this.#vocabulary = vocabulary;
    this.#parts = parts;
  }

  /**
   * The openings that contain each part of the query, its form, a longer word, or a synonym: first those with it in the
   * role, then in the skills, the cities and the description. Equal ones keep their order.
   */
  search(query: SearchQuery, matches: (opening: Item) => boolean = () => true): Item[] {
    if (query.parts.length === 0) return [];
    return this.#inOrder(this.#costsOf(query), matches);
  }

  /**
   * Returns the query without typing errors if some openings are found by that, as a text; else undefined. A word that
   * openings contain has none, unless each word of the query is contained.
   */
  correct(
    query: SearchQuery,
    matches: (opening: Item) => boolean = () => true,
  ): string | undefined {
    if (query.parts.length === 0) return undefined;
    const kept = query.parts.map((part) => {
      const costs = this.#costsOfPart(part);
      return this.openings.some((one, at) => costs[at] !== none && matches(one))
        ? costs
        : undefined;
    });
    const areAllKept = kept.every(Boolean);
    const corrections = query.parts.map((part, at) =>
      kept[at] && !(areAllKept && this.#neighbors(part).length > 0)
        ? { costs: kept[at], words: undefined }
        : this.#correctionsOf(part, kept[at]),
    );
    let best = -1;
    let bestCost = none;
    for (const [at, opening] of this.openings.entries()) {
      let cost = 0;
      for (const { costs } of corrections) {
        const one = costs[at] as number;
        cost = one === none ? none : Math.min(none, cost + one);
        if (cost === none) break;
      }
      if (cost < bestCost && matches(opening)) {
        best = at;
        bestCost = cost;
      }
    }
    if (best === -1) return undefined;
    return query.parts
      .map(({ words, isExact }, at) => {
        const number = corrections[at]?.words?.[best];
        if (number) return this.#vocabulary.words[number];
        return isExact ? `"${words.join(' ')}"` : words[0];
      })
      .join(' ');
  }

  /**
   * Openings with a word of the role, the company or a city, the most similar first. A word counts less the more openings
   * have it ('assistant', 'and'). Equally similar openings keep their order.
   */
  similar(
    { id, role_name = '', company_id = '', locations = [] }: Reference,
    limit: number,
    weights: Weights = byRole,
  ): Item[] {
    const { length } = this.openings;
    const scores = new Float64Array(length);
    const add = (positions: readonly number[], weight: number) => {
      const rarity = Math.log(1 + (length - positions.length + 0.5) / (positions.length + 0.5));
      for (const at of positions) scores[at] = (scores[at] as number) + weight * rarity;
    };
    const withPhrase = (phrase: readonly Words[], fields: number) => {
      const costs = this.#noCosts();
      this.#addPhrase(costs, phrase, fields, kind.same);
      return [...costs.keys()].filter((at) => costs[at] !== none);
    };
    for (const word of new Set(searchWords(role_name))) {
      const forms = this.#formsOf(word);
      add(withPhrase([forms], field.role), weights.role);
      if (word.length < minPrefix) continue;
      const longer = this.#startingWith(word).filter((one) => !forms.includes(one));
      add(withPhrase([longer], field.role), weights.role * weightOfLonger);
    }
    if (company_id !== '')
      add(
        [...scores.keys()].filter((at) => this.openings[at]?.company_id === company_id),
        weights.company,
      );
    for (const { city } of locations)
      add(withPhrase(searchWords(city).map(this.#sameAs), field.cities), weights.cities);
    return [...scores.keys()]
      .filter((at) => (scores[at] as number) > 0 && this.openings[at]?.id !== id)
      .sort((one, other) => (scores[other] as number) - (scores[one] as number) || one - other)
      .slice(0, limit)
      .map((at) => this.openings[at] as Item);
  }

  #inOrder(costs: Costs, matches: (opening: Item) => boolean): Item[] {
    const keys: number[] = [];
    for (let at = 0; at < costs.length; at += 1)
      if (costs[at] !== none && matches(this.openings[at] as Item))
        keys.push((costs[at] as number) * 2 ** 32 + at);
    return Array.from(
      Float64Array.from(keys).sort(),
      (key) => this.openings[key % 2 ** 32] as Item,
    );
  }

  /** The costs of the parts before each position of the query are known when the part at it is added. */
  #costsOf({ parts, synonyms }: SearchQuery): Costs {
    const before = [new Uint16Array(this.openings.length)];
    for (let to = 1; to <= parts.length; to += 1) {
      const costs = this.#noCosts();
      const add = (from: number, span: Costs) => {
        const earlier = before[from] as Costs;
        for (let at = 0; at < costs.length; at += 1) {
          const sum = (earlier[at] as number) + (span[at] as number);
          if (sum < (costs[at] as number)) costs[at] = sum;
        }
      };
      add(to - 1, this.#costsOfPart(parts[to - 1] as QueryPart));
      const joined = this.#costsOfJoined(parts.slice(Math.max(0, to - 2), to));
      if (joined) add(to - 2, joined);
      for (const { from, to: end, phrases } of synonyms)
        if (end === to) {
          const span = this.#noCosts();
          for (const phrase of phrases)
            this.#addPhrase(
              span,
              phrase.map(this.#formsOf),
              field.role | field.skills,
              kind.synonym,
            );
          add(from, span);
        }
      before.push(costs);
    }
    return before.at(-1) as Costs;
  }

  #costsOfPart({ words, isExact }: QueryPart): Costs {
    const costs = this.#noCosts();
    const [word] = words;
    if (isExact) {
      this.#addPhrase(costs, words.map(this.#sameAs), anyField, kind.same);
      return costs;
    }
    this.#addWords(costs, this.#sameAs(word), anyField, kind.same);
    this.#addWords(costs, this.#formsOf(word), anyField, kind.form);
    this.#addWords(costs, this.#startingWith(word), anyField, kind.longer);
    const singular = singularOf(word);
    if (singular !== word)
      this.#addWords(costs, this.#startingWith(singular), anyField, kind.longer);
    for (let end = 2; end <= word.length - 2; end += 1) {
      const [head, tail] = [this.#sameAs(word.slice(0, end)), this.#formsOf(word.slice(end))];
      if (head.length > 0 && tail.length > 0)
        this.#addPhrase(costs, [head, tail], anyField, kind.joined);
    }
    return costs;
  }

  /** Two words of the query that are one in the opening. */
  #costsOfJoined([one, other]: readonly QueryPart[]): Costs | undefined {
    if (!one || !other || one.isExact || other.isExact) return undefined;
    const words = this.#formsOf(one.words[0] + other.words[0]);
    if (words.length === 0) return undefined;
    const costs = this.#noCosts();
    this.#addWords(costs, words, anyField, kind.joined);
    return costs;
  }

  #noCosts = (): Costs => new Uint16Array(this.openings.length).fill(none);

  #sameAs = (word: string): Words => {
    const number = this.#vocabulary.numberOf(word);
    return number === undefined ? [] : [number];
  };
  #formsOf = (word: string): Words => this.#vocabulary.withStem(stemOf(word));
  #startingWith = (word: string): Words => [...this.#vocabulary.startingWith(word)];

  /** Lowers the costs of the openings that have one of the words in one of the fields. */
  #addWords(costs: Costs, words: Words, fields: number, kindCost: number): void {
    for (const { offsets, entries } of this.#parts)
      for (const word of words) {
        const end = offsets[word + 1] ?? 0;
        for (let position = offsets[word] ?? 0; position < end; position += 1) {
          const entry = entries[position] as number;
          const mask = entry & fields;
          if (mask === 0) continue;
          const cost = (costOfMask[mask] as number) + kindCost;
          if (cost < (costs[entry >>> 4] as number)) costs[entry >>> 4] = cost;
        }
      }
  }

  /** As `addWords`, for words that follow each other in a text. */
  #addPhrase(costs: Costs, phrase: readonly Words[], fields: number, kindCost: number): void {
    const [first = [], ...others] = phrase;
    if (others.length === 0) {
      this.#addWords(costs, first, fields, kindCost);
      return;
    }
    for (const { sequences, offsets, entries } of this.#parts)
      for (const word of first) {
        const end = offsets[word + 1] ?? 0;
        for (let position = offsets[word] ?? 0; position < end; position += 1) {
          const entry = entries[position] as number;
          if ((entry & fields) === 0) continue;
          const sequence = sequences[entry >>> 4] as Uint32Array;
          for (let start = 0; start < sequence.length; start += 1) {
            const code = sequence[start] as number;
            if (code >>> 4 !== word || (code & fields) === 0) continue;
            if (
              !others.every((words, next) =>
                words.includes((sequence[start + next + 1] ?? 0) >>> 4),
              )
            )
              continue;
            const cost = (costOfMask[code & fields] as number) + kindCost;
            if (cost < (costs[entry >>> 4] as number)) costs[entry >>> 4] = cost;
          }
        }
      }
  }

  #neighbors({ words: [word], isExact }: QueryPart): { number: number; distance: number }[] {
    if (isExact || word.length < minMistyped) return [];
    const exchanged = exchangedLetters(word).flatMap((one) =>
      this.#sameAs(one).map((number) => ({ number, distance: 1 })),
    );
    return [...exchanged, ...this.#vocabulary.near(word, word.length < minTwiceMistyped ? 1 : 2)];
  }

  /** The cheapest similar word of each opening in role, skills and cities: the many words of descriptions are near to everything. */
  #correctionsOf(part: QueryPart, kept?: Costs): { costs: Costs; words: Uint32Array } {
    const costs = kept?.slice() ?? this.#noCosts();
    const words = new Uint32Array(this.openings.length);
    for (const { number, distance } of this.#neighbors(part)) {
      const one = this.#noCosts();
      this.#addWords(one, [number], field.role | field.skills | field.cities, distance * 64);
      for (let at = 0; at < one.length; at += 1)
        if ((one[at] as number) < (costs[at] as number)) {
          costs[at] = one[at] as number;
          words[at] = number;
        }
    }
    return { costs, words };
  }
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

/** The edit distance counts the exchange of two neighboring letters twice. */
function exchangedLetters(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, at) => {
    const copy = [...letters];
    [copy[at], copy[at + 1]] = [letter, letters[at] ?? ''];
    return copy.join('');
  });
}

const vocabulary = new Vocabulary();

export const headIndex = memoize(async (openings: readonly Indexed[]) =>
  buildPostings(vocabulary, openings, 'head'),
);
export const bodyIndex = memoize(async (openings: readonly Indexed[]) =>
  buildPostings(vocabulary, openings, 'body'),
);
export const searchIndex = async <Item extends Indexed>(
  openings: readonly Item[],
): Promise<SearchIndex<Item>> =>
  new SearchIndex(openings, vocabulary, [await headIndex(openings), await bodyIndex(openings)]);
