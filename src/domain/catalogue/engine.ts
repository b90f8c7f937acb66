import type { Opening } from '#src/domain/model/opening.ts';
import type { Postings } from './postings.ts';
import type { SearchQuery } from './query.ts';
import { anyField, fieldBits } from './searched-texts.ts';
import type { Words } from './vocabulary.ts';
import { isStopWord, type Sequence, searchWords, singularOf } from './words.ts';

/** The words of an opening may match those of the query in these ways, the best first. The field counts more. */
const kinds = { same: 0, form: 1, longer: 2, joined: 3, synonym: 4 } as const;
type Kind = keyof typeof kinds;

/** A sequence of words that stands for the parts of a query from `from` up to `to`. */
interface Pattern {
  readonly from: number;
  readonly to: number;
  readonly words: readonly Words[];
  readonly kind: Kind;
}

/** The cost of each opening, by its position in the list: it is lower the better the opening matches. */
type Costs = Uint16Array<ArrayBuffer>;
/** The cost of an opening that does not match. */
const none = 0xffff;
/** A match in the next field costs more than any kind of match, and a wrong letter more than any field. */
const [costOfField, costOfLetter] = [8, 64];
/** The cost of a match in the first field of a mask. */
const costOfMask = Uint8Array.from(
  { length: anyField + 1 },
  (_, mask) => Object.values(fieldBits).findIndex((bit) => (mask & bit) !== 0) * costOfField,
);

/** A description names many jobs besides its own, and one of its many words is near to any word. */
const fieldsOfSynonyms = fieldBits.role | fieldBits.skills;
const fieldsOfCorrections = fieldsOfSynonyms | fieldBits.cities;

/** The lengths from which a word may have one wrong letter, two wrong letters, and longer words. */
const minLength = { mistyped: 3, twiceMistyped: 8, prefix: 4 } as const;

/** An opening is similar to one of which only this is known. `role_name` may have the words of an address. */
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
/** A longer word of the role makes two openings less similar than the same word. */
const weightOfLonger = 0.8;

/** The openings among which a text is searched for. Of those that match equally well the preferred ones come first. */
export interface Scope {
  readonly isAmong: (opening: Opening) => boolean;
  readonly isPreferred: (opening: Opening) => boolean;
}

/** Finds the openings of a list that contain words or words like them, and those that are similar to one. */
export class Engine {
  readonly #openings: readonly Opening[];
  readonly #postings: Postings;

  constructor(openings: readonly Opening[], postings: Postings) {
    this.#openings = openings;
    this.#postings = postings;
  }

  /**
   * Finds the openings that contain each part of the query, its form, a longer word, or a synonym: first those with it in the
   * role, then in the skills, the cities, the hours and the description. Equal ones keep their order; so do all of a query that
   * means all.
   */
  find(query: SearchQuery, { isAmong, isPreferred }: Scope): readonly Opening[] {
    if (query.parts.length === 0) return [];
    if (query.meansAll) return this.#openings.filter(isAmong);
    const costs = this.#costsOf(query, this.#costsAmong(isAmong));
    const keys: number[] = [];
    for (let at = 0; at < costs.length; at += 1)
      if (costs[at] !== none) {
        const rank = isPreferred(this.#openings[at] as Opening) ? 0 : 1;
        keys.push(((costs[at] as number) * 2 + rank) * 2 ** 32 + at);
      }
    const sorted = Float64Array.from(keys).sort();
    return Array.from(sorted, (key) => this.#openings[key % 2 ** 32] as Opening);
  }

  /** Returns what makes an opening match, the longest first. */
  matched(query: SearchQuery): readonly Sequence[] {
    const setOf = (words: Words) => new Set(words.map(this.#postings.vocabulary.wordOf));
    return (
      this.#patternsOf(query)
        // A single letter is the beginning of too many words.
        .filter(({ kind, from }) => kind !== 'longer' || query.parts[from]?.words[0].length !== 1)
        .map(({ words }) => words.map(setOf))
        .sort((one, other) => other.length - one.length)
    );
  }

  /**
   * Returns the query without typing errors, if some openings are found by that. Only words that no opening contains are
   * corrected, unless each word is contained in some.
   */
  correct(query: SearchQuery, isAmong: (opening: Opening) => boolean): string | undefined {
    if (query.parts.length === 0) return undefined;
    const among = this.#costsAmong(isAmong);
    const parts = query.parts.map((part) => {
      const costs = this.#costsOf({ parts: [part], synonyms: [] }, among);
      return { part, costs, isFound: costs.some((cost) => cost !== none) };
    });
    // A phrase is not corrected.
    if (parts.some(({ part, isFound }) => part.isExact && !isFound)) return undefined;
    const areAllFound = parts.every(({ isFound }) => isFound);
    const corrections = parts.map(({ part, costs, isFound }) =>
      part.isExact || (isFound && !areAllFound) ? { costs } : this.#corrected(part.words[0], costs),
    );
    const best = cheapest([among, ...corrections.map(({ costs }) => costs)]);
    if (best === undefined) return undefined;
    return corrections
      .map(({ words }, index) => {
        const number = words?.[best] ?? 0;
        return number > 0 ? this.#postings.vocabulary.spellingOf(number) : query.parts[index]?.text;
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
    by: Similarity,
  ): readonly Opening[] {
    const weights = similarities[by];
    const { length } = this.#openings;
    const scores = new Float64Array(length);
    const add = (positions: ReadonlySet<number>, weight: number) => {
      const rarity = Math.log(1 + (length - positions.size + 0.5) / (positions.size + 0.5));
      for (const at of positions) scores[at] = (scores[at] as number) + weight * rarity;
    };
    const addWords = (words: readonly Words[], field: number, weight: number) => {
      const positions = new Set<number>();
      this.#postings.eachWith(words, field, (at) => positions.add(at));
      add(positions, weight);
    };
    const { sameAs, formsOf, startingWith } = this.#postings.vocabulary;
    for (const word of new Set(searchWords(role_name))) {
      if (isStopWord(word)) continue;
      const forms = formsOf(word);
      addWords([forms], fieldBits.role, weights.role);
      if (word.length < minLength.prefix) continue;
      const longer = startingWith(word).filter((one) => !forms.includes(one));
      addWords([longer], fieldBits.role, weights.role * weightOfLonger);
    }
    const ofCompany = new Set<number>();
    for (const [at, one] of this.#openings.entries())
      if (company_id !== '' && one.company_id === company_id) ofCompany.add(at);
    add(ofCompany, weights.company);
    for (const { city } of locations)
      addWords(searchWords(city).map(sameAs), fieldBits.cities, weights.cities);
    const found: number[] = [];
    for (const [at, score] of scores.entries())
      if (score > 0 && this.#openings[at]?.id !== id) found.push(at);
    return found
      .sort((one, other) => (scores[other] as number) - (scores[one] as number) || one - other)
      .slice(0, limit)
      .map((at) => this.#openings[at] as Opening);
  }

  /** What may stand in an opening for the parts of a query, in the order of `from`. */
  #patternsOf({ parts, synonyms }: Pick<SearchQuery, 'parts' | 'synonyms'>): Pattern[] {
    const { sameAs, formsOf, startingWith } = this.#postings.vocabulary;
    const patterns: Pattern[] = [];
    for (const [from, { words, isExact }] of parts.entries()) {
      const add = (kind: Kind, words: readonly Words[], to = from + 1) =>
        patterns.push({ from, to, words, kind });
      if (isExact) {
        add('same', words.map(sameAs));
        continue;
      }
      const [word] = words;
      add('same', [sameAs(word)]);
      add('form', [formsOf(word)]);
      add('longer', [startingWith(word)]);
      const singular = singularOf(word);
      if (singular !== word) add('longer', [startingWith(singular)]);
      // The word may be two in the text, and two words may be one.
      for (let end = 2; end <= word.length - 2; end += 1)
        add('joined', [sameAs(word.slice(0, end)), formsOf(word.slice(end))]);
      const next = parts[from + 1];
      if (next && !next.isExact) add('joined', [formsOf(word + next.words[0])], from + 2);
      for (const span of synonyms)
        if (span.from === from)
          for (const phrase of span.phrases) add(span.kind, phrase.map(formsOf), span.to);
    }
    return patterns.filter(({ words }) => words.every(({ length }) => length > 0));
  }

  /** The costs of the parts before each position of the query are known when the patterns from it are added. */
  #costsOf(query: Pick<SearchQuery, 'parts' | 'synonyms'>, among: Costs): Costs {
    const { length } = query.parts;
    const costs = [among, ...Array.from({ length }, this.#noCosts)];
    for (const { from, to, words, kind } of this.#patternsOf(query)) {
      const [before, after] = [costs[from] as Costs, costs[to] as Costs];
      const visit = (at: number, mask: number) => {
        const sum = (before[at] as number) + (costOfMask[mask] as number) + kinds[kind];
        if (sum < (after[at] as number)) after[at] = sum;
      };
      const fields = kind === 'synonym' ? fieldsOfSynonyms : anyField;
      this.#postings.eachWith(words, fields, visit, (at) => before[at] !== none);
    }
    return costs[length] as Costs;
  }

  /** Adds openings with similar words to the costs of a word, and returns the cheapest similar word of each opening. */
  #corrected(word: string, costs: Costs): { readonly costs: Costs; readonly words?: Uint32Array } {
    if (word.length < minLength.mistyped) return { costs };
    const words = new Uint32Array(costs.length);
    const distances = this.#postings.vocabulary.similarTo(
      word,
      word.length < minLength.twiceMistyped ? 1 : 2,
    );
    for (const [number, distance] of distances)
      this.#postings.eachWith([[number]], fieldsOfCorrections, (at, mask) => {
        const sum = (costOfMask[mask] as number) + distance * costOfLetter;
        if (sum >= (costs[at] as number)) return;
        costs[at] = sum;
        words[at] = number;
      });
    return { costs, words };
  }

  #noCosts = (): Costs => new Uint16Array(this.#openings.length).fill(none);

  /** The cost 0 for each opening that is among those that are searched, and no cost for the others. */
  #costsAmong(isAmong: (opening: Opening) => boolean): Costs {
    const costs = this.#noCosts();
    for (const [at, opening] of this.#openings.entries()) if (isAmong(opening)) costs[at] = 0;
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
