import { startsRightToLeft } from '#src/domain/rules/text/text.ts';
import { pdfOf } from './pdf.ts';

/** A4 at 150 dpi. All lengths are pixels. */
const page = { width: 1240, height: 1754, margin: 150 };
const font = { size: 40, line: 64 };

/**
 * Makes a PDF of one page with these paragraphs. The browser draws the text, because it has fonts, letter forms and
 * writing directions for every script (decision 024).
 */
export async function drawNote(paragraphs: readonly string[]): Promise<Blob> {
  const { width, height, margin } = page;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('The browser has no canvas.');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'black';
  context.font = `${font.size}px system-ui, sans-serif`;
  const isTooWide = (text: string) => context.measureText(text).width > width - 2 * margin;
  let y = margin;
  for (const paragraph of paragraphs) {
    context.direction = startsRightToLeft(paragraph) ? 'rtl' : 'ltr';
    for (const line of linesOf(paragraph, isTooWide)) {
      y += font.line;
      context.fillText(line, context.direction === 'rtl' ? width - margin : margin, y);
    }
    y += font.line;
  }
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', 0.9),
  );
  if (!blob) throw new Error('The browser could not encode the page.');
  return pdfOf([{ jpeg: { blob, width, height }, turn: 0 }]);
}

/** Breaks a text between words, and a word that is wider than a line within the word. */
export function linesOf(paragraph: string, isTooWide: (text: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.trim().split(/\s+/))
    for (const [at, part] of (isTooWide(word) ? Array.from(word) : [word]).entries()) {
      const space = line && at === 0 ? ' ' : '';
      if (line && isTooWide(line + space + part)) {
        lines.push(line);
        line = part;
      } else line += space + part;
    }
  return [...lines, line];
}
