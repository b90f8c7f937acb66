/** Matches a visible character: no white space, control or format character, and no blank letter. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Characters such as U+0000, U+200B or U+3164 are not visible. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** Firefox has `toWellFormed` only since version 119. */
export const toWellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/**
 * Well-formed Unicode without control characters other than tabs and line feeds. Forms send line ends as CR LF; limits
 * count LF. A text without a visible character becomes empty.
 */
export function normalizeText(text: string): string {
  if (isBlank(text)) return '';
  return toWellFormed(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim();
}

/** Returns the text of a field as typed, with LF line ends: forms send CR LF. It is empty for a missing field or a file. */
export function enteredText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : '';
}

/** A right-to-left override reverses the rest of a line: the extension of a file, the next name of a list. */
export const stripBidiControls = (text: string): string => text.replace(/\p{Bidi_Control}+/gu, '');

/** Normalizes the value of a one-line field. A browser removes line ends from it. */
export const normalizeLine = (text: string): string =>
  normalizeText(stripBidiControls(text.replace(/[\r\n]+/g, '')));

/**
 * Removes characters such as U+200B and U+202A, which texts copied from a contact card or a chat contain. Only for
 * addresses and numbers, because in other texts such a character may join the parts of an emoji.
 */
export const removeInvisible = (text: string): string => text.replace(/\p{Cf}+/gu, '');

/** Replaces decimal digits of other scripts, full-width ones too, by those of ASCII. */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    // NFKC makes ASCII of full-width and mathematical digits.
    const code = digit.normalize('NFKC').codePointAt(0) ?? 0;
    // The zero of a script is the first or the seventh character of a row of sixteen.
    const row = code & ~15;
    const value = code - (/\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6);
    return value >= 0 && value <= 9 ? String(value) : digit;
  });

/** A copied address may have white space in it, or end in a line break. */
export const normalizeEmail = (text: string): string =>
  normalizeLine(removeInvisible(text).replace(/\s+/g, ''));

/** Returns the form in which the names of companies, cities and other filters are compared. */
export const nameKey = (name: string): string =>
  name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

export const distinctNames = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => name.trim()).filter((name) => name !== '')),
];

export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns whether the first letter of a text is of a script that is written from right to left. */
export const startsRightToLeft = (text: string): boolean =>
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
