import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { isDiskFull } from '#src/files/disk.ts';
import { errorMessage } from '#src/http/describe-error.ts';

interface Lock {
  release(): void;
}

/** @throws CommandError that names the process that has the lock */
export const lockDataDir = (dataDir: string): Lock =>
  lock(
    dataDir,
    'lock',
    (holder) =>
      `DATA_DIR ${dataDir} is in use by ${holder}. Stop that process, or set another DATA_DIR.`,
  );

/**
 * Excludes another import of openings, because two imports at the same time would check the limit without each other's
 * openings. A host may run.
 * @throws CommandError that names the process that imports
 */
export const lockImport = (dataDir: string): Lock =>
  lock(
    dataDir,
    'import',
    (holder) =>
      `Openings are being imported into DATA_DIR ${dataDir} by ${holder}. Nothing was imported. Try again when it has ended.`,
  );

function lock(dataDir: string, name: string, inUse: (holder: string) => string): Lock {
  const directory = join(dataDir, 'run');
  const holderFile = join(directory, `${name}-holder.json`);
  const file = join(directory, `${name}.sqlite`);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    chmodSync(directory, 0o700);
    const held = tryLock(file);
    if (!held) throw new CommandError('invalid', inUse(describeHolder(holderFile)));
    const since = new Date().toISOString();
    writeFileSync(holderFile, `${JSON.stringify({ pid: process.pid, since })}\n`, { mode: 0o600 });
    return held;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const message = `${file} cannot be locked: ${errorMessage(error)}.`;
    throw new CommandError(isDiskFull(error) ? 'unexpected' : 'invalid', message, error);
  }
}

/**
 * Locks a SQLite file that is used for nothing else. It returns undefined if another process has locked it. The operating
 * system releases the lock when the process ends, even by SIGKILL.
 * @throws if the file is damaged
 */
export function tryLock(file: string): Lock | undefined {
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  try {
    // The journal is in memory, because the disk may be full.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    // The code 5 is SQLITE_BUSY.
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return undefined;
    throw error;
  }
}

function describeHolder(file: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    process.kill(Number(pid), 0);
    return `process ${pid}, started ${since}`;
  } catch {
    return 'another process';
  }
}
