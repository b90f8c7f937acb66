import { maxLength } from '#src/domain/model/limits.ts';
import { TextBlockReader } from '#src/html/text-blocks.ts';
import { textToHtml } from '#src/html/text-to-html.ts';

/**
 * The largest letter that the editor opens, also after a paste: characters of text, and ten for each element. The form
 * refuses a quarter of it. Browsers lay a paragraph out again after each key press, which takes long with more text.
 */
export const maxEditorSize = 4 * maxLength.cover_letter;

/** Browsers run no script of HTML that is parsed in this way. */
export function htmlToPlainText(html: string): string {
  const reader = new TextBlockReader();
  const read = (parent: Node) => {
    for (const node of parent.childNodes)
      if (node instanceof Text) reader.addText(node.data);
      else if (node instanceof Element) {
        reader.openElement(node.localName);
        read(node);
        reader.closeElement(node.localName);
      }
  };
  read(new DOMParser().parseFromString(html, 'text/html').body);
  return reader
    .end()
    .map(({ text, hasEmptyLineBefore }) => `${hasEmptyLineBefore ? '\n' : ''}${text}`)
    .join('\n');
}

/** The position of a caret: the child indexes from the root down, then the offset in the last node. */
export type CaretPath = readonly number[];

/** A Unicode noncharacter, which no text contains. */
const caretMark = '\ufdd0';

/** Keeps the white space before the caret, which is at `offset` of the text. */
export function textToHtmlWithCaret(
  text: string,
  offset: number,
): { html: string; caret: CaretPath } {
  if (text.trim() === '') return { html: '', caret: [] };
  const template = document.createElement('template');
  template.innerHTML = textToHtml(text.slice(0, offset) + caretMark + text.slice(offset));
  const node = findText(template.content, (data) => data.includes(caretMark));
  if (!node) return { html: template.innerHTML, caret: [] };
  const position = node.data.indexOf(caretMark);
  node.deleteData(position, caretMark.length);
  // Browsers do not show a space or a line break at the end of a paragraph.
  if (position > 0 && position === node.length && node.data.endsWith(' '))
    node.replaceData(position - 1, 1, '\u00a0');
  const path = [...pathOf(node, template.content), position];
  if (node.length === 0) {
    path.pop();
    if (node.nextSibling) node.remove();
    else node.replaceWith(document.createElement('br'));
  }
  return { html: template.innerHTML, caret: path };
}

/** Returns the position after as many visible characters as `textBefore` has. */
export function caretInHtml(html: string, textBefore: string): CaretPath {
  const template = document.createElement('template');
  template.innerHTML = html;
  let remaining = textBefore.replace(/\s+/g, '').length;
  const node = findText(template.content, (data) => {
    const visible = data.replace(/\s+/g, '').length;
    if (visible >= remaining) return true;
    remaining -= visible;
    return false;
  });
  if (!node) return [];
  const before = new RegExp(`^(?:\\s*\\S){${remaining}}`).exec(node.data)?.[0] ?? '';
  return [...pathOf(node, template.content), before.length];
}

function findText(root: Node, matches: (data: string) => boolean): Text | undefined {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    if (matches(node.data)) return node;
  }
  return undefined;
}

function pathOf(node: Node, root: Node): number[] {
  const { parentNode } = node;
  if (node === root || !parentNode) return [];
  return [...pathOf(parentNode, root), [...parentNode.childNodes].indexOf(node as ChildNode)];
}
