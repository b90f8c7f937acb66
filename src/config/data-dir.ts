import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from '#src/domain/model/exit-codes.ts';

/**
 * An existing directory of this user is made private. A directory of another user, such as a volume of a container,
 * must not be writable by everyone. @throws CommandError
 */
export function prepareDataDir(dataDir: string): void {
  let isPublic: boolean;
  try {
    createDirectory(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    const { mode, uid } = statSync(dataDir);
    const isOwn = uid === process.getuid?.();
    // The sticky bit marks a shared directory, such as /tmp.
    isPublic = (mode & 0o1000) !== 0 || (!isOwn && (mode & 0o002) !== 0);
    if (isOwn && !isPublic) chmodSync(dataDir, mode & 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message = `DATA_DIR must be a directory that can be written: ${dataDir} (${code})`;
    throw new CommandError('invalid', message, error);
  }
  if (isPublic)
    throw new CommandError(
      'invalid',
      `DATA_DIR must not be a directory that every user can write: ${dataDir}. Create one below it.`,
    );
}

/** Node's recursive mkdir never ends in /proc, where directories exist in which none can be created. */
function createDirectory(path: string): void {
  const parent = dirname(path);
  if (!existsSync(parent)) createDirectory(parent);
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
}
