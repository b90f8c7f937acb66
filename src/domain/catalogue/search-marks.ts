import { memoize } from './memoize.ts';
import type { SearchQuery } from './search-query.ts';
import { searchTokens } from './search-terms.ts';
import { singularOf, stemOf } from './word-endings.ts';

/** A part of a text, from `start` up to `end`. */
export type Range = readonly [start: number, end: number];

interface Word {
  readonly word: string;
  readonly stem: string;
}

/** Tests words that follow each other. */
type Pattern = readonly ((word: Word) => boolean)[];

const same =
  (text: string) =>
  ({ word }: Word) =>
    word === text;
const sameStem = (text: string) => {
  const expected = stemOf(text);
  return ({ stem }: Word) => stem === expected;
};
/** A single letter is the beginning of too many words. */
const longer =
  (text: string) =>
  ({ word }: Word) =>
    text.length > 1 && word.startsWith(text);
const any =
  (...tests: Pattern) =>
  (word: Word) =>
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
  const phrases = synonyms.flatMap((span) => span.phrases.map((one) => one.map(sameStem)));
  return [...patterns, ...phrases].sort((one, other) => other.length - one.length);
}

/** The patterns that may begin at a word are found once for each word, because openings have mostly the same words. */
const wordsOf = memoize((query: SearchQuery) => {
  const patterns = patternsOf(query);
  const known = new Map<string, Word & { readonly patterns: readonly Pattern[] }>();
  return (word: string) => {
    const before = known.get(word);
    if (before) return before;
    const folded = { word, stem: stemOf(word) };
    const added = { ...folded, patterns: patterns.filter(([first]) => first?.(folded)) };
    known.set(word, added);
    return added;
  };
});

/** Returns the parts of a text for which an opening with this text is found, in their order; they do not overlap. */
export function matchesIn(text: string, query: SearchQuery): Range[] {
  const read = wordsOf(query);
  const tokens = Array.from(searchTokens(text), ({ word, start, end }) => ({
    word: read(word),
    start,
    end,
  }));
  const ranges: Range[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const first = tokens[at] as (typeof tokens)[number];
    const found = first.word.patterns.find((pattern) =>
      pattern.every((test, index) => {
        const token = tokens[at + index];
        return token !== undefined && test(token.word);
      }),
    );
    if (!found) continue;
    at += found.length - 1;
    ranges.push([first.start, (tokens[at] ?? first).end]);
  }
  return ranges;
}
