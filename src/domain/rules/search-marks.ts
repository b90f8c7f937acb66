import type { SearchQuery } from './search-query.ts';
import { searchTokens } from './search-terms.ts';
import { singularOf, stemOf } from './word-endings.ts';

/** A part of a text, from `start` up to `end`. */
export type Range = readonly [start: number, end: number];

/** Tests words that follow each other. */
type Pattern = readonly ((word: string) => boolean)[];

const same = (word: string) => (other: string) => word === other;
const sameStem = (word: string) => {
  const stem = stemOf(word);
  return (other: string) => stemOf(other) === stem;
};
/** A single letter is the beginning of too many words. */
const longer = (word: string) => (other: string) => word.length > 1 && other.startsWith(word);
const any =
  (...tests: Pattern) =>
  (word: string) =>
    tests.some((test) => test(word));

function patternsOf({ parts, synonyms }: SearchQuery): Pattern[] {
  const patterns = parts.flatMap(({ words, isExact }, at): Pattern[] => {
    if (isExact) return [words.map(same)];
    const [word] = words;
    const next = parts[at + 1];
    return [
      [any(sameStem(word), longer(word), longer(singularOf(word)))],
      ...(next && !next.isExact ? [[sameStem(word + next.words[0])]] : []),
      // The word may be two in the text.
      ...Array.from({ length: Math.max(0, word.length - 3) }, (_, end) => [
        same(word.slice(0, end + 2)),
        sameStem(word.slice(end + 2)),
      ]),
    ];
  });
  return [
    ...patterns,
    ...synonyms.flatMap(({ phrases }) => phrases.map((one) => one.map(sameStem))),
  ];
}

/** Returns the parts of a text for which an opening with this text is found, in their order; they do not overlap. */
export function matchesIn(text: string, query: SearchQuery): Range[] {
  const patterns = patternsOf(query).toSorted((one, other) => other.length - one.length);
  const tokens = [...searchTokens(text)];
  const ranges: Range[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const found = patterns.find((pattern) =>
      pattern.every((test, index) => test(tokens[at + index]?.word ?? '')),
    );
    if (!found) continue;
    const last = tokens[at + found.length - 1] ?? tokens[at];
    ranges.push([tokens[at]?.start ?? 0, last?.end ?? 0]);
    at += found.length - 1;
  }
  return ranges;
}
