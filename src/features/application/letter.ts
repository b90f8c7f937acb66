import { textToHtml } from '#src/components/editor/plain-text.ts';
import type { LetterFormat } from './form-names.ts';

/** A whole HTML fragment, as programs send it that know the API's field but not our form. */
const htmlFragment = /^\s*<(p|div|ul|ol|h[1-6]|blockquote)\b[^>]*>[\s\S]*<\/\w+>\s*$/i;

/**
 * The letter as the API takes it, one HTML string: what the editor wrote as it is, plain text as
 * paragraphs with its line breaks. Nothing here makes HTML safe: the server sanitises (decision 072).
 */
export function letterHtml(value: string, format: LetterFormat): string {
  return format === 'html' || htmlFragment.test(value) ? value.trim() : textToHtml(value);
}
