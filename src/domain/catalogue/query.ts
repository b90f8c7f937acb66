import { maxLength } from '#src/domain/model/limits.ts';
import { isEmptyWord, isStopWord, searchTokens, searchWords, stemOf } from './words.ts';

/** A word, or a phrase in quotes, that an opening must contain. */
interface QueryPart {
  readonly words: readonly [string, ...string[]];
  /** Whether the words are in quotes, so that an opening must have exactly these words one after the other. */
  readonly isExact: boolean;
  /** The part as it was written, and its range in the query. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const maxParts = 16;
const quoted = /"([^"]*)"|“([^“”]*)”|«([^«»]*)»/g;

/** Ignores the text beyond the length limit of a query, repeated parts, and all parts after the sixteenth. */
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
  /** The parts of the query from `from` up to `to` are a word or phrase of a group of synonyms. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'form' | 'synonym';
  readonly phrases: readonly (readonly string[])[];
}

export interface SearchQuery {
  /** An opening must contain each part, or words that match it. */
  readonly parts: readonly QueryPart[];
  readonly synonyms: readonly SynonymSpan[];
  /** Whether the query has only words that say nothing, such as 'jobs near me', so that it means all openings. */
  readonly meansAll: boolean;
}

/** The maximum number of words of a query that are compared with a synonym. */
const maxWordsOfPhrase = 4;

/** All forms of a word have the same key, and so has a phrase whether its words are written together or apart. */
export const phraseKey = (words: readonly string[]): string =>
  stemOf(
    words
      .filter((word) => !isStopWord(word))
      .map(stemOf)
      .join(''),
  );

/** The synonyms of a word or phrase for people who look for work, by `phraseKey`. */
export type PhrasesByKey = ReadonlyMap<string, readonly (readonly string[])[]>;

const hasWord = (isSought: (word: string) => boolean) => (part: QueryPart) =>
  !part.isExact && isSought(part.words[0]);

/** Returns the parts of a query: `empty` ones say nothing, and `kept` ones are searched for. */
function dividedParts(q: string) {
  const all = queryParts(q);
  const empty = all.filter(hasWord(isEmptyWord));
  const kept = all.filter((part) => !empty.includes(part) && !hasWord(isStopWord)(part));
  return { all, empty, kept };
}

/**
 * Stop words count only if the query has no other words.
 * @param sameWords the same word in several languages; each phrase counts as a form of the word
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

/** Returns the typed query without words that say nothing: 'baker' for 'baker jobs near me'. */
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
 * Returns the terms that an entry of an index must contain. A term has words one after the other; with `isPrefix` the
 * last one may be longer. Stop words count only if there are no other words. A single letter is a prefix only at the
 * end of the query, where it may be the beginning of a word that is being typed.
 */
export function searchTerms(q: string) {
  const terms = queryParts(q).map(({ words, isExact }, at, { length }) => ({
    words,
    isPrefix: !isExact && (words[0].length > 1 || at === length - 1),
  }));
  const others = terms.filter(({ words: [word, ...more] }) => more.length > 0 || !isStopWord(word));
  return others.length > 0 ? others : terms;
}
