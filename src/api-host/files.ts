import type { WriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Resolves with undefined if a file or a directory does not exist. */
export const unlessMissing = <Result>(
  work: Promise<Result>,
  codes: readonly string[] = ['ENOENT'],
): Promise<Result | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error;
    return undefined;
  });

/**
 * Writes a new file that only this user can read. Resolves with its size in bytes once it would survive a power failure.
 * An error leaves nothing.
 */
export async function writeNewFile(
  path: string,
  source: () => Readable | AsyncGenerator<Buffer | string>,
  signal?: AbortSignal,
): Promise<number> {
  const file = await newFileStream(path);
  try {
    await pipeline(source(), file, { signal });
    return file.bytesWritten;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Creates a file that only this user can read. Its bytes are on the disk before it is closed. */
export async function newFileStream(path: string, highWaterMark?: number): Promise<WriteStream> {
  // A stream that opens the file itself may create it after it was removed because of an early error.
  const handle = await open(path, 'wx', 0o600);
  return handle.createWriteStream({ flush: true, highWaterMark });
}

/** Resolves once a file, or the names in a directory, would survive a power failure. */
export async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}
