const code = (character: string) => character.charCodeAt(0);
const quote = code('"');
const backslash = code('\\');
const comma = code(',');
const colon = code(':');
const openBracket = code('[');
const closeBracket = code(']');
const openBrace = code('{');
const closeBrace = code('}');

export interface ListReaderOptions {
  /** The JSON of one item of `data`, or undefined where it exceeds `maxItemBytes`. */
  readonly onItem: (bytes: Buffer | undefined) => void;
  readonly maxItemBytes: number;
  /** Of the response without the items. */
  readonly maxEnvelopeBytes: number;
}

/**
 * Splits the JSON of a response into the items of its list `data` (section 7) while it arrives, so that neither the
 * whole text nor the whole list is in memory. It finds ends of strings and brackets only: JSON.parse of each item and of
 * the envelope decides whether they are JSON (decision 005).
 */
export class ListReader {
  readonly #options: ListReaderOptions;
  readonly #envelope: number[] = [];
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Where the last string of the envelope's first level starts in `#envelope`. */
  #stringStart = 0;
  #lastString = '';
  #key = '';
  /** Inside the list `data`; `#depth` then counts from the list. */
  #inList = false;
  #items = 0;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(options: ListReaderOptions) {
    this.#options = options;
  }

  /** Returns false once the envelope exceeds its limit. */
  push(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length; )
      at = this.#inList ? this.#readItems(chunk, at) : this.#readEnvelope(chunk, at);
    return this.#envelope.length <= this.#options.maxEnvelopeBytes;
  }

  /** The response with an empty list in place of the items. */
  envelope(): Buffer {
    return Buffer.from(this.#envelope);
  }

  #readEnvelope(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      this.#envelope.push(byte);
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) {
          this.#inString = false;
          if (this.#depth === 1)
            this.#lastString = Buffer.from(this.#envelope.slice(this.#stringStart)).toString();
        }
      } else if (byte === quote) {
        this.#inString = true;
        this.#stringStart = this.#envelope.length - 1;
      } else if (byte === colon && this.#depth === 1) this.#key = keyOf(this.#lastString);
      else if (byte === comma && this.#depth === 1) this.#key = '';
      else if (byte === openBracket && this.#depth === 1 && this.#key === 'data') {
        this.#inList = true;
        this.#depth = 0;
        this.#items = 0;
        return at + 1;
      } else if (byte === openBracket || byte === openBrace) this.#depth += 1;
      else if (byte === closeBracket || byte === closeBrace) this.#depth -= 1;
    }
    return chunk.length;
  }

  #readItems(chunk: Buffer, start: number): number {
    let itemStart = start;
    let at = start;
    while (at < chunk.length) {
      if (this.#inString) {
        at = this.#skipString(chunk, at);
        continue;
      }
      const byte = chunk[at] as number;
      if (byte === quote) this.#inString = true;
      else if (byte === openBracket || byte === openBrace) this.#depth += 1;
      else if (byte === comma && this.#depth === 0) {
        this.#add(chunk.subarray(itemStart, at));
        this.#endItem();
        itemStart = at + 1;
      } else if (byte === closeBracket && this.#depth === 0) {
        this.#add(chunk.subarray(itemStart, at));
        this.#endList();
        return at + 1;
      } else if (byte === closeBracket || byte === closeBrace) this.#depth -= 1;
      at += 1;
    }
    this.#add(chunk.subarray(itemStart));
    return at;
  }

  /** The position after the string's end, or the end of the chunk. Most of a list is text: `indexOf` is native. */
  #skipString(chunk: Buffer, start: number): number {
    let at = start;
    if (this.#escaped) {
      this.#escaped = false;
      at += 1;
    }
    for (;;) {
      const end = chunk.indexOf(quote, at);
      const until = end === -1 ? chunk.length : end;
      let backslashes = 0;
      while (until - backslashes > at && chunk[until - backslashes - 1] === backslash)
        backslashes += 1;
      const isEscaped = backslashes % 2 === 1;
      if (end === -1) {
        this.#escaped = isEscaped;
        return until;
      }
      at = end + 1;
      if (!isEscaped) {
        this.#inString = false;
        return at;
      }
    }
  }

  #add(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > this.#options.maxItemBytes) this.#pending = [];
    else this.#pending.push(bytes);
  }

  #endItem(): void {
    const isTooLarge = this.#pendingBytes > this.#options.maxItemBytes;
    const [only, ...more] = this.#pending;
    const bytes = only !== undefined && more.length === 0 ? only : Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#items += 1;
    this.#options.onItem(isTooLarge ? undefined : bytes);
  }

  #endList(): void {
    const isEmpty = this.#items === 0 && Buffer.concat(this.#pending).toString().trim() === '';
    if (isEmpty) {
      this.#pending = [];
      this.#pendingBytes = 0;
    } else this.#endItem();
    this.#envelope.push(closeBracket);
    this.#inList = false;
    this.#depth = 1;
  }
}

/** The name that a JSON string means; empty if it is no string. */
function keyOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return '';
  }
}
