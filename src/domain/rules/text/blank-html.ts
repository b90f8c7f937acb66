import { isBlank } from './text.ts';

/** Unlike html-text.ts it uses no parser, which would be too large for a function that runs at each keystroke. */
export function isBlankHtml(html: string): boolean {
  return isBlank(
    html
      // An unclosed tag is text. The pattern matches it to its end, so that the time is linear in the length.
      .replace(/<[^>]*(?:>|$)/g, (tag) => (tag.endsWith('>') ? '' : tag))
      .replace(/&(?:nbsp|ensp|emsp|thinsp|shy|zwj|zwnj);/g, '')
      .replace(/&#(?:(\d{1,7})|x([\da-f]{1,6}));/gi, (_reference, decimal, hex) =>
        characterOf(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)),
      ),
  );
}

const characterOf = (codePoint: number): string =>
  codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '\ufffd';
