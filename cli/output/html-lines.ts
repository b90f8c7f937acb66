import { Parser } from 'htmlparser2';
import { hiddenElements } from '#src/html/html-text.ts';
import { type Output, plain, styled } from './terminal.ts';

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const blocks = new Set(
  'address article blockquote dd div dl dt figure footer header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
);

/** A paragraph, a heading, or an item of a list. */
interface Block {
  readonly text: string;
  readonly isHeading: boolean;
  /** What stands before the first line; further lines are indented as far. */
  readonly mark: string;
  /** The first item of a list that is not inside another list. */
  readonly startsList: boolean;
}

/** HTML as a terminal shows it: headings in bold, lists with marks, paragraphs at most `width` wide. */
export function htmlLines(stream: Output, html: string, width: number): string {
  const lines: string[] = [];
  let previous: Block | undefined;
  for (const block of blocksOf(html)) {
    if (previous && (block.startsList || block.mark === '' || previous.mark === '')) lines.push('');
    const [first = '', ...others] = wrap(block.text, width - block.mark.length);
    const text = [
      block.mark + first,
      ...others.map((line) => ' '.repeat(block.mark.length) + line),
    ];
    lines.push(...(block.isHeading ? text.map((line) => styled(stream, 'bold', line)) : text));
    previous = block;
  }
  return lines.join('\n');
}

function blocksOf(html: string): Block[] {
  const found: Block[] = [];
  /** The number of the last item of each list around the place; undefined: without numbers. */
  const lists: (number | undefined)[] = [];
  let hiddenDepth = 0;
  let isHeading = false;
  let mark = '';
  let startsList = false;
  let text = '';
  const end = () => {
    const lines = text
      .split(lineBreak)
      .map((line) => plain(line.replace(/[\s\u200b\ufeff]+/gu, ' ')));
    const content = lines.join('\n').trim();
    if (content !== '') {
      found.push({ text: content, isHeading, mark, startsList });
      startsList = false;
      // Further paragraphs of an item.
      mark = ' '.repeat(mark.length);
    }
    text = '';
  };
  const parser = new Parser(
    {
      onopentag(name) {
        if (hiddenElements.has(name)) hiddenDepth += 1;
        if (name === 'br') text += lineBreak;
        if (name === 'td' || name === 'th') text += ' ';
        if (headings.has(name) || blocks.has(name)) end();
        isHeading ||= headings.has(name);
        if (name === 'ul' || name === 'ol') {
          startsList ||= lists.length === 0;
          lists.push(name === 'ol' ? 0 : undefined);
        }
        if (name === 'li') mark = nextMark(lists);
      },
      onclosetag(name) {
        if (hiddenElements.has(name)) hiddenDepth -= 1;
        if (headings.has(name) || blocks.has(name)) end();
        if (headings.has(name)) isHeading = false;
        if (name === 'ul' || name === 'ol') lists.pop();
        if (name === 'li' || lists.length === 0) mark = '';
      },
      ontext(chunk) {
        if (hiddenDepth === 0) text += chunk;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  end();
  return found;
}

/** Stands for <br>, because a line break of the HTML source is a space. */
const lineBreak = '\u2028';

/** '- ' or '3. ', indented as deep as its list. */
function nextMark(lists: (number | undefined)[]): string {
  const indentation = '  '.repeat(Math.max(0, lists.length - 1));
  const last = lists.at(-1);
  if (last === undefined) return `${indentation}- `;
  lists[lists.length - 1] = last + 1;
  return `${indentation}${last + 1}. `;
}

/** Breaks text at spaces into lines of at most `width` characters. A longer word gets its own line. */
function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/ +/)) {
      if (line !== '' && line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    return [...lines, line];
  });
}
