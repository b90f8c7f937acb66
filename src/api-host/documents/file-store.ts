import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkDirectory } from '#src/config/readiness.ts';
import { type DocumentStore, DocumentsUnavailableError } from './document-store.ts';

/** Bytes collected before each write to the disk; the memory an upload in progress needs. */
const writeBufferBytes = 1024 * 1024;
/** Kept free for the database and its log. */
export const reservedBytes = 64 * 1024 * 1024;

/**
 * Documents as files below a directory, readable only by the user of this process.
 * @param freeBytesOf for tests
 */
export async function fileStore(
  directory: string,
  freeBytesOf: (directory: string) => Promise<number> = freeBytes,
): Promise<DocumentStore> {
  await createDirectory(directory);
  const { dev, ino } = await stat(directory);
  /** Where a volume was mounted, a document would be stored below its mount point, and vanish when it is mounted again. */
  const requireSameDirectory = async () => {
    const found = await stat(directory).catch(() => undefined);
    if (found?.dev !== dev || found.ino !== ino)
      throw new DocumentsUnavailableError(
        `The directory ${directory} was removed or replaced while this host runs.`,
      );
  };
  const finalPath = (name: string) => join(directory, name);
  const temporaryPath = (name: string) => `${finalPath(name)}.part`;
  const remove = async (name: string) => {
    await rm(temporaryPath(name), { force: true });
    await rm(finalPath(name), { force: true });
  };

  return {
    maxBytes: Number.POSITIVE_INFINITY,

    async write(source, name) {
      // An error before the pipeline starts would otherwise be an unhandled 'error' event.
      source.once('error', () => {});
      try {
        await requireSameDirectory();
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
        await sync(dirname(finalPath(name)));
        return file.bytesWritten;
      } catch (error) {
        source.destroy();
        await remove(name);
        throw error;
      }
    },
    read: (name) => createReadStream(finalPath(name)),
    remove,

    // A document leaves room for the database, which would otherwise fail too.
    hasRoomFor: async (bytes) => (await freeBytesOf(directory)) >= bytes + reservedBytes,

    async check() {
      if ((await freeBytesOf(directory)) < reservedBytes)
        throw new DocumentsUnavailableError(
          `${directory} has less than 64 MiB of free space: no document is accepted.`,
        );
      await checkDirectory(directory);
      await requireSameDirectory();
    },
  };
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Creates a directory and its parents; each new one is on the disk before it is used. */
async function createDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let created = path; created.length >= first.length; created = dirname(created))
    await sync(dirname(created));
}

/** A file, or the names in a directory, survive a power failure once this has resolved. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
