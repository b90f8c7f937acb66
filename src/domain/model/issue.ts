import type { MessageKey } from './messages.ts';

/**
 * What a validator found: the control's name, the sentence's key and what fills its placeholders.
 * Words are looked up where they are shown (`sentenceOf`).
 */
export interface Issue {
  readonly field: string;
  readonly code: MessageKey;
  readonly params?: readonly (string | number)[] | Readonly<Record<string, string | number>>;
}
