import type { Opening } from '#src/domain/model/opening.ts';
import type { Postings } from './postings.ts';
import type { SearchQuery } from './query.ts';
import { anyField, fieldBits } from './searched-texts.ts';
import type { Words } from './vocabulary.ts';
import { type Sequence, singularOf } from './words.ts';

/**
 * The openings with the lowest costs come first. Each part of a query adds the cost of the field in which it matches,
 * and of the kind of match: the same word, another form, a longer word, a joined or divided one, or a synonym.
 */
const costOfKind = { same: 0, form: 1, longer: 2, joined: 3, synonym: 4 } as const;
type Kind = keyof typeof costOfKind;
/** A less important field costs more than any kind of match, and a wrong letter more than any field. */
const [costOfField, costOfLetter] = [8, 64];
/** The cost of the first field of a mask. */
const costOfMask = Uint8Array.from(
  { length: anyField + 1 },
  (_, mask) => Object.values(fieldBits).findIndex((bit) => (mask & bit) !== 0) * costOfField,
);

/** The costs of each opening, by its position in the list. */
type Costs = Uint16Array<ArrayBuffer>;
/** The costs of an opening that does not match. */
const none = 0xffff;

/** Descriptions are left out, because they name other jobs too, and one of their many words is similar to any word. */
const fieldsOfSynonyms = fieldBits.role | fieldBits.skills;
const fieldsOfCorrections = fieldsOfSynonyms | fieldBits.cities;

/** The lengths from which a word may have one wrong letter, and two. */
const minLength = { mistyped: 3, twiceMistyped: 8 } as const;

/** A sequence of words that stands for the parts of a query from `from` up to `to`. */
interface Pattern {
  readonly from: number;
  readonly to: number;
  readonly words: readonly Words[];
  readonly kind: Kind;
}

/** The openings in which a text is searched for. Preferred openings precede others that match equally well. */
export interface Scope {
  readonly isAmong: (opening: Opening) => boolean;
  readonly isPreferred: (opening: Opening) => boolean;
}

/** Finds the openings of a list that contain the words of a text or words like them. */
export class Engine {
  readonly #openings: readonly Opening[];
  readonly #postings: Postings;

  constructor(openings: readonly Opening[], postings: Postings) {
    this.#openings = openings;
    this.#postings = postings;
  }

  /**
   * Finds the openings that contain each part of the query, or a form, a longer word or a synonym of it. Matches in the
   * role come first, then in the skills, the cities, the hours and the description. Equal matches keep their order. If
   * the query means all openings, all of them are found, in their order.
   */
  find(query: SearchQuery, { isAmong, isPreferred }: Scope): readonly Opening[] {
    if (query.parts.length === 0) return [];
    if (query.meansAll) return this.#openings.filter(isAmong);
    const costs = this.#costsOf(query, this.#costsAmong(isAmong));
    // `byCost` has gaps at costs that no opening has. `flat` leaves them out.
    const byCost: Opening[][] = [];
    for (const [at, opening] of this.#openings.entries()) {
      const cost = costs[at] as number;
      if (cost === none) continue;
      const rank = 2 * cost + (isPreferred(opening) ? 0 : 1);
      byCost[rank] ??= [];
      byCost[rank].push(opening);
    }
    return byCost.flat();
  }

  /** Returns the sequences of words that make an opening match, the longest first. */
  matched(query: SearchQuery): readonly Sequence[] {
    const setOf = (words: Words) => new Set(words.map(this.#postings.vocabulary.wordOf));
    return (
      this.#patternsOf(query)
        // Words that begin with a single letter are not marked, because there are too many.
        .filter(({ kind, from }) => kind !== 'longer' || query.parts[from]?.words[0].length !== 1)
        .map(({ words }) => words.map(setOf))
        .sort((one, other) => other.length - one.length)
    );
  }

  /**
   * Returns the query without typing errors, if the corrected query finds openings. Words that no opening contains are
   * corrected, or all words if each of them is in some opening.
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
      part.isExact || (isFound && !areAllFound)
        ? { part, costs }
        : { part, ...this.#withSimilarWords(part.words[0], costs) },
    );
    // The opening that needs the fewest changes decides which words are meant.
    const best = cheapest([among, ...corrections.map(({ costs }) => costs)]);
    if (best === undefined) return undefined;
    return corrections
      .map(({ part, words }) => {
        const word = words?.[best] ?? 0;
        return word > 0 ? this.#postings.vocabulary.spellingOf(word) : part.text;
      })
      .join(' ');
  }

  /** Returns the sequences of words that match parts of a query, in the order of `from`. */
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
      // One word of the query may be two words in a text, and two words may be one.
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

  /**
   * Returns the costs of openings that contain a pattern for each part. Because a pattern may cover several parts, the
   * lowest costs are computed for the first part, then for the first two parts, and so on.
   */
  #costsOf(query: Pick<SearchQuery, 'parts' | 'synonyms'>, among: Costs): Costs {
    const costsUpTo = [among, ...query.parts.map(this.#noCosts)];
    for (const { from, to, words, kind } of this.#patternsOf(query)) {
      const [before, after] = [costsUpTo[from] as Costs, costsUpTo[to] as Costs];
      const visit = (at: number, mask: number) => {
        const sum = (before[at] as number) + (costOfMask[mask] as number) + costOfKind[kind];
        if (sum < (after[at] as number)) after[at] = sum;
      };
      const fields = kind === 'synonym' ? fieldsOfSynonyms : anyField;
      this.#postings.eachWith(words, fields, visit, (at) => before[at] !== none);
    }
    return costsUpTo.at(-1) as Costs;
  }

  /** Adds openings with similar words to the costs of a word, and returns the cheapest similar word of each opening. */
  #withSimilarWords(word: string, costs: Costs): { costs: Costs; words?: Uint32Array } {
    if (word.length < minLength.mistyped) return { costs };
    const words = new Uint32Array(costs.length);
    const wrongLetters = word.length < minLength.twiceMistyped ? 1 : 2;
    const similar = this.#postings.vocabulary.similarTo(word, wrongLetters);
    for (const [number, distance] of similar)
      this.#postings.eachWith([[number]], fieldsOfCorrections, (at, mask) => {
        const sum = (costOfMask[mask] as number) + distance * costOfLetter;
        if (sum >= (costs[at] as number)) return;
        costs[at] = sum;
        words[at] = number;
      });
    return { costs, words };
  }

  #noCosts = (): Costs => new Uint16Array(this.#openings.length).fill(none);

  /** Returns the initial costs: 0 for the openings in which the query is searched for, `none` for all others. */
  #costsAmong(isAmong: (opening: Opening) => boolean): Costs {
    const costs = this.#noCosts();
    for (const [at, opening] of this.#openings.entries()) if (isAmong(opening)) costs[at] = 0;
    return costs;
  }
}

/** Returns the position of the opening with the lowest sum of costs. */
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
