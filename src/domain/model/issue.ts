import type { SentenceKey } from './sentences.ts';

/**
 * What a validator found: the control's name, the sentence's key and what fills its placeholders.
 * Words are looked up where they are shown (`sentenceOf`).
 */
export interface Issue {
  readonly field: string;
  readonly code: SentenceKey;
  readonly params?: readonly (string | number)[] | Readonly<Record<string, string | number>>;
}
