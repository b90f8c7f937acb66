import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError, exitCodes } from '../exit-codes.ts';

export interface Lock {
  release(): void;
}

/**
 * Reserves DATA_DIR for this process, which runs an API host on it.
 * @throws CommandError that names the process that holds it
 */
export const lockDataDir = (dataDir: string): Lock =>
  lock(
    dataDir,
    'lock',
    (holder) =>
      `DATA_DIR ${dataDir} is in use by ${holder}. Stop that process, or set another DATA_DIR.`,
  );

/**
 * Reserves the import of openings: two at once would each leave room for their own openings only. A host may run.
 * @throws CommandError that names the process that imports
 */
export const lockImport = (dataDir: string): Lock =>
  lock(
    dataDir,
    'import',
    (holder) =>
      `Openings are being imported into DATA_DIR ${dataDir} by ${holder}. Nothing was imported. Try again when it has ended.`,
  );

/**
 * The lock is SQLite's on a file of its own in DATA_DIR/run: the system releases it when the process ends, by kill -9
 * too.
 */
function lock(dataDir: string, name: string, inUse: (holder: string) => string): Lock {
  const directory = join(dataDir, 'run');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  const file = join(directory, `${name}.sqlite`);
  closeSync(openSync(file, 'a', 0o600));
  const holderFile = join(directory, `${name}-holder.json`);
  const database = new DatabaseSync(file);
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    // SQLITE_BUSY; otherwise the disk is full, or the file is damaged.
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === 5;
    const message = isBusy
      ? inUse(describeHolder(holderFile))
      : `${file} cannot be locked: ${error instanceof Error ? error.message : error}.`;
    throw new CommandError(exitCodes.invalid, message, error);
  }
  const since = new Date().toISOString();
  writeFileSync(holderFile, `${JSON.stringify({ pid: process.pid, since })}\n`, { mode: 0o600 });
  return { release: () => database.close() };
}

/** The file is that of an earlier holder until the present one has written it. */
function describeHolder(file: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    process.kill(Number(pid), 0);
    return `process ${pid}, started ${since}`;
  } catch {
    return 'another process';
  }
}
