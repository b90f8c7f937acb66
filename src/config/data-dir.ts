import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';

/** DATA_DIR cannot be used; the message names the directory and the reason. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError';
}

/**
 * Creates the directory, readable by its owner only. An existing one of this user is made private. One of
 * another user, such as a volume of a container, must not be writable by everyone.
 * @throws DataDirError
 */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    const { mode, uid } = statSync(dataDir);
    const isShared = (mode & constants.S_IRWXG) !== 0 || (mode & constants.S_IRWXO) !== 0;
    // The sticky bit marks a directory of all users, such as /tmp.
    const isPublic = (mode & 0o1000) !== 0 || (uid !== process.getuid?.() && (mode & 0o002) !== 0);
    if (isPublic)
      throw new DataDirError(
        `DATA_DIR must not be a directory that every user can write: ${dataDir}. Create one below it.`,
      );
    if (isShared && uid === process.getuid?.()) chmodSync(dataDir, mode & 0o700);
  } catch (error) {
    if (error instanceof DataDirError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const message = `DATA_DIR must be a directory that can be written: ${dataDir} (${code})`;
    throw new DataDirError(message, { cause: error });
  }
}
