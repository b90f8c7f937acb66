import type { Opening } from '#src/domain/model/opening.ts';
import { mapYielding } from '#src/jobs/yielding.ts';
import { anyField, fieldBits, fieldCount } from './searched-texts.ts';
import { Vocabulary, type Words } from './vocabulary.ts';

/** The openings of a list that contain each word of a vocabulary. */
export type Postings = Awaited<ReturnType<typeof buildPostings>>;

/** @param earlier the vocabulary of the version before, which has read the unchanged openings already */
export async function buildPostings(openings: readonly Opening[], earlier?: Vocabulary) {
  const vocabulary = earlier?.isTooLarge() === false ? earlier : new Vocabulary();
  const sequences = await mapYielding(openings, vocabulary.sequenceOf);
  vocabulary.setFirstSize();
  const { offsets, entries } = await countWords(sequences, vocabulary.size);

  /**
   * Calls `visit` for the openings in which the words follow each other in one of the fields, with the position and the mask of
   * the fields; several times for one opening if several alternatives match. Only openings that are among others are read.
   */
  function eachWith(
    [first = [], ...others]: readonly Words[],
    fields: number,
    visit: (at: number, mask: number) => void,
    isAmong?: (at: number) => boolean,
  ): void {
    // Reading a sequence takes longer than reading the postings of a word.
    const [second] = others;
    const withSecond = second && new Uint8Array(openings.length);
    if (withSecond)
      eachWith([second], fields, (at) => {
        withSecond[at] = 1;
      });
    for (const word of first) {
      const end = offsets[word + 1] ?? 0;
      for (let position = offsets[word] ?? 0; position < end; position += 1) {
        const entry = entries[position] as number;
        const at = entry >>> fieldCount;
        let mask = entry & fields;
        if (mask === 0 || withSecond?.[at] === 0 || isAmong?.(at) === false) continue;
        if (second) mask = fieldOfPhrase(sequences[at] as Uint32Array, word, others, mask);
        if (mask !== 0) visit(at, mask);
      }
    }
  }

  return { vocabulary, eachWith };
}

/**
 * The entries of the word with the number `n` are `entries[offsets[n]]` up to `entries[offsets[n + 1]]`: the position of an
 * opening in the list, shifted by `fieldCount`, and the mask of the fields.
 */
async function countWords(sequences: readonly Uint32Array[], size: number) {
  const offsets = new Uint32Array(size + 1);
  /** The last opening, counted from 1, in which the word was. */
  const last = new Uint32Array(size);
  await mapYielding(sequences, (sequence, at) => {
    for (const code of sequence) {
      const word = code >>> fieldCount;
      if (word === 0 || last[word] === at + 1) continue;
      last[word] = at + 1;
      offsets[word + 1] = (offsets[word + 1] as number) + 1;
    }
  });
  for (let word = 1; word <= size; word += 1)
    offsets[word] = (offsets[word] as number) + (offsets[word - 1] as number);
  const entries = new Uint32Array(offsets.at(-1) ?? 0);
  const next = offsets.slice();
  await mapYielding(sequences, (sequence, at) => {
    for (const code of sequence) {
      const word = code >>> fieldCount;
      if (word === 0) continue;
      const position = next[word] as number;
      const before = entries[position - 1] as number;
      if (position > (offsets[word] as number) && before >>> fieldCount === at)
        entries[position - 1] = before | (code & anyField);
      else {
        entries[position] = (at << fieldCount) | (code & anyField);
        next[word] = position + 1;
      }
    }
  });
  return { offsets, entries };
}

/** Returns the first of the fields in which the others follow the word, or 0. A 0 between two texts is no word. */
function fieldOfPhrase(
  sequence: Uint32Array,
  word: number,
  others: readonly Words[],
  fields: number,
): number {
  for (const bit of Object.values(fieldBits)) {
    if ((fields & bit) === 0) continue;
    const code = (word << fieldCount) | bit;
    // `indexOf` is several times as fast as a loop.
    for (let at = sequence.indexOf(code); at !== -1; at = sequence.indexOf(code, at + 1))
      if (
        others.every((words, next) => words.includes((sequence[at + next + 1] ?? 0) >>> fieldCount))
      )
        return bit;
  }
  return 0;
}
