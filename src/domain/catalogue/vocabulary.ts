import SearchableMap from 'minisearch/SearchableMap';
import type { Opening } from '#src/domain/model/opening.ts';
import { memoize } from '#src/jobs/memoize.ts';
import { fieldBits, fieldCount, plainTextOf, searchedTexts } from './searched-texts.ts';
import { searchTokens, stemOf } from './words.ts';

/** The numbers of words that may stand for each other. */
export type Words = readonly number[];

/** A vocabulary may always have this number of words that no opening has any more. */
const spareWords = 10_000;

/** The words of the openings of a list and of those that follow it. A word keeps its number in all of them. */
export class Vocabulary {
  /** Each word, and how it was first written. No word has the number 0. */
  readonly #words: { readonly word: string; readonly spelling: string }[] = [
    { word: '', spelling: '' },
  ];
  /** The tree has them too, but a list takes twice as long to read with it. */
  readonly #numbers = new Map<string, number>();
  readonly #tree = new SearchableMap<number>();
  readonly #byStem = new Map<string, number[]>();
  /** The number of words that the openings of the last list have. */
  used = 0;

  get size(): number {
    return this.#words.length;
  }
  /** Words of openings that are gone stay, until they are more than the others. */
  isTooLarge = (): boolean => this.size > 2 * this.used + spareWords;

  wordOf = (number: number): string => this.#words[number]?.word ?? '';
  spellingOf = (number: number): string => this.#words[number]?.spelling ?? '';
  sameAs = (word: string): Words => {
    const number = this.#numbers.get(word);
    return number === undefined ? [] : [number];
  };
  formsOf = (word: string): Words => this.#byStem.get(stemOf(word)) ?? [];
  startingWith = (prefix: string): Words => [...this.#tree.atPrefix(prefix).values()];

  /** Returns the words with at most this number of wrong letters, each with its number of them. */
  similarTo(word: string, distance: number): Map<number, number> {
    const found = new Map(this.#tree.fuzzyGet(word, distance).values());
    // The edit distance counts the exchange of two neighboring letters twice.
    for (const exchanged of exchangedLetters(word))
      for (const number of this.sameAs(exchanged)) found.set(number, 1);
    return found;
  }

  /**
   * Returns the words of an opening in their order: the number of each, shifted by `fieldCount`, and the bit of its field.
   * Between two texts there is a 0.
   */
  readonly sequenceOf = memoize((opening: Opening): Uint32Array => {
    const codes: number[] = [];
    for (const searched of searchedTexts) {
      const text = plainTextOf(searched, opening);
      for (const { word, start, end } of searchTokens(text)) {
        const number = this.#numbers.get(word) ?? this.#add(word, text.slice(start, end));
        codes.push((number << fieldCount) | fieldBits[searched.field]);
      }
      codes.push(0);
    }
    return new Uint32Array(codes);
  });

  #add(word: string, written: string): number {
    const isShown = /^[\p{L}\p{M}\p{N}&./+#]+$/u.test(written);
    const spelling = isShown ? written.toLowerCase() : word;
    const number = this.#words.push({ word, spelling }) - 1;
    this.#numbers.set(word, number);
    this.#tree.set(word, number);
    const stem = stemOf(word);
    const forms = this.#byStem.get(stem);
    if (forms) forms.push(number);
    else this.#byStem.set(stem, [number]);
    return number;
  }
}

function exchangedLetters(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, at) => {
    const copy = [...letters];
    [copy[at], copy[at + 1]] = [letter, letters[at] ?? ''];
    return copy.join('');
  });
}
