import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export async function checkDirectory(directory: string): Promise<void> {
  const file = join(directory, `write-test-${randomUUID()}`);
  try {
    await writeFile(file, Buffer.alloc(4096), { mode: 0o600, flag: 'wx', flush: true });
  } finally {
    await rm(file, { force: true });
  }
}

/** Resolves with the space in bytes that this process may still use on the disk of a directory. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** 13 is SQLITE_FULL. 4874 is SQLITE_IOERR_SHMSIZE: the file `-shm` could not grow. SQLite has undone the write. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))) ||
    ('errcode' in error && [13, 4874].includes(Number(error.errcode))));
