import { Parser } from 'htmlparser2';
import { type TextBlock, TextBlockReader } from './text-blocks.ts';

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

/** Word may write U+00A0 between all words, so that lines would break inside words. French punctuation keeps it. */
export const withBreakingSpaces = (text: string): string =>
  text.replace(/(?<=[\p{L}\p{M}\p{Pe}.,;:!?])\u00a0(?=[\p{L}\p{Ps}])/gu, ' ');
