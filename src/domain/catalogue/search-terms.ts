import { maxLength } from '../model/limits.ts';

/** People type other letters for these letters, which Unicode normalization does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  // The letters of Hausa follow.
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
};
const foldedLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Removes accents, case and characters without a glyph, such as a soft hyphen. */
function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\0]+/gu, '')
    .replace(foldedLetters, (letter) => plainLetters[letter] ?? letter);
}

const sign = String.raw`[[\p{L}\p{N}]--[ʻʼ]]`;
const run = String.raw`[[\p{L}\p{N}\p{M}\p{Cf}\0]--[ʻʼ]]`;
const letter = String.raw`(?:\p{L}\p{M}*)`;
/** Signs between single letters make one word of them: 'H.A.C.C.P.', 'B.Sc', 'R&D', 'A/C', '24/7', 'C++', 'C#'. */
const abbreviations = [
  `(?:${letter}{1,2}\\.)+${letter}{1,3}(?!${run})`,
  `${letter}(?: ?[&\\/] ?${letter})+(?!${run})`,
  `\\d{1,2}(?:\\/\\d{1,2})+(?!${run})`,
  `${letter}(?:\\+{1,2}|#)(?![+#]|${run})`,
];
const possessive = `['’ʼ][sS](?!${run})`;
/** Most words are longer than an abbreviation begins, so they are tried first. */
const tokens = new RegExp(
  `${sign}${run}{2,}(?:${possessive})?|${abbreviations.join('|')}|${sign}${run}*(?:${possessive})?`,
  'gv',
);

const signs = new RegExp(`${sign}+`, 'gv');

/** A word of a text, folded, with the range of the text that it stands for. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the words of a text as they are compared, in queries, in indexes and for marks: letters and digits only,
 * without accents, case, hyphens, apostrophes and the 's' of a possessive. To fold a folded word changes nothing.
 */
export function* searchTokens(text: string): Generator<Token> {
  for (const { 0: raw, index: start } of text.matchAll(tokens)) {
    if (/^[A-Za-z0-9]+$/.test(raw)) {
      yield { word: raw.toLowerCase(), start, end: start + raw.length };
      continue;
    }
    const plain = raw
      .replace(/['’ʼ]s$/i, '')
      .replace(/[ .&/]/g, '')
      .replaceAll('+', 'plus')
      .replaceAll('#', 'sharp');
    // The decomposition of one sign can have several words: '½' is '1⁄2'.
    for (const [word] of normalize(plain).matchAll(signs))
      yield { word, start, end: start + raw.length };
  }
}

export const searchWords = (text: string): string[] =>
  Array.from(searchTokens(text), ({ word }) => word);

/** Returns the text that a full-text index stores. */
export const foldForSearch = (text: string): string => searchWords(text).join(' ');

/** Words that an opening need not contain to be found, if its texts are in that language. */
const stopWords = {
  en: new Set('a an and as at for i in of on or the to with'.split(' ')),
  fr: new Set(
    (
      'a au aux avec chez comme dans de des du en et la le les ou par pour sur un une ' +
      // Articles and conjunctions before a vowel: "d'hôtel", 'l’équipe'.
      'c d j jusqu l lorsqu m n puisqu qu quoiqu s t'
    ).split(' '),
  ),
};
export type SearchLanguage = keyof typeof stopWords;
export const searchLanguages = Object.keys(stopWords) as readonly SearchLanguage[];

/** People who look for work write these words into any query. They say nothing about an opening. */
const emptyWords = new Set(
  (
    'any apply around available career careers employer employment find hire hiring job jobs look looking me my near nearby ' +
    'need now opening openings position positions recruit recruitment search urgent urgently vacancies vacancy vacant want ' +
    'wanted work works ' +
    'annonce annonces autour boulot candidature cherche chercher embauche emploi emplois je moi offre offres poste ' +
    'postes postuler pres proximite recherche recrute recrutement travail travailler trouver'
  ).split(' '),
);

/** Returns whether the word says nothing about an opening, in any language. */
export const isEmptyWord = (word: string): boolean => emptyWords.has(word);
export const isStopWord = (word: string): boolean =>
  searchLanguages.some((language) => stopWords[language].has(word));

/** An opening must contain this word, or these words of a phrase in quotes. */
export interface QueryPart {
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

/** An entry of an index must contain these words one after the other. The last one may be longer. */
export interface SearchTerm {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/**
 * With a `language`, stop words are ignored too, unless there are no others. A single letter is only at the end a prefix:
 * there it may be the beginning of a word that is being typed.
 */
export function searchTerms(q: string, language?: SearchLanguage): SearchTerm[] {
  const terms = queryParts(q).map(({ words, isExact }, at, { length }) => ({
    words,
    isPrefix: !isExact && (words[0].length > 1 || at === length - 1),
  }));
  if (language === undefined) return terms;
  const others = terms.filter(
    ({ words: [word, ...more] }) => more.length > 0 || !stopWords[language].has(word ?? ''),
  );
  return others.length > 0 ? others : terms;
}

/** Returns the terms for openings in each language, and in any other (`undefined`); only one entry if all are equal. */
export function termsByLanguage(
  q: string,
): { readonly language?: SearchLanguage; readonly terms: readonly SearchTerm[] }[] {
  const terms = searchTerms(q);
  const ofLanguages = searchLanguages.map((language) => ({
    language,
    terms: searchTerms(q, language),
  }));
  return ofLanguages.every((one) => one.terms.length === terms.length)
    ? [{ terms }]
    : [{ terms }, ...ofLanguages];
}
