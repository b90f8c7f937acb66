import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError, exitCodes } from '../exit-codes.ts';

/**
 * Reserves DATA_DIR for this process, which runs an API host on it. The lock is SQLite's on a file of its own:
 * the system releases it when the process ends, by kill -9 too.
 * @throws CommandError that names the process that holds it
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const directory = join(dataDir, 'run');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  const file = join(directory, 'lock.sqlite');
  closeSync(openSync(file, 'a', 0o600));
  const holderFile = join(directory, 'holder.json');
  const database = new DatabaseSync(file);
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    throw new CommandError(
      exitCodes.invalid,
      `DATA_DIR ${dataDir} is in use by ${describeHolder(holderFile)}. Stop that process, or set another DATA_DIR.`,
      error,
    );
  }
  const since = new Date().toISOString();
  writeFileSync(holderFile, `${JSON.stringify({ pid: process.pid, since })}\n`, { mode: 0o600 });
  return { release: () => database.close() };
}

function describeHolder(file: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    return `process ${pid}, started ${since}`;
  } catch {
    return 'another process';
  }
}
