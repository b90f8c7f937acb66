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

export const readinessMaxAgeMs = 1000;

/** Runs an expensive check once at a time. All callers get its result, and so do callers in the second after it. */
export function shareCheck<Result>(check: () => Promise<Result>): () => Promise<Result> {
  let latest: Promise<Result> | undefined;
  return () => {
    latest ??= check().finally(() => {
      setTimeout(() => {
        latest = undefined;
      }, readinessMaxAgeMs).unref();
    });
    return latest;
  };
}
