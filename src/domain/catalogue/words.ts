/** The letters that people type instead of these, which Unicode normalization does not decompose. */
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
/** Words with signs between single letters: 'H.A.C.C.P.', 'B.Sc', 'R&D', 'A/C', '24/7', 'C++', 'C#'. */
const abbreviations = [
  `(?:${letter}{1,2}\\.)+${letter}{1,3}(?!${run})`,
  `${letter}(?: ?[&\\/] ?${letter})+(?!${run})`,
  `\\d{1,2}(?:\\/\\d{1,2})+(?!${run})`,
  `${letter}(?:\\+{1,2}|#)(?![+#]|${run})`,
];
const possessive = `['’ʼ][sS](?!${run})`;
/** Longer words are tried first, because most words are no abbreviations. */
const tokens = new RegExp(
  `${sign}${run}{2,}(?:${possessive})?|${abbreviations.join('|')}|${sign}${run}*(?:${possessive})?`,
  'gv',
);

const signs = new RegExp(`${sign}+`, 'gv');

/** A folded word, and the range of the text from which it was made. */
interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the words of a text as they are compared, in queries, in indexes and for marks: letters and digits only,
 * without accents, case, hyphens, apostrophes and the 's' of a possessive. Folding a folded word changes nothing.
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

export const foldForSearch = (text: string): string => searchWords(text).join(' ');

/** Words that follow each other in a text. Each of them is a set of alternatives. */
export type Sequence = readonly ReadonlySet<string>[];

export type Range = readonly [start: number, end: number];

/** Returns the ranges that sequences match, in order and without overlap. An earlier sequence has priority. */
export function matchesIn(text: string, sequences: readonly Sequence[]): Range[] {
  if (sequences.length === 0) return [];
  const tokens = [...searchTokens(text)];
  const ranges: Range[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const found = sequences.find((sequence) =>
      sequence.every((words, next) => words.has(tokens[at + next]?.word ?? '')),
    );
    const [first, last] = [tokens[at], tokens[at + (found?.length ?? 0) - 1]];
    if (!found || !first || !last) continue;
    ranges.push([first.start, last.end]);
    at += found.length - 1;
  }
  return ranges;
}

/** Words of English and French that an opening need not contain to be found, whatever its language. */
const stopWords = new Set(
  (
    'a an and as at for i in of on or the to with ' +
    'au aux avec chez comme dans de des du en et la le les ou par pour sur un une ' +
    // Articles and conjunctions before a vowel: "d'hôtel", 'l’équipe'.
    'c d j jusqu l lorsqu m n puisqu qu quoiqu s t'
  ).split(' '),
);

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

export const isEmptyWord = (word: string): boolean => emptyWords.has(word);
export const isStopWord = (word: string): boolean => stopWords.has(word);

type Ending = readonly [ending: RegExp, replacement: string];

const plurals: readonly Ending[] = [
  [/(?<=eau|ou|eu)x$/, ''],
  [/aux$/, 'al'],
  [/(?<![su]|^..)s$/, ''],
  [/(?<=ch|sh|ss|x|zz)e$/, ''],
  [/(?<=..o)e$/, ''],
];
/** Feminine forms of French, and 'ing' and 'ed', in the order in which they are removed. */
const otherEndings: readonly Ending[] = [
  [/(?<=[a-z]{4})(?:ing|ed)$/, ''],
  [/euse$/, 'eur'],
  [/trice$/, 'teur'],
  [/(?<=[eo]n)ne$|(?<=f)fe$/, ''],
  [/(?<=[a-z]{4}[^ie])ee?$/, ''],
];
const finalY: Ending = [/(?<=[a-z]{2})ie?$/, 'y'];

function without(endings: readonly Ending[], word: string): string {
  if (word.length < 4) return word;
  return endings.reduce((rest, [ending, replacement]) => rest.replace(ending, replacement), word);
}

/** Returns the singular of a folded word: 'pastry' for 'pastries'. Other words stay as they are. */
export const singularOf = (word: string): string =>
  word.endsWith('s') || word.endsWith('x') ? without([...plurals, finalY], word) : word;

/**
 * Returns the stem that the forms of a folded word share: 'pastries' and 'pastry', 'serveuses' and 'serveur'. A stem is
 * no word, and is compared with stems only. With more endings, as in Snowball's stemmers, 'operator' and 'operations'
 * would have one stem, and accents would be needed.
 */
export const stemOf = (word: string): string =>
  without([...plurals, ...otherEndings, finalY], word);
