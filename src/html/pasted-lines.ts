import type { AllowedElement } from './allowlists.ts';
import { type Format, plainFormat } from './pasted-format.ts';

/** The type allows only elements that pasted text may become. */
export const createElement = (name: AllowedElement<'pasted'>): HTMLElement =>
  document.createElement(name);

interface Piece {
  text: string;
  readonly format: Format;
}

/** The line of a container to which text is added. Empty lines are dropped. */
export class Lines {
  tag: 'p' | 'h2' | 'h3' = 'p';
  readonly container: Node;
  #pieces: Piece[] = [];

  constructor(container: Node) {
    this.container = container;
  }

  add(text: string, format: Format): void {
    const [line = '', ...more] = format.pre ? text.split(/\r?\n/) : [text.replace(/\s/g, toSpace)];
    this.#pieces.push({ text: line.replaceAll('\t', columnSpace), format });
    for (const next of more) {
      this.break(format);
      this.add(next, format);
    }
  }

  /** Two line breaks end a paragraph. */
  break(format: Format): void {
    const last = this.#pieces.findLast(({ text }) => text === '\n' || !isWhiteSpace(text));
    if (last?.text === '\n') this.end();
    else this.#pieces.push({ text: '\n', format });
  }

  end(): void {
    const [first, ...rest] = collapseSpace(this.#pieces);
    this.#pieces = [];
    if (!first) return;
    const line = createElement(this.tag);
    if (first.format.align) line.style.textAlign = first.format.align;
    // One by one, because the stack may have no room for all pieces as arguments of one call.
    for (const piece of [first, ...rest]) line.append(render(piece, this.tag));
    this.container.appendChild(line);
  }
}

/** The space between the cells of a row. HTML viewers do not collapse it. */
export const columnSpace = '\u2003';
export const isWhiteSpace = (text: string): boolean => /^[\s\u200b\ufeff]*$/.test(text);

const toSpace = (character: string) => (/[ \t\r\n\f]/.test(character) ? ' ' : character);

/** Several spaces become one. Spaces at the start and the end of a line, and line breaks at its end, are dropped. */
function collapseSpace(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  const append = (text: string, format: Format) => {
    const last = result.at(-1);
    if (last && isSame(last.format, format)) last.text += text;
    else result.push({ text, format });
  };
  let space = '';
  let spaceFormat = plainFormat;
  for (const { text, format } of pieces)
    for (const [, gap = '', word = ''] of text.matchAll(/([ \n\u00a0]*)([^ \n\u00a0]*)/g)) {
      if (space === '') spaceFormat = format;
      space += gap;
      if (word === '') continue;
      if (space !== '' && result.length > 0) append(toOneSpace(space), spaceFormat);
      append(word, format);
      space = '';
    }
  return result.every(({ text }) => isWhiteSpace(text)) ? [] : result;
}

/** Moves the child nodes without passing each of them as an argument. */
export function takeNodes(source: Node): DocumentFragment {
  const nodes = document.createDocumentFragment();
  while (source.firstChild) nodes.append(source.firstChild);
  return nodes;
}

const isSame = (one: Format, other: Format) =>
  one === other ||
  (one.href === other.href && tagsOf(one, 'p').join() === tagsOf(other, 'p').join());

function toOneSpace(space: string): string {
  if (space.includes('\n')) return '\n';
  return space.length > 1 ? ' ' : space;
}

type InlineElement = 'a' | 'strong' | 'em' | 'u' | 's' | 'sub' | 'sup';

function tagsOf(
  { bold, italic, underline, strike, script, href }: Format,
  line: string,
): InlineElement[] {
  // The inline elements for each format. Headings are bold and links are underlined without them.
  const tags: Readonly<Record<InlineElement, boolean>> = {
    a: href !== '',
    strong: bold && !/^h/.test(line),
    em: italic,
    u: underline && href === '',
    s: strike,
    sub: script === 'sub',
    sup: script === 'sup',
  };
  return (Object.keys(tags) as InlineElement[]).filter((tag) => tags[tag]);
}

function render({ text, format }: Piece, line: string): Node {
  const content = document.createDocumentFragment();
  for (const [index, part] of text.split('\n').entries()) {
    if (index > 0) content.append(createElement('br'));
    content.append(part);
  }
  return tagsOf(format, line).reduceRight<Node>((inner, tag) => {
    const element = createElement(tag);
    if (tag === 'a') element.setAttribute('href', format.href);
    element.append(inner);
    return element;
  }, content);
}
