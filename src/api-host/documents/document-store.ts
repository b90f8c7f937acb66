import type { Readable } from 'node:stream';

/**
 * Where documents' bytes are: a directory, or a bucket. Which document of whom a name holds, only the
 * database knows, and it learns a name once its bytes are whole and safe.
 */
export interface DocumentStore {
  /**
   * Keeps all that `source` yields under a new name, holding only a little of it in memory. When it
   * resolves, with the number of bytes, they would survive the loss of power; when it rejects (the source
   * failed or was destroyed, the store is full), nothing of them is left.
   */
  keep(source: Readable, name: string): Promise<number>;
  /** The bytes kept under a name; the stream fails when there are none. */
  read(name: string): Readable;
  /** Removes what is kept under a name, half-written by a `keep` that crashed too; none is no error. */
  remove(name: string): Promise<void>;
}
