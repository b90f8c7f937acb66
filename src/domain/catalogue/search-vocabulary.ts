import SearchableMap from 'minisearch/SearchableMap';
import { htmlToText } from '#src/html/html-text.ts';
import { mapInTurns } from '#src/jobs/turns.ts';
import type { Opening } from '../model/opening.ts';
import { searchTokens } from './search-terms.ts';
import { stemOf } from './word-endings.ts';

/** The `role_name` of an opening that the site does not know has the words of its address. */
export type Indexed = Pick<Opening, 'id' | 'role_name' | 'company_id' | 'locations'> &
  Partial<
    Pick<
      Opening,
      'requiredskill' | 'extra_skill' | 'jobdescription' | 'jobstatus' | 'employment_type'
    >
  >;

/** The fields in the order in which a match counts. Each is a bit of a mask. */
export const field = { role: 1, skills: 2, cities: 4, description: 8 } as const;
export const anyField = 15;

type Texts = readonly (readonly [field: number, text: string])[];

/** The short texts are indexed first, because people wait for them. The API host's index has the same (src/api-host/search-text.ts). */
const headTexts = ({
  role_name,
  requiredskill = '',
  extra_skill = '',
  locations,
}: Indexed): Texts => [
  [field.role, role_name],
  [field.skills, `${requiredskill} ${extra_skill}`],
  [field.cities, locations.map(({ city }) => city).join(', ')],
];

const bodyTexts = ({
  jobdescription = '',
  jobstatus = '',
  employment_type = '',
}: Indexed): Texts => [
  [field.description, jobstatus],
  [field.description, employment_type.replaceAll('_', ' ')],
  [field.description, htmlToText(jobdescription)],
];

/** A vocabulary with as many words as at first, and again as many and these, is too large. */
const spareWords = 10_000;

/** The words of all openings that were indexed. A word keeps its number, which the lists of openings share. */
export class Vocabulary {
  /** The words as they were first written. No word has the number 0. */
  readonly #spellings: string[] = [''];
  readonly #numbers = new Map<string, number>();
  readonly #tree = new SearchableMap<number>();
  readonly #byStem = new Map<string, number[]>();
  readonly #sequences = {
    head: new WeakMap<Indexed, Uint32Array>(),
    body: new WeakMap<Indexed, Uint32Array>(),
  };
  readonly #firstSizes = { head: 0, body: 0 };

  get size(): number {
    return this.#spellings.length;
  }
  /** A list of openings was read for the first time. */
  setFirstSize(part: 'head' | 'body'): void {
    this.#firstSizes[part] ||= this.size;
  }
  isTooLarge(): boolean {
    const firstSize = Math.max(...Object.values(this.#firstSizes));
    return firstSize > 0 && this.size > 2 * firstSize + spareWords;
  }

  numberOf = (word: string): number | undefined => this.#numbers.get(word);
  spellingOf = (number: number): string => this.#spellings[number] ?? '';
  withStem = (stem: string): readonly number[] => this.#byStem.get(stem) ?? [];
  startingWith = (prefix: string): Iterable<number> => this.#tree.atPrefix(prefix).values();

  /** Returns the words with at most this number of wrong letters, each with its number of them. */
  near(word: string, distance: number): Map<number, number> {
    const found = new Map<number, number>();
    for (const [number, letters] of this.#tree.fuzzyGet(word, distance).values())
      found.set(number, letters);
    // The edit distance counts the exchange of two neighboring letters twice.
    for (const exchanged of exchangedLetters(word)) {
      const number = this.#numbers.get(exchanged);
      if (number !== undefined) found.set(number, 1);
    }
    return found;
  }

  #add(word: string, spelling: string): number {
    const isShown = /^[\p{L}\p{M}\p{N}&./+#]+$/u.test(spelling);
    const number = this.#spellings.push(isShown ? spelling.toLowerCase() : word) - 1;
    this.#numbers.set(word, number);
    this.#tree.set(word, number);
    const stem = stemOf(word);
    const forms = this.#byStem.get(stem);
    if (forms) forms.push(number);
    else this.#byStem.set(stem, [number]);
    return number;
  }

  /** The words of an unchanged opening are read once. Between two texts there is a 0. */
  sequenceOf(opening: Indexed, part: 'head' | 'body'): Uint32Array {
    const known = this.#sequences[part].get(opening);
    if (known) return known;
    const codes: number[] = [];
    for (const [mask, text] of (part === 'head' ? headTexts : bodyTexts)(opening)) {
      for (const { word, start, end } of searchTokens(text)) {
        const number = this.numberOf(word) ?? this.#add(word, text.slice(start, end));
        codes.push((number << 4) | mask);
      }
      codes.push(0);
    }
    const sequence = new Uint32Array(codes);
    this.#sequences[part].set(opening, sequence);
    return sequence;
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

/** The openings that contain each word, with the mask of their fields. */
export interface Postings {
  readonly sequences: readonly Uint32Array[];
  /** The entries of the word with the number `n` are `entries[offsets[n]]` up to `entries[offsets[n + 1]]`. */
  readonly offsets: Uint32Array;
  /** The position of the opening in the list, shifted by 4, and the mask. */
  readonly entries: Uint32Array;
}

export async function buildPostings(
  vocabulary: Vocabulary,
  openings: readonly Indexed[],
  part: 'head' | 'body',
): Promise<Postings> {
  const sequences = await mapInTurns(openings, (opening) => vocabulary.sequenceOf(opening, part));
  vocabulary.setFirstSize(part);
  const offsets = new Uint32Array(vocabulary.size + 1);
  /** The last opening, counted from 1, in which the word was. */
  const last = new Uint32Array(vocabulary.size);
  await mapInTurns(sequences, (sequence, at) => {
    for (const code of sequence) {
      const word = code >>> 4;
      if (word === 0 || last[word] === at + 1) continue;
      last[word] = at + 1;
      offsets[word + 1] = (offsets[word + 1] as number) + 1;
    }
  });
  for (let word = 1; word < offsets.length; word += 1)
    offsets[word] = (offsets[word] as number) + (offsets[word - 1] as number);
  const entries = new Uint32Array(offsets.at(-1) ?? 0);
  const next = offsets.slice();
  last.fill(0);
  await mapInTurns(sequences, (sequence, at) => {
    for (const code of sequence) {
      const word = code >>> 4;
      if (word === 0) continue;
      const position = next[word] as number;
      if (last[word] === at + 1)
        entries[position - 1] = (entries[position - 1] as number) | (code & 15);
      else {
        last[word] = at + 1;
        entries[position] = (at << 4) | (code & 15);
        next[word] = position + 1;
      }
    }
  });
  return { sequences, offsets, entries };
}
