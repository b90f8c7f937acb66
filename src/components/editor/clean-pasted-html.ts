/** What the text of an element looks like. */
interface Format {
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  script: 'sub' | 'sup' | '';
  href: string;
  /** A line break of the text is a line break of the letter. */
  pre: boolean;
  align: 'center' | 'right' | '';
}

const plain: Format = {
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  script: '',
  href: '',
  pre: false,
  align: '',
};

const oneOf = (names: string) => {
  const set = new Set(names.split(' '));
  return (element: Element) => set.has(element.localName);
};
const isInvisible = oneOf('script style template xml');
const isList = oneOf('ul ol');
const isHeading = oneOf('h1 h2 h3 h4 h5 h6');
const isBlock = oneOf(
  'address article aside blockquote caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol optgroup option p pre section select summary table tbody td tfoot th thead tr ul',
);

/** The rules of the style sheets that apply to an element, in their order. */
type StyleSheets = ReadonlyMap<Element, readonly CSSStyleDeclaration[]>;

/**
 * HTML of the clipboard as the paragraphs, headings, quotes, lists, links and emphasis of a letter. All text is kept,
 * in order. Elements and styles are read by what they mean: Google Docs wraps everything in a `<b>` that is not bold,
 * Pages has bold text in a style sheet, Word writes lists as paragraphs. Block elements are never inside inline ones.
 * A row of a table becomes a paragraph, or several where a cell has several. Browser only; runs no script and
 * loads nothing.
 */
export function cleanPastedHtml(html: string): DocumentFragment {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const result = document.createDocumentFragment();
  appendContent(body, plain, new Lines(result), styleSheetsOf(body));
  return result;
}

function styleSheetsOf(body: HTMLElement): StyleSheets {
  const declarations = new Map<Element, CSSStyleDeclaration[]>();
  for (const { textContent } of body.ownerDocument.querySelectorAll('style')) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(textContent ?? '');
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSStyleRule)
        for (const element of body.querySelectorAll(rule.selectorText))
          declarations.set(element, [...(declarations.get(element) ?? []), rule.style]);
  }
  return declarations;
}

interface Piece {
  text: string;
  readonly format: Format;
}

/** The line of a container to which text is added. Empty lines are dropped. */
class Lines {
  tag = 'p';
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

  /** Two line breaks are the end of a paragraph. */
  break(format: Format): void {
    const last = this.#pieces.findLast(({ text }) => text === '\n' || !isBlank(text));
    if (last?.text === '\n') this.end();
    else this.#pieces.push({ text: '\n', format });
  }

  end(): void {
    const [first, ...rest] = collapseSpace(this.#pieces);
    this.#pieces = [];
    if (!first) return;
    const line = document.createElement(this.tag);
    if (first.format.align) line.style.textAlign = first.format.align;
    line.append(...[first, ...rest].map((piece) => render(piece, this.tag)));
    this.container.appendChild(line);
  }
}

/** Between the cells of a row. Viewers of HTML do not collapse it. */
const columnSpace = '\u2003';
const isBlank = (text: string) => /^[\s\u200b\ufeff]*$/.test(text);

const toSpace = (character: string) => (/[ \t\r\n\f]/.test(character) ? ' ' : character);

/** Several spaces become one; those at the start and the end of a line, and line breaks at its end, are dropped. */
function collapseSpace(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  const append = (text: string, format: Format) => {
    const last = result.at(-1);
    if (last && isSame(last.format, format)) last.text += text;
    else result.push({ text, format });
  };
  let space = '';
  let spaceFormat = plain;
  for (const { text, format } of pieces)
    for (const [, gap = '', word = ''] of text.matchAll(/([ \n\u00a0]*)([^ \n\u00a0]*)/g)) {
      if (space === '') spaceFormat = format;
      space += gap;
      if (word === '') continue;
      if (space !== '' && result.length > 0) append(toOneSpace(space), spaceFormat);
      append(word, format);
      space = '';
    }
  return result.every(({ text }) => isBlank(text)) ? [] : result;
}

const isSame = (one: Format, other: Format) =>
  one.href === other.href && tagsOf(one, 'p').join() === tagsOf(other, 'p').join();

function toOneSpace(space: string): string {
  if (space.includes('\n')) return '\n';
  return space.length > 1 ? ' ' : space;
}

/** The elements of a text, the outermost first. */
function tagsOf({ bold, italic, underline, strike, script, href }: Format, line: string): string[] {
  return [
    href && 'a',
    // A heading is bold and a link is underlined.
    bold && !/^h/.test(line) && 'strong',
    italic && 'em',
    underline && !href && 'u',
    strike && 's',
    script,
  ].filter((tag): tag is string => Boolean(tag));
}

function render({ text, format }: Piece, line: string): Node {
  const content = document.createDocumentFragment();
  for (const [index, part] of text.split('\n').entries()) {
    if (index > 0) content.append(document.createElement('br'));
    content.append(part);
  }
  return tagsOf(format, line).reduceRight<Node>((inner, tag) => {
    const element = document.createElement(tag);
    if (tag === 'a') element.setAttribute('href', format.href);
    element.append(inner);
    return element;
  }, content);
}

function appendContent(source: Node, format: Format, lines: Lines, sheets: StyleSheets): void {
  appendNodes(source, format, lines, sheets);
  lines.end();
}

function appendNodes(source: Node, format: Format, lines: Lines, sheets: StyleSheets): void {
  for (const node of source.childNodes)
    if (node instanceof Text) lines.add(node.data, format);
    else if (node instanceof Element && !isInvisible(node))
      appendElement(node, formatOf(node, format, sheets.get(node)), lines, sheets);
}

function appendElement(element: Element, format: Format, lines: Lines, sheets: StyleSheets): void {
  const { localName: name } = element;
  if (name === 'br') lines.break(format);
  else if (element.className === 'Apple-converted-space') lines.add(' ', format);
  else if (!isBlock(element)) appendNodes(element, format, lines, sheets);
  else {
    lines.end();
    const { container } = lines;
    const marker = wordListMarker(element);
    if (marker) {
      const list = listIn(container, marker.ordered, marker.level);
      appendItem(list, element, format, sheets);
    } else if (isList(element)) appendList(element, format, container, sheets);
    else if (name === 'li') appendItem(listIn(container, false), element, format, sheets);
    else if (name === 'tr') appendRow(element, format, container, sheets);
    else if (name === 'blockquote' && container.nodeName !== 'BLOCKQUOTE') {
      const quote = document.createElement(name);
      appendContent(element, format, new Lines(quote), sheets);
      if (quote.hasChildNodes()) container.appendChild(quote);
    } else {
      const { tag } = lines;
      if (isHeading(element)) lines.tag = name === 'h1' || name === 'h2' ? 'h2' : 'h3';
      appendContent(element, format, lines, sheets);
      lines.tag = tag;
    }
  }
}

/** The list at the end of `container`, or a new one; `level` 2 is a list in its last item. */
function listIn(container: Node, ordered: boolean, level = 1): Element {
  const last = container.lastChild;
  const list = last instanceof Element && isList(last) ? last : undefined;
  if (level > 1 && list?.lastElementChild) return listIn(list.lastElementChild, ordered, level - 1);
  const name = ordered ? 'ol' : 'ul';
  if (list?.localName === name) return list;
  return container.appendChild(document.createElement(name));
}

function appendList(source: Element, format: Format, container: Node, sheets: StyleSheets): void {
  const list = listIn(container, source.localName === 'ol');
  for (const node of source.childNodes) {
    const nested = node instanceof Element && isList(node) && list.lastElementChild;
    if (nested) appendList(node, format, nested, sheets);
    else if (node instanceof Element && node.localName === 'li')
      appendItem(list, node, formatOf(node, format, sheets.get(node)), sheets);
    else if (!isBlank(node.textContent ?? '') && !(node instanceof Comment)) {
      const item = document.createElement('li');
      item.append(node.cloneNode(true));
      appendItem(list, item, format, sheets);
    }
  }
  if (!list.hasChildNodes()) list.remove();
}

/** The paragraphs of an item become lines of it. */
function appendItem(list: Element, source: Element, format: Format, sheets: StyleSheets): void {
  const item = document.createElement('li');
  appendContent(source, { ...format, align: '' }, new Lines(item), sheets);
  for (const line of item.querySelectorAll(':scope > :is(p, h2, h3)')) {
    if (line.previousSibling && !(line.previousSibling instanceof HTMLUListElement))
      line.before(document.createElement('br'));
    line.replaceWith(...line.childNodes);
  }
  if (item.hasChildNodes()) list.append(item);
  else if (!list.hasChildNodes()) list.remove();
}

function appendRow(row: Element, format: Format, container: Node, sheets: StyleSheets): void {
  const cells = [...row.children].flatMap((cell) => {
    const content = document.createDocumentFragment();
    appendContent(cell, formatOf(cell, format, sheets.get(cell)), new Lines(content), sheets);
    return content.hasChildNodes() ? [content] : [];
  });
  const lines = cells.map(({ firstElementChild }) => firstElementChild as Element);
  const isOneLine = ({ children }: DocumentFragment) =>
    children.length === 1 && children[0]?.localName === 'p';
  if (cells.length < 2 || !cells.every(isOneLine)) {
    for (const cell of cells) container.appendChild(cell);
    return;
  }
  const line = document.createElement('p');
  for (const [index, cell] of lines.entries())
    line.append(index > 0 ? columnSpace : '', ...cell.childNodes);
  container.appendChild(line);
}

/** Word writes an item of a list as a paragraph that begins with its number or bullet, which this removes. */
function wordListMarker(element: Element): { ordered: boolean; level: number } | undefined {
  const level = /mso-list:\s*\w+\s+level(\d)/i.exec(element.getAttribute('style') ?? '')?.[1];
  const isItem = level !== undefined || /^MsoListParagraph/.test(element.className);
  if (!isItem || isHeading(element) || element.localName === 'li') return undefined;
  const isMarker = (each: Element) => /mso-list:\s*ignore/i.test(each.getAttribute('style') ?? '');
  const marker = [...element.querySelectorAll('[style]')].find(isMarker);
  const text = element.textContent ?? '';
  // Safari drops the styles of Word, not the classes.
  const start =
    marker?.textContent ?? /^\s*(?:[·•▪§o–-]|\(?\w{1,4}[.)])[\s\u00a0]{2,}/.exec(text)?.[0];
  if (start === undefined) return undefined;
  if (marker) marker.remove();
  else removeStart(element, start.length);
  return { ordered: /[.)]\s*$/.test(start), level: Number(level ?? 1) };
}

function removeStart(node: Node, length: number): number {
  if (node instanceof Text) {
    const count = Math.min(length, node.length);
    node.deleteData(0, count);
    return length - count;
  }
  return [...node.childNodes].reduce((rest, child) => removeStart(child, rest), length);
}

function formatOf(
  element: Element,
  inherited: Format,
  sheets: readonly CSSStyleDeclaration[] = [],
): Format {
  const format = { ...inherited };
  const { localName: name } = element;
  const own = { underline: /^(?:u|ins)$/.test(name), strike: /^(?:s|strike|del)$/.test(name) };
  if (/^(?:b|strong|th)$/.test(name)) format.bold = true;
  if (/^(?:i|em|cite|dfn|var)$/.test(name)) format.italic = true;
  if (name === 'sub' || name === 'sup') format.script = name;
  if (/^(?:pre|textarea)$/.test(name)) format.pre = true;
  if (name === 'a') format.href = linkTarget(element) ?? format.href;
  const align = name === 'center' ? name : element.getAttribute('align');
  if (align) format.align = toAlign(align);
  // Also in SVG and MathML.
  const inline =
    element instanceof HTMLElement ||
    element instanceof SVGElement ||
    element instanceof MathMLElement
      ? [element.style]
      : [];
  for (const style of [...sheets, ...inline]) {
    const { fontWeight, fontStyle, textDecorationLine, verticalAlign, whiteSpace, textAlign } =
      style;
    if (/^(?:normal|lighter|bold|bolder|\d+)$/.test(fontWeight))
      format.bold = fontWeight.startsWith('bold') || Number(fontWeight) >= 600;
    if (/^(?:normal|italic|oblique)/.test(fontStyle)) format.italic = fontStyle !== 'normal';
    if (textDecorationLine && name !== 'a') {
      own.underline = textDecorationLine.includes('underline');
      own.strike = textDecorationLine.includes('line-through');
    }
    if (verticalAlign === 'super') format.script = 'sup';
    if (verticalAlign === 'sub') format.script = 'sub';
    if (whiteSpace) format.pre = /^(?:pre|break)/.test(whiteSpace);
    if (textAlign) format.align = toAlign(textAlign);
  }
  format.underline ||= own.underline;
  format.strike ||= own.strike;
  return format;
}

const toAlign = (value: string) => (value === 'center' || value === 'right' ? value : '');

/** The schemes that the server allows too. */
function linkTarget(link: Element): string | undefined {
  const href = link.getAttribute('href')?.trim() ?? '';
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(href) ? href : undefined;
}
