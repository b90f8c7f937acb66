/** A character that is visible in a text: no white space, control or format character, and no blank letter. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text contains nothing that a person can see, such as U+0000, U+200B or U+3164. */
export const isBlank = (text: string): boolean => !visible.test(text);

/**
 * An entered text as it is validated, sent and stored: well-formed Unicode without control characters other than
 * tabs and line ends, and without outer white space. A text without a visible character becomes empty.
 */
export function normalizeText(text: string): string {
  if (isBlank(text)) return '';
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\r\n]/gu, '')
    .trim();
}
