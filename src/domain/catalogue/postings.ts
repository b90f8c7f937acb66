import type { Opening } from '#src/domain/model/opening.ts';
import { mapYielding } from '#src/jobs/yielding.ts';
import { anyField, fieldBits, fieldCount } from './searched-texts.ts';
import { Vocabulary, type Words } from './vocabulary.ts';

/** The openings of a list that contain each word of a vocabulary. An opening is its position in the list. */
export type Postings = Awaited<ReturnType<typeof buildPostings>>;

/** @param earlier the vocabulary of the list before, which has the words of unchanged openings already */
export async function buildPostings(openings: readonly Opening[], earlier?: Vocabulary) {
  const vocabulary = earlier?.isTooLarge() === false ? earlier : new Vocabulary();
  const sequences = await mapYielding(openings, vocabulary.sequenceOf);
  const postings = await postingsOf(sequences, vocabulary.size);
  vocabulary.used = postings.filter(({ length }) => length > 0).length;

  /** Calls `visit` for each opening that contains one of the words, with the mask of the `fields` that contain it. */
  function eachWithWord(
    words: Words,
    fields: number,
    visit: (at: number, mask: number, word: number) => void,
  ): void {
    for (const word of words)
      for (const posting of postings[word] ?? []) {
        const mask = posting & fields;
        if (mask !== 0) visit(posting >>> fieldCount, mask, word);
      }
  }

  /**
   * Calls `visit` for the openings in which the words follow each other in one of the `fields`, with its mask, and
   * several times for an opening that several alternatives match. It leaves out openings that are not `isAmong`.
   */
  function eachWith(
    [first = [], ...others]: readonly Words[],
    fields: number,
    visit: (at: number, mask: number) => void,
    isAmong: (at: number) => boolean = () => true,
  ): void {
    const [second] = others;
    // The postings of the second word exclude most openings, because reading a sequence of words takes longer.
    const withSecond = new Uint8Array(second ? openings.length : 0);
    eachWithWord(second ?? [], fields, (at) => {
      withSecond[at] = 1;
    });
    eachWithWord(first, fields, (at, mask, word) => {
      if (!isAmong(at)) return;
      if (!second) visit(at, mask);
      else if (withSecond[at] === 1) {
        const field = fieldOfPhrase(sequences[at] as Uint32Array, word, others, mask);
        if (field !== 0) visit(at, field);
      }
    });
  }

  return { vocabulary, eachWith };
}

/**
 * Returns a list of openings for each word, by its number. An entry is the position of the opening, shifted by
 * `fieldCount`, and the mask of the fields that contain the word.
 */
async function postingsOf(sequences: readonly Uint32Array[], words: number) {
  const postings = Array.from({ length: words }, (): number[] => []);
  await mapYielding(sequences, (sequence, at) => {
    for (const code of sequence) {
      const ofWord = postings[code >>> fieldCount] as number[];
      const last = ofWord.at(-1);
      const bit = code & anyField;
      if (last !== undefined && last >>> fieldCount === at) ofWord[ofWord.length - 1] = last | bit;
      else ofWord.push((at << fieldCount) | bit);
    }
  });
  return postings;
}

/** Returns the first of the `fields` in which the others follow the word, or 0. The 0 between texts is no word. */
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
