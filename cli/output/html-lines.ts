import { textBlocks } from '#src/html/html-text.ts';
import { type Output, plain, styled } from './terminal.ts';

export function htmlLines(stream: Output, html: string, width: number): string {
  const lines: string[] = [];
  for (const { text, mark, isHeading, hasEmptyLineBefore } of textBlocks(html)) {
    if (hasEmptyLineBefore) lines.push('');
    const [first = '', ...nextLines] = text
      .split('\n')
      .flatMap((line) => wrap(plain(line), width - mark.length));
    const marked = [mark + first, ...nextLines.map((line) => ' '.repeat(mark.length) + line)];
    lines.push(...(isHeading ? marked.map((line) => styled(stream, 'bold', line)) : marked));
  }
  return lines.join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
