import { limits } from '../model/limits.ts';
import { htmlToText } from './html-text.ts';

/**
 * Section 2 and contract decision 4: the first 250 characters (UTF-16 code units, never half a
 * surrogate pair) of the description's text, then an ellipsis; a shorter text gets none.
 */
export function preview(html: string, characters: number = limits.previewCharacters): string {
  const text = htmlToText(html);
  if (text.length <= characters) return text;
  const last = text.charCodeAt(characters - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? characters - 1 : characters)}…`;
}
