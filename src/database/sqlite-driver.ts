import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
} from 'kysely';
import { type Connection, openFile, retryWhileBusy } from './sqlite-connection.ts';

export class WalAdapter extends SqliteAdapter {
  /** SQLite can roll back schema changes, but kysely's adapter does not declare it. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** If this were false, kysely would make reads wait for writes. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * A read never waits for a write, and a write waits for other processes without blocking the event loop (decision 016).
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
    // The change to write-ahead logging fails as busy at once while another process does the same.
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

/** The connection that writes. Its statements and transactions run one after the other. */
class Writes {
  readonly #connection: Connection;
  readonly #lockTimeoutMs: number;
  #last: Promise<void> = Promise.resolve();

  constructor(connection: Connection, lockTimeoutMs: number) {
    this.#connection = connection;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  run(query: CompiledQuery): QueryResult<unknown> {
    return this.#connection.run(query);
  }

  /** Runs a statement outside a transaction. A statement that failed as busy had no effect. */
  async runAlone(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const startedAt = performance.now();
    const endTurn = await this.#waitForTurn();
    try {
      this.#connection.checkFile();
      return await this.#retry(query, startedAt);
    } finally {
      endTurn();
    }
  }

  /**
   * Resolves with the function that ends the transaction's turn. A transaction takes the write lock at its begin: a deferred
   * one fails when another process writes between its read and its write.
   */
  async begin(): Promise<() => void> {
    const startedAt = performance.now();
    const endTurn = await this.#waitForTurn();
    try {
      await this.#retry(CompiledQuery.raw('begin immediate'), startedAt);
      return endTurn;
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  commit(): void {
    try {
      this.#connection.checkFile();
      this.#connection.run(CompiledQuery.raw('commit'));
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  /** After some errors, such as a full disk, SQLite has rolled back the transaction itself. */
  rollback(): void {
    if (this.#connection.isTransaction()) this.#connection.run(CompiledQuery.raw('rollback'));
  }

  close(): void {
    this.#connection.close();
  }

  async #waitForTurn(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
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
  /** Lets the next write run. It is set during a transaction. */
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
    try {
      this.#writes.commit();
    } finally {
      this.#endTransaction();
    }
  }

  /** kysely also calls this after a commit that failed, when there is nothing to roll back. */
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
