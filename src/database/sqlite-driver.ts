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
/** How long transactions that wait join the one commit; other processes and the first of them wait that long. */
const maxGroupMs = 20;
const maxPreparedStatements = 200;

/** One connection of SQLite. `run` is synchronous; it throws SQLITE_BUSY at once while another process writes. */
interface Connection {
  run(query: CompiledQuery): QueryResult<unknown>;
  /**
   * SQLite reports no error when it writes to a file that was removed; the rows are lost when the process ends.
   * @throws DatabaseGoneError if the path leads to another file or to none
   */
  checkFile(): void;
  /** False after an error for which SQLite has rolled back the whole transaction, such as a full disk. */
  isTransaction(): boolean;
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
  #connections: { readonly writes: Writes; readonly reader?: Connection } | undefined;

  constructor(file: string, lockTimeoutMs: number) {
    this.#file = file;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  async init(): Promise<void> {
    // The change to write-ahead logging fails as busy, without a wait, while another process does the same.
    const open = () => retryWhileBusy(() => openFile(this.#file), this.#lockTimeoutMs);
    const writes = new Writes(await open(), this.#lockTimeoutMs);
    // A second connection to ':memory:' would be another database.
    this.#connections = this.#file === ':memory:' ? { writes } : { writes, reader: await open() };
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connections) throw new Error('The database is not open.');
    const { writes, reader } = this.#connections;
    return new WalConnection(writes, reader, this.#lockTimeoutMs);
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as WalConnection).begin();
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as WalConnection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as WalConnection).rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#connections?.reader?.close();
    this.#connections?.writes.close();
  }
}

/** Transactions of this process that are on the disk with one commit: it waits for the disk, their statements do not. */
interface Group {
  readonly startedAt: number;
  readonly committed: PromiseWithResolvers<void>;
}

/** The writes of this process, one after the other. Each transaction is a savepoint of its group. */
class Writes {
  readonly #connection: Connection;
  readonly #lockTimeoutMs: number;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #group: Group | undefined;

  constructor(connection: Connection, lockTimeoutMs: number) {
    this.#connection = connection;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  /** A statement of the transaction whose turn it is. */
  run(query: CompiledQuery): QueryResult<unknown> {
    try {
      return this.#connection.run(query);
    } catch (error) {
      // SQLite has rolled back the whole group by itself after some errors, such as a full disk.
      if (!this.#connection.isTransaction()) {
        this.#group?.committed.reject(error);
        this.#group = undefined;
      }
      throw error;
    }
  }

  /** A statement outside a transaction. One that failed as busy had no effect. */
  async runAlone(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const startedAt = performance.now();
    const endTurn = await this.#waitForTurn();
    try {
      this.#commitGroup();
      this.#connection.checkFile();
      return await this.#retry(query, startedAt);
    } finally {
      endTurn();
    }
  }

  /**
   * Begins a transaction; resolves with the function that ends its turn. The first of a group begins with the write lock:
   * a deferred transaction that reads before it writes fails when another process writes in between.
   */
  async begin(): Promise<() => void> {
    const startedAt = performance.now();
    const endTurn = await this.#waitForTurn();
    try {
      if (!this.#group) {
        await this.#retry(CompiledQuery.raw('begin immediate'), startedAt);
        const committed = Promise.withResolvers<void>();
        // Its transactions wait for it, unless all of them were rolled back.
        committed.promise.catch(() => {});
        this.#group = { startedAt: performance.now(), committed };
      }
      this.#connection.run(CompiledQuery.raw('savepoint member'));
      return endTurn;
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  /** Ends a transaction and resolves once it is on the disk, with those that wait and join it. */
  async commit(): Promise<void> {
    const group = this.#group;
    if (!group) throw new Error('SQLite has rolled back the transaction.');
    this.#leaveGroup(group, 'release member');
    await group.committed.promise;
  }

  rollback(): void {
    if (this.#group) this.#leaveGroup(this.#group, 'rollback to member', 'release member');
  }

  close(): void {
    this.#connection.close();
  }

  #leaveGroup(group: Group, ...statements: readonly string[]): void {
    for (const statement of statements) this.#connection.run(CompiledQuery.raw(statement));
    const isOld = performance.now() - group.startedAt > maxGroupMs;
    if (this.#waiting === 0 || isOld) this.#commitGroup();
  }

  #commitGroup(): void {
    const group = this.#group;
    if (!group) return;
    this.#group = undefined;
    try {
      this.#connection.checkFile();
      this.#connection.run(CompiledQuery.raw('commit'));
      group.committed.resolve();
    } catch (error) {
      group.committed.reject(error);
      if (this.#connection.isTransaction()) this.#connection.run(CompiledQuery.raw('rollback'));
    }
  }

  /** Resolves when the writes before have ended, with the function that ends this one. */
  async #waitForTurn(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    this.#waiting += 1;
    await before;
    this.#waiting -= 1;
    return resolve;
  }

  #retry(query: CompiledQuery, startedAt: number): Promise<QueryResult<unknown>> {
    const waitedMs = performance.now() - startedAt;
    return retryWhileBusy(() => this.#connection.run(query), this.#lockTimeoutMs - waitedMs);
  }
}

class WalConnection implements DatabaseConnection {
  readonly #writes: Writes;
  readonly #reader: Connection | undefined;
  readonly #lockTimeoutMs: number;
  /** In a transaction: lets the next write run. */
  #endTurn: (() => void) | undefined;

  constructor(writes: Writes, reader: Connection | undefined, lockTimeoutMs: number) {
    this.#writes = writes;
    this.#reader = reader;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return (await this.#execute(query)) as QueryResult<Row>;
  }

  async #execute(query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (this.#endTurn) return this.#writes.run(query);
    const reader = this.#reader;
    if (reader && SelectQueryNode.is(query.query))
      return retryWhileBusy(() => reader.run(query), this.#lockTimeoutMs);
    return this.#writes.runAlone(query);
  }

  async begin(): Promise<void> {
    this.#endTurn = await this.#writes.begin();
  }

  async commit(): Promise<void> {
    const committed = this.#writes.commit();
    this.#endTransaction();
    await committed;
  }

  /** Does nothing after a commit that failed: kysely calls this then too. */
  rollback(): void {
    if (!this.#endTurn) return;
    try {
      this.#writes.rollback();
    } finally {
      this.#endTransaction();
    }
  }

  #endTransaction(): void {
    this.#endTurn?.();
    this.#endTurn = undefined;
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
    // Also files that an earlier version or a copy left readable by others.
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
    isTransaction: () => database.isTransaction,
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
