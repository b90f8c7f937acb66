import type { Readable } from 'node:stream';

/** Where the bytes of documents are stored. The database knows which document a name belongs to. */
export interface DocumentStore {
  /** The largest document that it can store. */
  readonly maxBytes: number;
  /**
   * Stores the bytes of `source` under a new name with bounded memory. Resolves with their number once they
   * would survive a power failure. Rejects with nothing stored, or with what only `remove` finds.
   * @throws DocumentsUnavailableError, or the error of `source` or of the file system
   */
  write(source: Readable, name: string): Promise<number>;
  /** The bytes under a name; the stream fails with the code ENOENT if there are none. */
  read(name: string): Readable;
  /** Removes what is stored under a name, including a partial write after a crash. No error if absent. */
  remove(name: string): Promise<void>;
  /** Whether there is room for a document of this many bytes. */
  hasRoomFor(bytes: number): Promise<boolean>;
  /**
   * Rejects if documents cannot be stored now.
   * @param how 'at-start': also by storing and removing a document, where that costs too much for each probe
   */
  check(how: 'at-start' | 'probe'): Promise<void>;
}

/** The store cannot be used now; nothing was stored. The message is for the operator and has no secret. */
export class DocumentsUnavailableError extends Error {
  override readonly name = 'DocumentsUnavailableError';
  /** The setting to correct, if the reason is one. */
  readonly variable: string | undefined;
  constructor(
    message: string,
    { variable, cause }: { readonly variable?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.variable = variable;
  }
}
