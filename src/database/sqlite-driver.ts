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

/** The connections to one file, which all transactions share. */
interface Connections {
  readonly writer: Connection;
  /** Absent for ':memory:', where a second connection would be another database. */
  readonly reader: Connection | undefined;
  readonly lockTimeoutMs: number;
  /** Resolves when all earlier writes have ended: only one writes at a time. */
  lastWrite: Promise<void>;
}

/**
 * A read never waits for a write, and a write waits for other processes without blocking the event loop (decision 016).
 */
export class WalDriver implements Driver {
  readonly #file: string;
  readonly #lockTimeoutMs: number;
  #connections: Connections | undefined;

  constructor(file: string, lockTimeoutMs: number) {
    this.#file = file;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  async init(): Promise<void> {
    const lockTimeoutMs = this.#lockTimeoutMs;
    // The change to write-ahead logging fails as busy at once while another process does the same.
    const open = () => retryWhileBusy(() => openFile(this.#file), lockTimeoutMs);
    const writer = await open();
    const reader = this.#file === ':memory:' ? undefined : await open();
    this.#connections = { writer, reader, lockTimeoutMs, lastWrite: Promise.resolve() };
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connections) throw new Error('The database is not open.');
    return new WalConnection(this.#connections);
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

class WalConnection implements DatabaseConnection {
  readonly #shared: Connections;
  /** Lets the next write run. It is set while this connection has its turn. */
  #endTurn: (() => void) | undefined;

  constructor(shared: Connections) {
    this.#shared = shared;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader, lockTimeoutMs } = this.#shared;
    if (this.#endTurn) return writer.run(query);
    if (reader && SelectQueryNode.is(query.query))
      return retryWhileBusy(() => reader.run<Row>(query), lockTimeoutMs);
    const { result, endTurn } = await this.#runInTurn<Row>(query);
    endTurn();
    return result;
  }

  /** A deferred transaction would fail when another process writes between its read and its write. */
  async begin(): Promise<void> {
    const { endTurn } = await this.#runInTurn(CompiledQuery.raw('begin immediate'));
    this.#endTurn = endTurn;
  }

  commit(): void {
    try {
      this.#shared.writer.checkFile();
      this.#shared.writer.run(CompiledQuery.raw('commit'));
      this.#endTransaction();
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  /** kysely also calls this after a commit that failed, when there is nothing to roll back. */
  rollback(): void {
    if (!this.#endTurn) return;
    const { writer } = this.#shared;
    try {
      // After some errors, such as a full disk, SQLite has rolled back the transaction itself.
      if (writer.isTransaction()) writer.run(CompiledQuery.raw('rollback'));
    } finally {
      this.#endTransaction();
    }
  }

  #endTransaction(): void {
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  /** Runs a statement after the writes before it, and again while it fails as busy. The caller ends the turn. */
  async #runInTurn<Row>(query: CompiledQuery) {
    const { writer, lockTimeoutMs, lastWrite } = this.#shared;
    const startedAt = performance.now();
    const { promise, resolve: endTurn } = Promise.withResolvers<void>();
    this.#shared.lastWrite = promise;
    await lastWrite;
    const waitedMs = performance.now() - startedAt;
    try {
      writer.checkFile();
      const result = await retryWhileBusy(() => writer.run<Row>(query), lockTimeoutMs - waitedMs);
      return { result, endTurn };
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: kysely's interface needs the method, and nothing calls it
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('SQLite reads all rows at once.');
  }
}
