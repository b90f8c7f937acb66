/** Browsers do not display the content of these elements as text. */
const hidden = new Set('script style template noscript title textarea iframe'.split(' '));
const headings = new Set('h1 h2 h3 h4 h5 h6'.split(' '));
const blocks = new Set([
  ...headings,
  ...'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hr legend li main nav ol optgroup option p pre section select summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
]);
/** Inline elements do not separate words: `<b>B</b>read` is one word. Any other element, such as a table cell, does. */
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time u var wbr'.split(
    ' ',
  ),
);

export const isHeadingElement = (name: string): boolean => headings.has(name);
export const isBlockElement = (name: string): boolean => blocks.has(name);

export interface TextBlock {
  /** The text has no outer white space. A line feed separates lines. */
  readonly text: string;
  readonly isHeading: boolean;
  readonly mark: string;
  /** Whether an empty line precedes the block: not before the first block, nor between two items of a list. */
  readonly hasEmptyLineBefore: boolean;
}

/** Divides HTML into blocks of text. A parser or a walk through a DOM reports the elements and texts. */
export class TextBlockReader {
  readonly #found: TextBlock[] = [];
  /** The number of the last item of each open list; undefined for a list without numbers. */
  readonly #lists: (number | undefined)[] = [];
  #lines = [''];
  #hiddenDepth = 0;
  #isHeading = false;
  #mark = '';
  /** Whether the next block is the first one of a list that is not inside another list. */
  #startsList = false;

  openElement(name: string): void {
    if (hidden.has(name)) this.#hiddenDepth += 1;
    if (name === 'br') this.#lines.push('');
    else if (blocks.has(name)) this.#endBlock();
    else this.#addSpace(name);
    this.#isHeading ||= headings.has(name);
    if (name === 'ul' || name === 'ol') {
      this.#startsList ||= this.#lists.length === 0;
      this.#lists.push(name === 'ol' ? 0 : undefined);
    }
    if (name === 'li') this.#mark = this.#nextMark();
  }

  closeElement(name: string): void {
    if (hidden.has(name)) this.#hiddenDepth -= 1;
    if (blocks.has(name)) this.#endBlock();
    else this.#addSpace(name);
    if (headings.has(name)) this.#isHeading = false;
    if (name === 'ul' || name === 'ol') this.#lists.pop();
    if (name === 'li' || this.#lists.length === 0) this.#mark = '';
  }

  addText(text: string): void {
    if (this.#hiddenDepth === 0) this.#lines[this.#lines.length - 1] += text;
  }

  end(): readonly TextBlock[] {
    this.#endBlock();
    return this.#found;
  }

  #addSpace(name: string): void {
    if (!inline.has(name) && name !== 'br') this.#lines[this.#lines.length - 1] += ' ';
  }

  #endBlock(): void {
    const text = this.#lines
      .map((line) => line.replace(/[\s\u200b\ufeff]+/gu, ' '))
      .join('\n')
      .trim();
    this.#lines = [''];
    if (text === '') return;
    const mark = this.#mark;
    const previous = this.#found.at(-1);
    const hasEmptyLineBefore =
      previous !== undefined && (this.#startsList || mark === '' || previous.mark === '');
    this.#found.push({ text, isHeading: this.#isHeading, mark, hasEmptyLineBefore });
    this.#startsList = false;
    this.#mark = ' '.repeat(mark.length);
  }

  /** Returns the mark of a list item: '- ' or '3. ', indented by the depth of its list. */
  #nextMark(): string {
    const indentation = '  '.repeat(Math.max(0, this.#lists.length - 1));
    const last = this.#lists.at(-1);
    if (last === undefined) return `${indentation}- `;
    this.#lists[this.#lists.length - 1] = last + 1;
    return `${indentation}${last + 1}. `;
  }
}
