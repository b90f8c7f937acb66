import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  sql,
} from 'kysely';
import type { DatabaseDialect, FullTextIndex, FullTextMatch } from './database.ts';

/** How long a write waits for another process's write before it fails. */
const busyTimeoutMs = 5000;
const maxPreparedStatements = 200;

/**
 * SQLite through node:sqlite, with FTS5 for full-text search.
 * @param file a path, or ':memory:'
 */
export function sqliteDialect(file: string): DatabaseDialect {
  return {
    kysely: kyselyDialect(file),
    binaryType: 'blob',

    // Every transaction holds SQLite's single write lock from its start (`begin immediate`).
    async lock() {},

    async createFullTextIndex(db, index) {
      const { id, table, rows, columns } = identifiers(index);
      // Texts are normalized before they are stored, so unicode61 only splits them into words.
      await sql`
        create virtual table if not exists ${table} using fts5(
          ${id} unindexed, ${columns},
          tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
        )`.execute(db);
      // FTS5 finds an entry by its rowid at once, but by its id only with a full scan.
      await sql`
        create table if not exists ${rows} (row integer primary key, ${id} text not null unique)
      `.execute(db);
      await sql`
        insert into ${rows} (row, ${id}) select rowid, ${id} from ${table} where true
        on conflict do nothing
      `.execute(db);
    },

    async setFullText(trx, index, entryId, texts) {
      const { id, table, rows, columns } = identifiers(index);
      await sql`insert into ${rows} (${id}) values (${entryId}) on conflict do nothing`.execute(
        trx,
      );
      const row = sql`(select row from ${rows} where ${id} = ${entryId})`;
      await sql`delete from ${table} where rowid = ${row}`.execute(trx);
      const values = Object.keys(index.weights).map(
        (column) => texts[column as keyof typeof texts],
      );
      await sql`
        insert into ${table} (rowid, ${id}, ${columns}) values (${row}, ${entryId}, ${sql.join(values)})
      `.execute(trx);
    },

    matchFullText(index, terms) {
      const { id, table } = identifiers(index);
      // A quoted term is never an operator; the star makes it a prefix.
      const query = terms.map((term) => `"${term.replaceAll('"', '""')}" *`).join(' AND ');
      // The first weight is that of the id column, which is not indexed.
      const weights = sql.join(
        [0, ...Object.values(index.weights)].map((weight) => sql.lit(weight)),
      );
      return sql<FullTextMatch>`(
        select ${id} as id, -bm25(${table}, ${weights}) as score from ${table} where ${table} match ${query}
      )`;
    },

    async purgeDeleted(db) {
      // secure_delete overwrites deleted pages in the file; the write-ahead log still has the old pages.
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
    },
  };
}

const identifiers = ({ table, idColumn, weights }: FullTextIndex) => ({
  table: sql.id(table),
  rows: sql.id(`${table}_rows`),
  id: sql.id(idColumn),
  columns: sql.join(Object.keys(weights).map((column) => sql.id(column))),
});

function kyselyDialect(file: string): Dialect {
  return {
    createAdapter: () => new TransactionalDdlAdapter(),
    createDriver: () => new ImmediateDriver({ database: async () => openFile(file) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite can roll back schema changes; kysely's adapter does not declare it. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Begins each transaction with the write lock. A deferred transaction that reads before it writes fails
 * when another process writes in between.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite has rolled back by itself after some errors, such as a full disk: the caller then gets that error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!/no transaction is active/.test(String(error))) throw error;
    });
  }
}

function openFile(file: string): SqliteDatabase {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // SQLite gives its -wal and -shm files the mode of the main file.
    closeSync(openSync(file, 'a', 0o600));
    // Also those that an earlier version or a copy left readable by others.
    for (const path of [file, `${file}-wal`, `${file}-shm`])
      if (existsSync(path)) chmodSync(path, 0o600);
  }
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  database.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
  // Readers do not wait for a writer.
  database.exec('pragma journal_mode = wal');
  // A commit is on the disk before it is acknowledged, so a power failure cannot lose it.
  database.exec('pragma synchronous = full');
  // Deleted rows are personal data: their bytes are overwritten with zeros.
  database.exec('pragma secure_delete = on');

  const prepared = new Map<string, SqliteStatement>();
  return {
    prepare(query) {
      const known = prepared.get(query);
      if (known) return known;
      const statement = prepareStatement(database, query);
      // Lists of different lengths are different queries: the cache needs a limit.
      if (prepared.size >= maxPreparedStatements) prepared.clear();
      prepared.set(query, statement);
      return statement;
    },
    close() {
      prepared.clear();
      database.close();
    },
  };
}

function prepareStatement(database: DatabaseSync, query: string): SqliteStatement {
  const statement = database.prepare(query);
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}
