import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Migrations, requireCompatible, UnsupportedDatabaseError } from './database.ts';
import { migrationTable } from './sqlite.ts';

const lockTimeoutMs = 8000;

/** The copy has no free pages, which may contain deleted rows. Other processes may write meanwhile. */
export function copyDatabase(from: string, to: string): void {
  // SQLite writes to an empty file and keeps its mode.
  closeSync(openSync(to, 'wx', 0o600));
  using database = new DatabaseSync(from, { timeout: lockTimeoutMs });
  database.prepare('vacuum into ?').run(to);
}

/** Makes a closed database one file, so that reading it writes no files beside it. */
export function endWriteAheadLog(file: string): void {
  using database = new DatabaseSync(file);
  database.exec('pragma journal_mode = delete');
}

export function readCopy<Row>(file: string, query: string): Row[] {
  using database = new DatabaseSync(file, { readOnly: true });
  return database.prepare(query).all() as Row[];
}

/** @throws UnsupportedDatabaseError if it is damaged, or has the schema of a newer version */
export function checkCopy(file: string, name: string, known: Migrations): string | undefined {
  const [result] = readCopy<{ integrity_check: string }>(file, 'pragma integrity_check(1)');
  if (result?.integrity_check !== 'ok')
    throw new UnsupportedDatabaseError(`${name} is damaged: ${result?.integrity_check}`);
  const migrations = readCopy<{ name: string }>(
    file,
    `select name from ${migrationTable} order by name`,
  );
  const names = migrations.map((migration) => migration.name);
  requireCompatible(name, names, known);
  return names.at(-1);
}
