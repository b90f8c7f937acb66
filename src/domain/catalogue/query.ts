import { maxLength } from '#src/domain/model/limits.ts';
import { isEmptyWord, isStopWord, searchTokens, searchWords, stemOf } from './words.ts';

/** An opening must contain this word, or these words of a phrase in quotes. */
interface QueryPart {
  readonly words: readonly [string, ...string[]];
  /** The words stand in quotes: they follow each other, spelled as they are. */
  readonly isExact: boolean;
  /** The part as it was written, and its range in the query. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const maxParts = 16;
const quoted = /"([^"]*)"|“([^“”]*)”|«([^«»]*)»/g;

/** The text beyond the length limit of a query is ignored, and so are a repeated part and those after the sixteenth. */
export function queryParts(q: string): QueryPart[] {
  const text = q.slice(0, maxLength.q).toWellFormed();
  const parts = new Map<string, QueryPart>();
  const add = (part: Omit<QueryPart, 'text'>) => {
    const key = JSON.stringify([part.words, part.isExact]);
    if (parts.size < maxParts && !parts.has(key))
      parts.set(key, { ...part, text: text.slice(part.start, part.end) });
  };
  const addWords = (start: number, end: number) => {
    for (const token of searchTokens(text.slice(start, end)))
      add({
        words: [token.word],
        isExact: false,
        start: start + token.start,
        end: start + token.end,
      });
  };
  let position = 0;
  for (const match of text.matchAll(quoted)) {
    addWords(position, match.index);
    const end = match.index + match[0].length;
    const [first, ...others] = searchWords(match[0]);
    if (first !== undefined)
      add({ words: [first, ...others], isExact: true, start: match.index, end });
    position = end;
  }
  addWords(position, text.length);
  return [...parts.values()];
}

interface SynonymSpan {
  /** The parts of the query from `from`, up to `to`, are a word or phrase of a group. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'form' | 'synonym';
  readonly phrases: readonly (readonly string[])[];
}

export interface SearchQuery {
  /** An opening must contain each of them, or what stands for them. */
  readonly parts: readonly QueryPart[];
  readonly synonyms: readonly SynonymSpan[];
  /** The query has only words that say nothing, such as 'jobs near me': it means all openings. */
  readonly meansAll: boolean;
}

/** A phrase of more words is compared with nothing in a query. */
const maxWordsOfPhrase = 4;

/** The forms of a word, and a phrase that is written together or apart, have the same key. */
export const phraseKey = (words: readonly string[]): string =>
  stemOf(
    words
      .filter((word) => !isStopWord(word))
      .map(stemOf)
      .join(''),
  );

/** The phrases that mean the same as a word or phrase to people who look for work, by its key. */
export type PhrasesByKey = ReadonlyMap<string, readonly (readonly string[])[]>;

const hasWord = (isSought: (word: string) => boolean) => (part: QueryPart) =>
  !part.isExact && isSought(part.words[0]);

/** The parts of a query: those with words that say nothing, and those that are searched for. */
function dividedParts(q: string) {
  const all = queryParts(q);
  const empty = all.filter(hasWord(isEmptyWord));
  const kept = all.filter((part) => !empty.includes(part) && !hasWord(isStopWord)(part));
  return { all, empty, kept };
}

/**
 * Stop words count only if there are no others.
 * @param sameWords phrases that are one word in several languages: each counts as a form of the word
 */
export function parseQuery(
  q: string,
  synonyms: PhrasesByKey = new Map(),
  sameWords: PhrasesByKey = new Map(),
): SearchQuery {
  const { all, empty, kept } = dividedParts(q);
  const parts = kept.length > 0 ? kept : all;
  return {
    parts,
    synonyms: [
      ...synonymSpans('synonym', parts, synonyms),
      ...synonymSpans('form', parts, sameWords),
    ],
    meansAll: kept.length === 0 && empty.length > 0,
  };
}

/** Returns the query as it was typed, without the words that say nothing: 'baker' for 'baker jobs near me'. */
export function textForHost(q: string): string {
  const { empty, kept } = dividedParts(q);
  return kept.length > 0 && empty.length > 0 ? withoutParts(q, empty, kept) : q;
}

/** The text between two `kept` parts stays, because another API host may search for a text with stop words. */
function withoutParts(
  q: string,
  removed: readonly QueryPart[],
  kept: readonly QueryPart[],
): string {
  const first = kept[0]?.start ?? 0;
  return removed
    .filter(({ start }) => start > first)
    .reduceRight(
      (text, { start, end }) => text.slice(0, start) + text.slice(end),
      q.slice(0, kept.at(-1)?.end),
    )
    .slice(first)
    .replace(/\s+/g, ' ')
    .trim();
}

function synonymSpans(
  kind: SynonymSpan['kind'],
  parts: readonly QueryPart[],
  groups: PhrasesByKey,
): SynonymSpan[] {
  const spans: SynonymSpan[] = [];
  for (const from of parts.keys())
    for (let to = from + 1; to <= Math.min(parts.length, from + maxWordsOfPhrase); to += 1) {
      const inside = parts.slice(from, to);
      if (inside.some(({ isExact }) => isExact)) break;
      const key = phraseKey(inside.map(({ words: [word] }) => word));
      const phrases = groups.get(key)?.filter((phrase) => phraseKey(phrase) !== key);
      if (phrases) spans.push({ kind, from, to, phrases });
    }
  return spans;
}

/**
 * Returns what an entry of an index must contain: words one after the other, of which the last one may be longer. Stop words
 * count only if there are no others. A single letter is only at the end a prefix: there it may be the beginning of a word
 * that is being typed.
 */
export function searchTerms(q: string) {
  const terms = queryParts(q).map(({ words, isExact }, at, { length }) => ({
    words,
    isPrefix: !isExact && (words[0].length > 1 || at === length - 1),
  }));
  const others = terms.filter(({ words: [word, ...more] }) => more.length > 0 || !isStopWord(word));
  return others.length > 0 ? others : terms;
}
