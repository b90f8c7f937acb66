import { chmodSync, closeSync, fstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
} from 'kysely';
import { DatabaseBusyError, DatabaseGoneError } from './database.ts';

/** How long a write waits for those of other processes; less than the API client's time limit. */
export const defaultLockTimeoutMs = 8000;
/** The interval at which the lock is tried. SQLite's own wait would block the event loop. */
const lockPollMs = 5;
const maxPreparedStatements = 200;

/** One connection of SQLite. `run` is synchronous; it throws SQLITE_BUSY at once while another process writes. */
interface Connection {
  run(query: CompiledQuery): QueryResult<unknown>;
  /**
   * SQLite writes to a file that was removed without an error, and the rows are lost when the process ends.
   * @throws DatabaseGoneError if the path leads to another file or to none
   */
  checkFile(): void;
  close(): void;
}

type Statement = (values: readonly SQLInputValue[]) => QueryResult<unknown>;

export class WalAdapter extends SqliteAdapter {
  /** SQLite can roll back schema changes; kysely's adapter does not declare it. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Otherwise kysely would make reads wait for writes. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * A connection to write and a connection to read: a read never waits for a write (decision 016). The writes of this
 * process run one after the other; they wait for those of other processes without blocking the event loop.
 */
export class WalDriver implements Driver {
  readonly #file: string;
  readonly #lockTimeoutMs: number;
  #connections: { readonly writer: Connection; readonly reader?: Connection } | undefined;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(file: string, lockTimeoutMs: number) {
    this.#file = file;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  async init(): Promise<void> {
    // The change to write-ahead logging fails as busy, without a wait, while another process does the same.
    const open = () => retryWhileBusy(() => openFile(this.#file), this.#lockTimeoutMs);
    const writer = await open();
    // A second connection to ':memory:' would be another database.
    this.#connections = this.#file === ':memory:' ? { writer } : { writer, reader: await open() };
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connections) throw new Error('The database is not open.');
    const { writer, reader } = this.#connections;
    return new WalConnection(writer, reader, {
      timeoutMs: this.#lockTimeoutMs,
      waitForTurn: () => this.#waitForTurn(),
    });
  }

  /** Resolves when the writes before have ended, with the function that ends this one. */
  async #waitForTurn(): Promise<() => void> {
    const before = this.#lastWrite;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastWrite = promise;
    await before;
    return resolve;
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as WalConnection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as WalConnection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as WalConnection).rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#connections?.reader?.close();
    this.#connections?.writer.close();
  }
}

interface WriteOrder {
  readonly timeoutMs: number;
  readonly waitForTurn: () => Promise<() => void>;
}

class WalConnection implements DatabaseConnection {
  readonly #writer: Connection;
  readonly #reader: Connection | undefined;
  readonly #writes: WriteOrder;
  /** In a transaction: lets the next write run. */
  #endTurn: (() => void) | undefined;

  constructor(writer: Connection, reader: Connection | undefined, writes: WriteOrder) {
    this.#writer = writer;
    this.#reader = reader;
    this.#writes = writes;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return (await this.#execute(query)) as QueryResult<Row>;
  }

  async #execute(query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (this.#endTurn) return this.#writer.run(query);
    if (this.#reader && SelectQueryNode.is(query.query))
      return this.#retry(this.#reader, query, performance.now());
    const startedAt = performance.now();
    const endTurn = await this.#writes.waitForTurn();
    try {
      this.#writer.checkFile();
      return await this.#retry(this.#writer, query, startedAt);
    } finally {
      endTurn();
    }
  }

  /**
   * Begins with the write lock: a deferred transaction that reads before it writes fails when another process writes
   * in between.
   */
  async begin(): Promise<void> {
    const startedAt = performance.now();
    const endTurn = await this.#writes.waitForTurn();
    try {
      await this.#retry(this.#writer, CompiledQuery.raw('begin immediate'), startedAt);
    } catch (error) {
      endTurn();
      throw error;
    }
    this.#endTurn = endTurn;
  }

  commit(): void {
    this.#writer.checkFile();
    this.#writer.run(CompiledQuery.raw('commit'));
    this.#endTransaction();
  }

  /** SQLite has rolled back by itself after some errors, such as a full disk: the caller then gets that error. */
  rollback(): void {
    try {
      this.#writer.run(CompiledQuery.raw('rollback'));
    } catch (error) {
      if (!/no transaction is active/.test(String(error))) throw error;
    } finally {
      this.#endTransaction();
    }
  }

  #endTransaction(): void {
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  /** Outside a transaction a statement that failed as busy had no effect. */
  #retry(connection: Connection, query: CompiledQuery, startedAt: number) {
    const waitedMs = performance.now() - startedAt;
    return retryWhileBusy(() => connection.run(query), this.#writes.timeoutMs - waitedMs);
  }

  // biome-ignore lint/correctness/useYield: kysely's interface needs the method, and nothing calls it
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('SQLite reads all rows at once.');
  }
}

/** SQLITE_BUSY and its extended codes. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;

/**
 * Repeats an attempt until it returns true.
 * @throws DatabaseBusyError once `timeoutMs` have passed
 */
export async function retryWhileLocked(
  attempt: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await attempt())) {
    if (performance.now() >= deadline) throw new DatabaseBusyError();
    await delay(lockPollMs);
  }
}

/**
 * Repeats an operation while it fails as busy.
 * @throws DatabaseBusyError once `timeoutMs` have passed
 */
async function retryWhileBusy<Result>(operation: () => Result, timeoutMs: number): Promise<Result> {
  let result: Result | undefined;
  const attempt = () => {
    try {
      result = operation();
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  };
  await retryWhileLocked(attempt, timeoutMs);
  return result as Result;
}

/** Does nothing without the file: another process that closes the database removes its -wal and -shm files. */
function makePrivate(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function openFile(file: string): Connection {
  let identity: FileIdentity | undefined;
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // SQLite gives its -wal and -shm files the mode of the main file.
    const descriptor = openSync(file, 'a', 0o600);
    identity = fstatSync(descriptor);
    closeSync(descriptor);
    // Also those that an earlier version or a copy left readable by others.
    for (const path of [file, `${file}-wal`, `${file}-shm`]) makePrivate(path);
  }
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 0 });
  try {
    // Readers do not wait for a writer.
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
    checkFile() {
      if (!identity) return;
      const found: FileIdentity | undefined = statSync(file, { throwIfNoEntry: false });
      if (found?.ino !== identity.ino || found.dev !== identity.dev) throw new DatabaseGoneError();
    },
    run(query) {
      const statement = prepared.get(query.sql) ?? prepare(database, query.sql);
      // Lists of different lengths are different queries: the cache needs a limit.
      if (prepared.size >= maxPreparedStatements) prepared.clear();
      prepared.set(query.sql, statement);
      return statement(query.parameters as readonly SQLInputValue[]);
    },
    close() {
      prepared.clear();
      database.close();
    },
  };
}

interface FileIdentity {
  readonly dev: number;
  readonly ino: number;
}

function prepare(database: DatabaseSync, query: string): Statement {
  const statement = database.prepare(query);
  if (statement.columns().length > 0) return (values) => ({ rows: statement.all(...values) });
  return (values) => {
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
}
