import { allowlists } from './allowlists.ts';
import {
  type Format,
  formatOf,
  plainFormat,
  type StyleSheets,
  styleSheetsOf,
} from './pasted-format.ts';
import { columnSpace, createElement, Lines, takeNodes } from './pasted-lines.ts';
import { isBlockElement, isHeadingElement } from './text-blocks.ts';

const removed = new Set(allowlists.pasted.removed.split(' '));
const isList = (node: Node | null): node is Element =>
  node instanceof Element && /^[uo]l$/.test(node.localName);

/**
 * All text is kept, in order. Elements and styles are read by their meaning: Google Docs wraps everything in a `<b>`
 * that is not bold, Pages has bold text in a style sheet, Word writes lists as paragraphs. A row of a table becomes a
 * paragraph, or several if a cell has several. The browser runs no script and loads nothing.
 */
export function cleanPastedHtml(html: string): DocumentFragment {
  // A template is used, because in a document of `DOMParser` the page's policy would refuse and report style elements.
  const { content } = Object.assign(document.createElement('template'), { innerHTML: html });
  const result = document.createDocumentFragment();
  appendContent(content, plainFormat, new Lines(result), styleSheetsOf(content));
  return result;
}

function appendContent(source: Node, format: Format, lines: Lines, sheets: StyleSheets): void {
  appendNodes(source, format, lines, sheets);
  lines.end();
}

function appendNodes(source: Node, format: Format, lines: Lines, sheets: StyleSheets): void {
  for (const node of source.childNodes)
    if (node instanceof Text) lines.add(node.data, format);
    else if (node instanceof Element && !removed.has(node.localName))
      appendElement(node, formatOf(node, format, sheets.get(node)), lines, sheets);
}

function appendElement(element: Element, format: Format, lines: Lines, sheets: StyleSheets): void {
  const { localName: name } = element;
  if (name === 'br') lines.break(format);
  else if (element.className === 'Apple-converted-space') lines.add(' ', format);
  else if (!isBlockElement(name)) appendNodes(element, format, lines, sheets);
  else {
    lines.end();
    const { container } = lines;
    const marker = wordListMarker(element);
    if (marker || name === 'li') {
      const list = listIn(container, marker?.ordered, marker?.level);
      appendItem(list, element, format, sheets);
      removeIfEmpty(list);
    } else if (isList(element)) appendList(element, format, container, sheets);
    else if (name === 'tr') appendRow(element, format, container, sheets);
    else if (name === 'blockquote' && container.nodeName !== 'BLOCKQUOTE') {
      const quote = createElement(name);
      appendContent(element, format, new Lines(quote), sheets);
      if (quote.hasChildNodes()) container.appendChild(quote);
    } else {
      const { tag } = lines;
      if (isHeadingElement(name)) lines.tag = name === 'h1' || name === 'h2' ? 'h2' : 'h3';
      appendContent(element, format, lines, sheets);
      lines.tag = tag;
    }
  }
}

/** Returns the list at the end of `container`, or a new list. A list of `level` 2 is in the last item of that list. */
function listIn(container: Node, ordered = false, level = 1): Element {
  const last = container.lastChild;
  const list = isList(last) ? last : undefined;
  if (level > 1 && list?.lastElementChild) return listIn(list.lastElementChild, ordered, level - 1);
  const name = ordered ? 'ol' : 'ul';
  if (list?.localName === name) return list;
  return container.appendChild(createElement(name));
}

function appendList(source: Element, format: Format, container: Node, sheets: StyleSheets): void {
  const list = listIn(container, source.localName === 'ol');
  for (const node of source.childNodes) {
    const nested = isList(node) && list.lastElementChild;
    if (nested) appendList(node, format, nested, sheets);
    else if (node instanceof Element && node.localName === 'li')
      appendItem(list, node, formatOf(node, format, sheets.get(node)), sheets);
    else {
      // The item is created in the other document, because in this page's document its pictures would be loaded.
      const item = source.ownerDocument.createElement('li');
      item.append(node.cloneNode(true));
      appendItem(list, item, format, sheets);
    }
  }
  removeIfEmpty(list);
}

function removeIfEmpty(list: Element): void {
  if (!list.hasChildNodes()) list.remove();
}

/** The paragraphs of an item become lines of it. */
function appendItem(list: Element, source: Element, format: Format, sheets: StyleSheets): void {
  const item = createElement('li');
  appendContent(source, format, new Lines(item), sheets);
  for (const line of item.querySelectorAll(':scope > :is(p, h2, h3)')) {
    if (line.previousSibling && !(line.previousSibling instanceof HTMLUListElement))
      line.before(createElement('br'));
    line.replaceWith(takeNodes(line));
  }
  if (item.hasChildNodes()) list.append(item);
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
  const line = createElement('p');
  for (const [index, cell] of lines.entries())
    line.append(index > 0 ? columnSpace : '', takeNodes(cell));
  container.appendChild(line);
}

/** Word writes a list item as a paragraph that begins with its number or bullet. This function removes the marker. */
function wordListMarker(element: Element): { ordered: boolean; level: number } | undefined {
  const level = /mso-list:\s*\w+\s+level(\d)/i.exec(element.getAttribute('style') ?? '')?.[1];
  const isItem = level !== undefined || /^MsoListParagraph/.test(element.className);
  if (!isItem || isHeadingElement(element.localName)) return undefined;
  const isMarker = (each: Element) => /mso-list:\s*ignore/i.test(each.getAttribute('style') ?? '');
  const marker = [...element.querySelectorAll('[style]')].find(isMarker);
  const text = element.textContent ?? '';
  // Safari drops the styles of Word but keeps the classes.
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
