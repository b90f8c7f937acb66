import SearchableMap from 'minisearch/SearchableMap';
import type { Opening } from '#src/domain/model/opening.ts';
import { memoize } from '#src/jobs/memoize.ts';
import { fieldBits, fieldCount, plainTextOf, searchedTexts } from './searched-texts.ts';
import { searchTokens, stemOf } from './words.ts';

/** The numbers of words of which any one may match. */
export type Words = readonly number[];

/** A vocabulary may always keep this number of words that are in no opening any more. */
const spareWords = 10_000;

/** The words of the openings of a list and of the lists after it. A word keeps its number in all these lists. */
export class Vocabulary {
  /** Each word in its folded form, and as it was first written. No word has the number 0. */
  readonly #words: { readonly word: string; readonly spelling: string }[] = [
    { word: '', spelling: '' },
  ];
  /** The number of each word. The tree has the numbers too, but reading a list with it takes twice as long. */
  readonly #numbers = new Map<string, number>();
  readonly #tree = new SearchableMap<number>();
  readonly #byStem = new Map<string, number[]>();
  /** The number of words that the openings of the last list have. */
  used = 0;

  get size(): number {
    return this.#words.length;
  }
  /** Words that are in no opening any more stay, until they outnumber the others. */
  isTooLarge = (): boolean => this.size > 2 * this.used + spareWords;

  wordOf = (number: number): string => this.#words[number]?.word ?? '';
  spellingOf = (number: number): string => this.#words[number]?.spelling ?? '';
  sameAs = (word: string): Words => {
    const number = this.#numbers.get(word);
    return number === undefined ? [] : [number];
  };
  formsOf = (word: string): Words => this.#byStem.get(stemOf(word)) ?? [];
  startingWith = (prefix: string): Words => [...this.#tree.atPrefix(prefix).values()];

  /** Returns the words that differ by at most this number of letters, each with the number of its wrong letters. */
  similarTo(word: string, distance: number): Map<number, number> {
    const found = new Map(this.#tree.fuzzyGet(word, distance).values());
    // Two exchanged neighboring letters count as one error, but have the edit distance 2.
    for (const exchanged of exchangedLetters(word))
      for (const number of this.sameAs(exchanged)) found.set(number, 1);
    return found;
  }

  /**
   * Returns the words of an opening in their order, with a 0 between two texts. An entry is the number of the word,
   * shifted by `fieldCount`, and the bit of its field.
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
