import { cleanPastedHtml } from '#src/html/pasted-html.ts';
import { isWhiteSpace, takeNodes } from '#src/html/pasted-lines.ts';
import { textToHtml } from '#src/html/text-to-html.ts';
import { maxEditorSize } from './plain-text.ts';

/** Even the longest letter that may be pasted from an office program has fewer tags. */
const maxTags = 200_000;

/**
 * Reduces content that is pasted into `area`, or dropped on it from elsewhere, to the HTML of a letter. If it is so
 * large that the browser would block, `onRefuse` is called and the letter does not change.
 */
export function handlePaste(
  area: HTMLElement,
  { onChange, onRefuse }: { readonly onChange: () => void; readonly onRefuse: () => void },
): () => void {
  let isOwnDrag = false;
  const onDragStart = () => {
    isOwnDrag = true;
  };
  const onDragEnd = () => {
    isOwnDrag = false;
  };
  const insert = (event: Event, data: DataTransfer | null) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!area.isContentEditable) return;
    const text = data?.getData('text/plain') ?? '';
    const html = data?.getData('text/html') ?? '';
    if (text.length > maxEditorSize || html.split('<', maxTags + 1).length > maxTags)
      return onRefuse();
    const content = html ? cleanPastedHtml(html) : toFragment(textToHtml(text));
    const range = selectedRange(area);
    if (!content.hasChildNodes() || !range) return;
    const replaced = sizeOf(range.cloneContents());
    if (sizeOf(area) - replaced + sizeOf(content) > maxEditorSize) return onRefuse();
    insertAt(range, area, content, text);
    onChange();
  };
  const onPaste = (event: ClipboardEvent) => insert(event, event.clipboardData);
  const onDrop = (event: DragEvent) => {
    // For a drag within the letter, the browser itself moves the text.
    if (isOwnDrag) return;
    const position = document.caretPositionFromPoint?.(event.clientX, event.clientY);
    const range = document.caretRangeFromPoint?.(event.clientX, event.clientY);
    if (position) document.getSelection()?.collapse(position.offsetNode, position.offset);
    else if (range) document.getSelection()?.collapse(range.startContainer, range.startOffset);
    area.focus();
    insert(event, event.dataTransfer);
  };
  const stop = new AbortController();
  const { signal } = stop;
  area.addEventListener('paste', onPaste, { signal, capture: true });
  area.addEventListener('drop', onDrop, { signal, capture: true });
  area.addEventListener('dragstart', onDragStart, { signal });
  window.addEventListener('dragend', onDragEnd, { signal });
  return () => stop.abort();
}

function toFragment(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return document.importNode(template.content, true);
}

const sizeOf = (node: Element | DocumentFragment): number =>
  (node.textContent?.length ?? 0) + 10 * node.querySelectorAll('*').length;

const isBlank = (node: Node) => isWhiteSpace(node.textContent ?? '');

/** Returns the selection in the letter, or its end. */
function selectedRange(area: HTMLElement): Range | undefined {
  const selection = document.getSelection();
  if (!selection) return undefined;
  if (selection.rangeCount > 0 && area.contains(selection.getRangeAt(0).commonAncestorContainer))
    return selection.getRangeAt(0).cloneRange();
  const range = document.createRange();
  range.selectNodeContents(area);
  range.collapse(false);
  return range;
}

/** Replaces `range`. A single paragraph joins the line of the caret; several paragraphs go between two lines. */
function insertAt(range: Range, area: HTMLElement, content: DocumentFragment, text: string): void {
  range.deleteContents();
  const block = [...area.children].find((child) => child.contains(range.startContainer));
  const [first] = content.children;
  const isInline =
    content.children.length === 1 && first?.localName === 'p' && !first.hasAttribute('style');
  let last: Node | null;
  if (block && first && isInline) {
    // An empty line has a <br>, after which text would be on a second line, so the <br> is removed.
    if (isBlank(block)) block.querySelector('br:last-child')?.remove();
    const isOneLine = !text.includes('\n');
    if (isOneLine && /^\s/.test(text)) first.prepend(' ');
    // Browsers do not show a space at the end of a line, so it becomes a no-break space.
    if (isOneLine && /\s$/.test(text)) first.append('\u00a0');
    last = first.lastChild;
    range.insertNode(takeNodes(first));
  } else {
    last = content.lastElementChild;
    if (block) {
      range.setEndAfter(block);
      const after = range.extractContents();
      const rest = after.firstElementChild;
      block.after(content, after);
      removeBlankEdge(block, 'lastElementChild');
      if (rest) removeBlankEdge(rest, 'firstElementChild');
    } else range.insertNode(content);
    while (
      last instanceof Element &&
      /^(?:UL|OL|LI|BLOCKQUOTE)$/.test(last.tagName) &&
      last.lastElementChild
    )
      last = last.lastElementChild;
  }
  if (!last) return;
  range.selectNodeContents(last);
  range.collapse(false);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  (last instanceof Element ? last : last.parentElement)?.scrollIntoView({ block: 'nearest' });
}

/** Removes the empty line, or the empty item of a list, that remains where a line is divided. */
function removeBlankEdge(block: Element, edge: 'firstElementChild' | 'lastElementChild'): void {
  const item = /^(?:UL|OL|LI|BLOCKQUOTE)$/.test(block.tagName) ? block[edge] : null;
  if (item && /^(?:UL|OL|LI|P)$/.test(item.tagName)) removeBlankEdge(item, edge);
  if (isBlank(block)) block.remove();
}
