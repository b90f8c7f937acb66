import { limits } from '#src/domain/model/limits.ts';
import { htmlToText } from '#src/html/html-text.ts';

/** Section 2 and contract decision 4. */
export const preview = (html: string, characters?: number): string =>
  truncate(htmlToText(html), characters);

/** Returns the text of a preview. The unit is UTF-16 code units; a surrogate pair is not split. */
export function truncate(text: string, characters: number = limits.previewCharacters): string {
  if (text.length <= characters) return text;
  const last = text.charCodeAt(characters - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? characters - 1 : characters)}…`;
}
