import SearchableMap from 'minisearch/SearchableMap';
import { htmlToText } from '#src/html/html-text.ts';
import type { Opening } from '../model/opening.ts';
import { searchWords } from './search-terms.ts';
import { stemOf } from './word-endings.ts';

/** For an opening of which less is known, `role_name` has the words of its address. */
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

/** What is short: people wait for it. */
const headTexts = ({
  role_name,
  requiredskill = '',
  extra_skill = '',
  locations,
}: Indexed): Texts => [
  [field.role, role_name],
  [field.skills, requiredskill],
  [field.skills, extra_skill],
  ...locations.map(({ city }) => [field.cities, city] as const),
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

/** The words of all openings that were indexed. A word keeps its number, which lists of openings share. */
export class Vocabulary {
  readonly words: string[] = [''];
  readonly #numbers = new Map<string, number>();
  readonly #tree = new SearchableMap<number>();
  readonly #byStem = new Map<string, number[]>();
  readonly #sequences = { head: new WeakMap(), body: new WeakMap() } as const satisfies Record<
    string,
    WeakMap<Indexed, Uint32Array>
  >;

  numberOf = (word: string): number | undefined => this.#numbers.get(word);
  withStem = (stem: string): readonly number[] => this.#byStem.get(stem) ?? [];
  startingWith = (prefix: string): Iterable<number> => this.#tree.atPrefix(prefix).values();

  /** Returns the numbers of the words that are at most `distance` wrong letters away. */
  near(word: string, distance: number): { readonly number: number; readonly distance: number }[] {
    return [...this.#tree.fuzzyGet(word, distance).values()].map(([number, distance]) => ({
      number,
      distance,
    }));
  }

  #add(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.words.push(word) - 1;
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
    const numbers: number[] = [];
    for (const [mask, text] of (part === 'head' ? headTexts : bodyTexts)(opening)) {
      for (const word of searchWords(text)) numbers.push((this.#add(word) << 4) | mask);
      numbers.push(0);
    }
    const sequence = Uint32Array.from(numbers);
    this.#sequences[part].set(opening, sequence);
    return sequence;
  }
}

/** For each word, the openings that contain it, with the mask of their fields. */
export interface Postings {
  readonly sequences: readonly Uint32Array[];
  /** The entries of the word with the number `n` are `entries[offsets[n]]` up to `entries[offsets[n + 1]]`. */
  readonly offsets: Uint32Array;
  /** The position of the opening in the list, shifted by 4, and the mask. */
  readonly entries: Uint32Array;
}

/** Other requests are answered after this time, in milliseconds. */
const sliceMs = 8;

/** Does the work for each number below `count`, in turns with other requests. */
async function inTurns(count: number, work: (at: number) => void): Promise<void> {
  let end = performance.now() + sliceMs;
  for (let at = 0; at < count; at += 1) {
    work(at);
    if (performance.now() < end) continue;
    await new Promise((resolve) => setTimeout(resolve));
    end = performance.now() + sliceMs;
  }
}

export async function buildPostings(
  vocabulary: Vocabulary,
  openings: readonly Indexed[],
  part: 'head' | 'body',
): Promise<Postings> {
  const sequences: Uint32Array[] = [];
  await inTurns(openings.length, (at) => {
    sequences.push(vocabulary.sequenceOf(openings[at] as Indexed, part));
  });
  const offsets = new Uint32Array(vocabulary.words.length + 1);
  /** The last opening, counted from 1, in which the word was. */
  const last = new Uint32Array(vocabulary.words.length);
  await inTurns(openings.length, (at) => {
    for (const code of sequences[at] as Uint32Array) {
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
  await inTurns(openings.length, (at) => {
    for (const code of sequences[at] as Uint32Array) {
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
