import { closeSync, openSync } from 'node:fs';
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
import type { Engine, Match } from './engine.ts';

/** How long a write waits for another process (`careers host erase`, say) before it fails. */
const busyTimeoutMs = 5000;

/** SQLite through Node itself, in one file with FTS5 beside the tables. */
export function sqliteEngine(file: string): Engine {
  return {
    dialect: sqliteDialect(file),
    migrations: {
      '0002-sqlite-search': {
        async up(db) {
          // The texts are folded before they come here, for every engine alike; unicode61 only splits them.
          await sql`
            create virtual table openings_search using fts5(
              opening_id unindexed, role, skills, cities, description,
              tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
            )`.execute(db);
        },
      },
      '0004-sqlite-search-rows': {
        // An entry of the index is quickly found by its row alone; by its opening, all of it is read.
        async up(db) {
          await sql`
            create table openings_search_rows (row integer primary key, opening_id text not null unique)
          `.execute(db);
          await sql`
            insert into openings_search_rows (row, opening_id)
            select rowid, opening_id from openings_search
          `.execute(db);
        },
      },
    },

    // Every transaction here begins as the only writer (`begin immediate`).
    async takeTurns() {},

    async indexOpening(trx, id, texts) {
      await sql`
        insert into openings_search_rows (opening_id) values (${id}) on conflict do nothing
      `.execute(trx);
      const row = sql`(select row from openings_search_rows where opening_id = ${id})`;
      await sql`delete from openings_search where rowid = ${row}`.execute(trx);
      await sql`
        insert into openings_search (rowid, opening_id, role, skills, cities, description)
        values (${row}, ${id}, ${texts.role}, ${texts.skills}, ${texts.cities}, ${texts.description})
      `.execute(trx);
    },

    matches(terms) {
      // Quoted, a term cannot be an operator; the star outside the quotes makes it a prefix.
      const query = terms.map((term) => `"${term.replaceAll('"', '""')}" *`).join(' AND ');
      return sql<Match>`(
        select opening_id, -bm25(openings_search, 0, 10, 4, 3, 1) as score
        from openings_search where openings_search match ${query}
      )`;
    },

    async afterErasing(db) {
      // Deleted pages are overwritten (secure_delete); the log of writes still holds them as they were.
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
    },
  };
}

function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new TransactionalDdlAdapter(),
    createDriver: () => new ImmediateDriver({ database: async () => openFile(file) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite rolls schema changes back like any other; kysely leaves that to be said. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Transactions are for writing here, so each takes the write lock as it begins: one that read first and
 * wrote later could be refused half-way when another process wrote in between.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

function openFile(file: string): SqliteDatabase {
  // Made here, with SQLite's companions following suit, so that nobody else on the machine may read it.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  database.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
  database.exec('pragma journal_mode = wal');
  // FULL: a commit is on the disk before it is answered, so power may fail at any time.
  database.exec('pragma synchronous = full');
  // What is erased is overwritten, not merely unlinked: these are people's letters.
  database.exec('pragma secure_delete = on');

  const prepared = new Map<string, SqliteStatement>();
  return {
    prepare(query) {
      const known = prepared.get(query);
      if (known) return known;
      const statement = prepareStatement(database, query);
      // Queries are few and fixed but for the lengths of lists; this is a lid, not a policy.
      if (prepared.size >= 200) prepared.clear();
      prepared.set(query, statement);
      return statement;
    },
    close() {
      prepared.clear();
      database.close();
    },
  };
}

/** A statement of node:sqlite as kysely's driver takes it. */
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
