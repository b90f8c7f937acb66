import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkDirectory, freeBytes } from '#src/files/disk.ts';
import { newFileStream, sync, writeAtomically } from '#src/files/write.ts';
import { type DocumentStore, DocumentsUnavailableError, storeIdName } from './document-store.ts';

/** The number of bytes that are collected before each write to the disk, and so the memory that one upload needs. */
const writeBufferBytes = 1024 * 1024;
/** The free space of the disk is read again after this number of bytes of a document. */
const checkedBytes = 4 * 1024 * 1024;
/** The number of bytes that stay free for the database and its log. */
export const reservedBytes = 64 * 1024 * 1024;

/**
 * Stores documents as files below a directory that only the user of this process can read.
 * @param freeBytesOf is replaced in tests
 */
export async function fileStore(
  directory: string,
  freeBytesOf: (directory: string) => Promise<number> = freeBytes,
): Promise<DocumentStore> {
  await createDirectory(directory);
  const { dev, ino } = await stat(directory);
  /**
   * Rejects if the directory was replaced. If a volume is no longer mounted, a document would be stored below its mount
   * point, and vanish when the volume is mounted again.
   */
  const requireSameDirectory = async () => {
    const found = await stat(directory).catch(() => undefined);
    if (found?.dev !== dev || found.ino !== ino)
      throw new DocumentsUnavailableError(
        `The directory ${directory} was removed or replaced while this host runs.`,
      );
  };
  const requireRoomFor = async (bytes: number) => {
    // The rest of the disk is for the database, which would otherwise fail too.
    if ((await freeBytesOf(directory)) < bytes + reservedBytes)
      throw Object.assign(new Error('The document would take reserved space.'), { code: 'ENOSPC' });
  };
  /** The declared bytes of the documents that are being received, without those that have arrived. */
  let expectedBytes = 0;
  const finalPath = (name: string) => join(directory, name);
  const temporaryPath = (name: string) => `${finalPath(name)}.part`;
  const remove = async (name: string) => {
    await rm(temporaryPath(name), { force: true });
    await rm(finalPath(name), { force: true });
  };

  return {
    maxBytes: Number.POSITIVE_INFINITY,

    async write(source, name, declaredBytes = 0) {
      let expected = declaredBytes;
      let arrived = 0;
      expectedBytes += expected;
      const othersAndThis = expectedBytes;
      const onData = ({ length }: Buffer) => {
        const counted = Math.min(length, expected);
        expected -= counted;
        expectedBytes -= counted;
        arrived += length;
        if (arrived < checkedBytes) return;
        arrived = 0;
        requireRoomFor(0).catch((error) => source.destroy(error));
      };
      // The listener prevents an unhandled 'error' event before the pipeline starts.
      source.once('error', () => {});
      try {
        await requireSameDirectory();
        await requireRoomFor(othersAndThis);
        await createDirectory(dirname(finalPath(name)));
        const writePart = async (part: string) => {
          const file = await newFileStream(part, writeBufferBytes);
          // Without `pause`, the first bytes would be gone before they are written.
          source.pause().on('data', onData);
          await pipeline(source, file);
          // Other hosts may store documents in the same directory.
          await requireRoomFor(0);
          return file.bytesWritten;
        };
        const bytes = await writeAtomically(finalPath(name), writePart, temporaryPath(name));
        await sync(dirname(finalPath(name)));
        return bytes;
      } catch (error) {
        source.destroy();
        await remove(name);
        throw error;
      } finally {
        expectedBytes -= expected;
      }
    },
    read: (name) => createReadStream(finalPath(name)),
    remove,

    async isEmpty() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries.every((entry) => entry.isDirectory() || entry.name === storeIdName);
    },
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

/** Creates a directory and its parents. Each new one is on the disk before it is used. */
async function createDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let created = path; created.length >= first.length; created = dirname(created))
    await sync(dirname(created));
}
