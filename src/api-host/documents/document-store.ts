import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { checkDirectory } from '#src/config/readiness.ts';

/** Where the bytes of documents are stored. The database knows which document a name belongs to. */
export interface DocumentStore {
  /**
   * Stores the bytes of `source` under a new name with bounded memory. Resolves with their number once they
   * would survive a power failure; rejects with nothing stored.
   */
  write(source: Readable, name: string): Promise<number>;
  /** The bytes under a name; the stream fails if there are none. */
  read(name: string): Readable;
  /** Removes what is stored under a name, including a partial write after a crash. No error if absent. */
  remove(name: string): Promise<void>;
  /** The bytes that can still be stored. */
  freeBytes(): Promise<number>;
  /** Writes and removes a small file. Rejects if the store is full, read-only or has vanished. */
  checkWritable(): Promise<void>;
}

/** Opens the store that DOCUMENTS_URL names. */
export async function openDocumentStore(url: URL): Promise<DocumentStore> {
  if (url.protocol === 'file:') return fileStore(fileURLToPath(url));
  throw new Error(`No document store for ${url.protocol} addresses.`);
}

/** Bytes collected before each write to the disk; the memory an upload in progress needs. */
const writeBufferBytes = 1024 * 1024;

/** Documents as files below a directory, readable only by the user of this process. */
export async function fileStore(directory: string): Promise<DocumentStore> {
  await createDirectory(directory);
  const finalPath = (name: string) => join(directory, name);
  const temporaryPath = (name: string) => `${finalPath(name)}.part`;
  const remove = async (name: string) => {
    await rm(temporaryPath(name), { force: true });
    await rm(finalPath(name), { force: true });
  };

  return {
    async write(source, name) {
      // An error before the pipeline starts would otherwise be an unhandled 'error' event.
      source.once('error', () => {});
      try {
        await createDirectory(dirname(finalPath(name)));
        // flush: the bytes are synced before the file is closed.
        const file = createWriteStream(temporaryPath(name), {
          flags: 'wx',
          mode: 0o600,
          flush: true,
          highWaterMark: writeBufferBytes,
        });
        await pipeline(source, file);
        await rename(temporaryPath(name), finalPath(name));
        await syncDirectory(dirname(finalPath(name)));
        return file.bytesWritten;
      } catch (error) {
        source.destroy();
        await remove(name);
        throw error;
      }
    },
    read: (name) => createReadStream(finalPath(name)),
    remove,

    async freeBytes() {
      const { bavail, bsize } = await statfs(directory);
      return bavail * bsize;
    },

    checkWritable: () => checkDirectory(directory),
  };
}

/** Creates a directory and its parents; each new one is on the disk before it is used. */
async function createDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let created = path; created.length >= first.length; created = dirname(created))
    await syncDirectory(dirname(created));
}

/** A new entry of a directory survives a power failure only once the directory is synced. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
