/**
 * Names of the form's controls that are not fields of the API: what the site itself needs to know.
 * The API's fields keep the API's names (contract, "Names in the page").
 */
export const formNames = {
  opening: 'joblistingid',
  /** Random, made on the device at the first input, shared by tabs (decision 070). */
  key: 'form_key',
  /** 'html' where the editor wrote the letter, 'text' where the plain text area did. */
  letterFormat: 'cover_letter_format',
  /** Milliseconds since the first input, as the device counted them. */
  elapsed: 'form_elapsed',
  /** Out of sight and out of the tab order: only a program fills it. */
  trap: 'website',
  intent: 'intent',
} as const;

export type LetterFormat = 'text' | 'html';
