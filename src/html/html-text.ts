import { Parser } from 'htmlparser2';
import { limits } from '#src/domain/model/limits.ts';
import { type TextBlock, TextBlockReader } from './text-blocks.ts';

/** Tags are removed, character references are decoded, and white space is collapsed. */
export function textBlocks(html: string): readonly TextBlock[] {
  const reader = new TextBlockReader();
  const parser = new Parser({
    onopentag: (name) => reader.openElement(name),
    onclosetag: (name) => reader.closeElement(name),
    ontext: (text) => reader.addText(text),
  });
  parser.end(html);
  return reader.end();
}

export const htmlToText = (html: string): string =>
  textBlocks(html)
    .map(({ text }) => text)
    .join(' ')
    .replace(/ ?\n ?/g, ' ');

/** Decodes character references once: `&lt;p&gt;` becomes `<p>`, `&amp;amp;` becomes `&amp;`. */
export function unescapeMarkup(escaped: string): string {
  const chunks: string[] = [];
  const parser = new Parser({ ontext: (chunk) => chunks.push(chunk) });
  parser.end(escaped);
  return chunks.join('');
}

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
