type Ending = readonly [ending: RegExp, replacement: string];

/** Plurals of English and French. */
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
 * Returns what the forms of a folded word have in common: 'pastries' and 'pastry', 'serveuses' and 'serveur'. It is no word,
 * and only compared with others of its kind. More endings, as in Snowball's stemmers, would make one of 'operator' and
 * 'operations', and need the accents.
 */
export const stemOf = (word: string): string =>
  without([...plurals, ...otherEndings, finalY], word);
