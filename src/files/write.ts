import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync, type WriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Resolves with undefined if a file or a directory does not exist. */
export const ifFileExists = <Result>(
  work: Promise<Result>,
  codes: readonly string[] = ['ENOENT'],
): Promise<Result | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error;
    return undefined;
  });

/** The name is random, so that nobody else can create a file of this name first. */
const temporaryName = (path: string): string => `${path}.part-${randomUUID()}`;

/**
 * Writes a file, a directory or a link under a temporary name beside `path`, and renames it once it is complete, so
 * that others see all of it or nothing. An error leaves nothing. Returns the result of `write`.
 */
export async function writeAtomically<Result>(
  path: string,
  write: (temporary: string) => Promise<Result>,
  temporary: string = temporaryName(path),
): Promise<Result> {
  try {
    const result = await write(temporary);
    await rename(temporary, path);
    return result;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

/**
 * Does the same synchronously. With `keepsExisting` the first of several processes that write the same path decides
 * about its content.
 */
export function writeAtomicallySync(
  path: string,
  write: (temporary: string) => void,
  { keepsExisting = false } = {},
): void {
  const temporary = temporaryName(path);
  try {
    write(temporary);
    // A link, unlike a rename, fails if the name exists.
    if (keepsExisting) linkSync(temporary, path);
    else renameSync(temporary, path);
  } catch (error) {
    const isKept = keepsExisting && (error as NodeJS.ErrnoException).code === 'EEXIST';
    if (!isKept) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

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
