/** Letters of scripts that no font has would be empty boxes. */
const unknownLetter =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]/gu;
/** The fonts have four arrows and emoji of the symbols from U+2190 on. */
const unknownSymbol =
  // linear: one character
  /[[[\p{Script=Common}\p{Script=Inherited}]&&[\u2190-\u{10ffff}]]--[\p{Emoji}\u2190-\u2193\ufe0f\u{e0020}-\u{e007f}]]/gv;
/** Letters and digits in another shape: mathematical, full width, in circles, Roman numerals. */
const styled = /[\u2160-\u2188\u2460-\u24ea\u3000\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu;
/** Four lines of a picture have fewer characters. */
const maxCharacters = 400;
/** Removed characters may leave these empty brackets. */
const emptyBrackets = /\(\s*\)|\[\s*\]|\{\s*\}|“\s*”|"\s*"|«\s*»/gu;
const repeatedSeparator = /([,;:·|/–—-])(?:\s*[,;:·|/–—-])+/gu;
// linear: a text is at most 400 characters
const outerSeparators = /^[\s,;:·|/–—-]+|[\s,;:·|/–—-]+$/gu;
const invisible = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
/** More than two accents on a letter would stand above each other across the picture. */
const manyMarks = /(\p{M}{2})\p{M}+/gu;
const emoji = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]|\u200d|\ufe0f/gu;
/** The two fonts of the site have these characters. */
const siteCharacters = /^[\u0020-\u017f\u1e62\u1e63\u1ea0-\u1ef9\u2010-\u2026\u20a6\u20ac]*$/u;

/**
 * Styled letters become plain ones; other characters are left out, and brackets and separators with nothing beside
 * them.
 */
export function drawableText(text: string): string {
  const clean = text
    .slice(0, maxCharacters)
    .replace(styled, (character) => character.normalize('NFKC'))
    .normalize('NFC')
    .replace(invisible, ' ');
  const known = clean
    .replace(unknownLetter, '')
    .replace(unknownSymbol, '')
    .replace(manyMarks, '$1');
  const whole =
    known.length === clean.length
      ? known
      : known
          .replace(emptyBrackets, ' ')
          .replace(repeatedSeparator, '$1')
          .replace(outerSeparators, '');
  return whole.replace(/\s+/g, ' ').trim();
}

/** Returns whether the two fonts of the site have all characters of a text except its emoji. */
export const isInSiteFonts = (text: string): boolean =>
  siteCharacters.test(text.replace(emoji, ''));
