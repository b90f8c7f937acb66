import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DocumentStore } from './document-store.ts';

/** Bytes gathered before a write: fewer, larger writes, at a price in memory for each upload under way. */
const writeBufferBytes = 1024 * 1024;

/** Documents as files below a directory, readable by this user alone. */
export async function fileStore(directory: string): Promise<DocumentStore> {
  await makeDirectory(directory);
  const finalPath = (name: string) => join(directory, name);
  const temporaryPath = (name: string) => `${finalPath(name)}.part`;
  const remove = async (name: string) => {
    await rm(temporaryPath(name), { force: true });
    await rm(finalPath(name), { force: true });
  };

  return {
    async keep(source, name) {
      // It may fail before it is read: the pipeline then finds it failed, and that must not be too late.
      source.once('error', () => {});
      try {
        await makeDirectory(dirname(finalPath(name)));
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
  };
}

/** Makes a directory and those above it; a new one is itself on disk before anything is put into it. */
async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made))
    await syncDirectory(dirname(made));
}

/** A new name in a directory is safe only once the directory itself is synced. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
