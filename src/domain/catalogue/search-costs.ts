import type { SearchQuery } from './search-query.ts';
import type { QueryPart } from './search-terms.ts';
import { anyField, field, type Postings, type Vocabulary } from './search-vocabulary.ts';
import { singularOf, stemOf } from './word-endings.ts';

/** A word of an opening matches one of the query in these ways, the best first. The field counts more. */
const kind = { same: 0, form: 1, longer: 2, joined: 3, synonym: 4 } as const;
/** The cost of a match in the first field of a mask. */
const costOfMask = Uint8Array.from(
  { length: 16 },
  (_, mask) => Object.values(field).findIndex((bit) => (mask & bit) !== 0) * 8,
);
/** The cost of an opening that does not match. */
export const none = 0xffff;

/** The cost of each opening, by its position in the list. */
export type Costs = Uint16Array<ArrayBuffer>;

/** Some words of the vocabulary, by number. */
export type Words = readonly number[];

/** Finds the openings that contain words, each with a cost that is lower the better it matches. */
export class SearchCosts {
  readonly #vocabulary: Vocabulary;
  readonly #postings: readonly Postings[];
  readonly #count: number;

  constructor(vocabulary: Vocabulary, postings: readonly Postings[], count: number) {
    this.#vocabulary = vocabulary;
    this.#postings = postings;
    this.#count = count;
  }

  /**
   * Returns no cost for an opening without one in `among`. The costs of the parts before each position of the query are
   * known when the part at it is added.
   */
  ofQuery({ parts, synonyms }: SearchQuery, among: Costs): Costs {
    const before = [among];
    for (let to = 1; to <= parts.length; to += 1) {
      const costs = this.#noCosts();
      const add = (from: number, span: Costs) => {
        const earlier = before[from] as Costs;
        for (let at = 0; at < costs.length; at += 1) {
          const sum = (earlier[at] as number) + (span[at] as number);
          if (sum < (costs[at] as number)) costs[at] = sum;
        }
      };
      add(to - 1, this.ofPart(parts[to - 1] as QueryPart, before[to - 1] as Costs));
      const joined = this.#ofJoined(parts[to - 2], parts[to - 1]);
      if (joined) add(to - 2, joined);
      for (const { from, to: end, phrases } of synonyms) {
        if (end !== to) continue;
        const span = this.#noCosts();
        // A description names many jobs besides its own.
        for (const phrase of phrases)
          this.#addPhrase(span, phrase.map(this.formsOf), field.role | field.skills, kind.synonym);
        add(from, span);
      }
      before.push(costs);
    }
    return before.at(-1) as Costs;
  }

  /** Phrases, which take the longest, are only looked for in openings that have a cost in `among`. */
  ofPart({ words, isExact }: QueryPart, among: Costs): Costs {
    const costs = this.#noCosts();
    if (isExact) {
      this.#addPhrase(costs, words.map(this.sameAs), anyField, kind.same, among);
      return costs;
    }
    const [word] = words;
    this.#addWords(costs, this.sameAs(word), anyField, kind.same);
    this.#addWords(costs, this.formsOf(word), anyField, kind.form);
    this.#addWords(costs, this.startingWith(word), anyField, kind.longer);
    const singular = singularOf(word);
    if (singular !== word)
      this.#addWords(costs, this.startingWith(singular), anyField, kind.longer);
    // The word may be two in the text.
    for (let end = 2; end <= word.length - 2; end += 1) {
      const [head, tail] = [this.sameAs(word.slice(0, end)), this.formsOf(word.slice(end))];
      if (head.length > 0 && tail.length > 0)
        this.#addPhrase(costs, [head, tail], anyField, kind.joined, among);
    }
    return costs;
  }

  /** The words follow each other in a text of one of the fields. */
  ofPhrase(phrase: readonly Words[], fields: number): Costs {
    const costs = this.#noCosts();
    this.#addPhrase(costs, phrase, fields, kind.same);
    return costs;
  }

  sameAs = (word: string): Words => {
    const number = this.#vocabulary.numberOf(word);
    return number === undefined ? [] : [number];
  };
  formsOf = (word: string): Words => this.#vocabulary.withStem(stemOf(word));
  startingWith = (word: string): Words => [...this.#vocabulary.startingWith(word)];

  /** Calls `visit` for each opening that has the word in one of the fields, with its position and cost. */
  eachOf(word: number, fields: number, visit: (at: number, cost: number) => void): void {
    for (const { offsets, entries } of this.#postings) {
      const end = offsets[word + 1] ?? 0;
      for (let position = offsets[word] ?? 0; position < end; position += 1) {
        const entry = entries[position] as number;
        if ((entry & fields) !== 0) visit(entry >>> 4, costOfMask[entry & fields] as number);
      }
    }
  }

  /** Two words of the query that are one in the opening. */
  #ofJoined(one: QueryPart | undefined, other: QueryPart | undefined): Costs | undefined {
    if (!one || !other || one.isExact || other.isExact) return undefined;
    const words = this.formsOf(one.words[0] + other.words[0]);
    if (words.length === 0) return undefined;
    const costs = this.#noCosts();
    this.#addWords(costs, words, anyField, kind.joined);
    return costs;
  }

  #noCosts = (): Costs => new Uint16Array(this.#count).fill(none);

  #addWords(costs: Costs, words: Words, fields: number, kindCost: number): void {
    for (const word of words)
      this.eachOf(word, fields, (at, cost) => {
        if (cost + kindCost < (costs[at] as number)) costs[at] = cost + kindCost;
      });
  }

  #addPhrase(
    costs: Costs,
    phrase: readonly Words[],
    fields: number,
    kindCost: number,
    among?: Costs,
  ): void {
    const [first = [], ...others] = phrase;
    const [second] = others;
    if (!second) {
      this.#addWords(costs, first, fields, kindCost);
      return;
    }
    // Reading a sequence takes longer than reading the postings of a word.
    const hasSecond = new Uint8Array(this.#count);
    for (const word of second)
      this.eachOf(word, fields, (at) => {
        if (among?.[at] !== none) hasSecond[at] = 1;
      });
    for (const { sequences, offsets, entries } of this.#postings)
      for (const word of first) {
        const end = offsets[word + 1] ?? 0;
        for (let position = offsets[word] ?? 0; position < end; position += 1) {
          const entry = entries[position] as number;
          const mask = entry & fields;
          if (mask === 0 || hasSecond[entry >>> 4] === 0) continue;
          const bit = fieldOfPhrase(sequences[entry >>> 4] as Uint32Array, word, others, mask);
          const cost = (costOfMask[bit] as number) + kindCost;
          if (bit !== 0 && cost < (costs[entry >>> 4] as number)) costs[entry >>> 4] = cost;
        }
      }
  }
}

/** Returns the first of the fields in which the others follow the word, or 0. A 0 between two texts is no word. */
function fieldOfPhrase(
  sequence: Uint32Array,
  word: number,
  others: readonly Words[],
  fields: number,
): number {
  for (const bit of Object.values(field)) {
    if ((fields & bit) === 0) continue;
    const code = (word << 4) | bit;
    // `indexOf` is several times as fast as a loop.
    for (let at = sequence.indexOf(code); at !== -1; at = sequence.indexOf(code, at + 1))
      if (others.every((words, next) => words.includes((sequence[at + next + 1] ?? 0) >>> 4)))
        return bit;
  }
  return 0;
}
