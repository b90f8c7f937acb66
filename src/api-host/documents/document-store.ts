import type { Readable } from 'node:stream';

/** The name of the id of a store, which is no document. */
export const storeIdName = 'store-id';

/** A store for the bytes of documents. The database records the document of each name. */
export interface DocumentStore {
  readonly maxBytes: number;
  /**
   * Stores the bytes of `source` under a new name with bounded memory. It resolves with their number once they would
   * survive a power failure. If it rejects, nothing is stored, or only what `remove` can find.
   * @param declaredBytes the number of bytes that `source` is said to have, 0 if it is not known
   * @throws DocumentsUnavailableError, or the error of `source` or of the file system (ENOSPC if there is no room)
   */
  write(source: Readable, name: string, declaredBytes?: number): Promise<number>;
  /** Reads the bytes of a name. The stream fails with the code ENOENT if there are none. */
  read(name: string): Readable;
  /** Removes the bytes of a name, also those of a partial write after a crash. An absent name is no error. */
  remove(name: string): Promise<void>;
  isEmpty(): Promise<boolean>;
  /** Rejects if documents cannot be stored now. Until a check has succeeded, it may store and remove a document. */
  check(): Promise<void>;
}

/** The store cannot be used now, and nothing was stored. The message is for the operator and contains no secret. */
export class DocumentsUnavailableError extends Error {
  override readonly name = 'DocumentsUnavailableError';
  /** The name of the setting to correct, if a setting is the reason. */
  readonly variable: string | undefined;
  readonly exit: 'invalid' | 'unreachable';
  constructor(
    message: string,
    { variable, cause }: { readonly variable?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.variable = variable;
    this.exit = variable === undefined ? 'unreachable' : 'invalid';
  }
}
