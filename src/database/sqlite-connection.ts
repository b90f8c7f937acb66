import {
  chmodSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import { DatabaseBusyError, DatabaseGoneError } from './database.ts';

/** The time that a write waits for those of other processes. It is less than the API client's time limit. */
export const defaultLockTimeoutMs = 8000;
/** The interval between attempts to get the lock. SQLite's own wait would block the event loop. */
const lockPollMs = 5;
const maxPreparedStatements = 200;

/** One connection of SQLite. `run` is synchronous, and throws SQLITE_BUSY at once while another process writes. */
export type Connection = ReturnType<typeof openFile>;

type Statement = (values: readonly SQLInputValue[]) => QueryResult<unknown>;

const busyCode = 5;
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busyCode;

/** The error of SQLite while another process has a lock. */
export const sqliteBusy = () => Object.assign(new Error('SQLITE_BUSY'), { errcode: busyCode });

/** @throws DatabaseBusyError once `timeoutMs` have passed */
export async function retryWhileBusy<Result>(
  operation: () => Result | Promise<Result>,
  timeoutMs: number,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await operation();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline) throw new DatabaseBusyError();
    }
    await delay(lockPollMs);
  }
}

/** Ignores a missing file: another process that closes the database removes its -wal and -shm files. */
function makePrivate(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

export function openFile(file: string) {
  let identity: Stats | undefined;
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // SQLite gives its -wal and -shm files the mode of the main file.
    const descriptor = openSync(file, 'a', 0o600);
    identity = fstatSync(descriptor);
    closeSync(descriptor);
    // A copy may have left files that others can read.
    for (const path of [file, `${file}-wal`, `${file}-shm`]) makePrivate(path);
  }
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 0 });
  try {
    // With a write-ahead log readers do not wait for a writer.
    database.exec('pragma journal_mode = wal');
    // A commit is on the disk before it is acknowledged, so a power failure cannot lose it.
    database.exec('pragma synchronous = full');
    // Deleted rows are personal data: their bytes are overwritten with zeros.
    database.exec('pragma secure_delete = on');
  } catch (error) {
    database.close();
    throw error;
  }

  const prepared = new Map<string, Statement>();
  return {
    /** SQLite reports no error when it writes to a removed file, and the rows are lost. @throws DatabaseGoneError */
    checkFile() {
      if (!identity) return;
      const found = statSync(file, { throwIfNoEntry: false });
      if (found?.ino !== identity.ino || found.dev !== identity.dev) throw new DatabaseGoneError();
    },
    run<Row>(query: CompiledQuery): QueryResult<Row> {
      const statement = prepared.get(query.sql) ?? prepare(database, query.sql);
      // Lists of different lengths are different queries, so the cache needs a limit.
      if (prepared.size >= maxPreparedStatements) prepared.clear();
      prepared.set(query.sql, statement);
      return statement(query.parameters as readonly SQLInputValue[]) as QueryResult<Row>;
    },
    /** Returns false after an error for which SQLite has rolled back the whole transaction, such as a full disk. */
    isTransaction: () => database.isTransaction,
    close() {
      prepared.clear();
      database.close();
    },
  };
}

function prepare(database: DatabaseSync, query: string): Statement {
  const statement = database.prepare(query);
  if (statement.columns().length > 0) return (values) => ({ rows: statement.all(...values) });
  return (values) => {
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
}
