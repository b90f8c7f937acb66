/** A character that is visible in a text: no white space, control or format character, and no blank letter. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text contains nothing that a person can see, such as U+0000, U+200B or U+3164. */
export const isBlank = (text: string): boolean => !visible.test(text);

/**
 * An entered text as it is validated, sent and stored: well-formed Unicode without control characters other than
 * tabs and line feeds, and without outer white space. Forms send line ends as CR LF; limits count LF. A text without a
 * visible character becomes empty.
 */
export function normalizeText(text: string): string {
  if (isBlank(text)) return '';
  return (
    text
      // As `toWellFormed`, which Firefox has since 119.
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\t\n]/gu, '')
      .trim()
  );
}

/** `normalizeText` for a field of one line: without line ends, which a browser removes from it. */
export const normalizeLine = (text: string): string => normalizeText(text.replace(/[\r\n]+/g, ''));

/**
 * An email address or a phone number without the invisible characters that a copy from a contact card or a chat has,
 * such as U+200B and U+202A. In other texts they have a meaning: one joins the parts of an emoji.
 */
export const removeInvisible = (text: string): string => text.replace(/\p{Cf}+/gu, '');
