import { SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import {
  type DatabaseDialect,
  type FullTextIndex,
  type FullTextMatch,
  UnsupportedDatabaseError,
} from './database.ts';
import { defaultLockTimeoutMs, retryWhileBusy, sqliteBusy } from './sqlite-connection.ts';
import { WalAdapter, WalDriver } from './sqlite-driver.ts';

/** The name used by kysely's Migrator, with which the tables of the oldest supported version were created. */
export const migrationTable = 'kysely_migration';

export function sqliteDialect(
  file: string,
  { lockTimeoutMs = defaultLockTimeoutMs }: { readonly lockTimeoutMs?: number } = {},
): DatabaseDialect {
  return {
    kysely: {
      createAdapter: () => new WalAdapter(),
      createDriver: () => new WalDriver(file, lockTimeoutMs),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    name: `The database ${file}`,
    migrationTable,
    binaryType: 'blob',
    integerType: 'integer',

    async checkVersion(db) {
      const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(
        db,
      );
      const { version = '' } = rows[0] ?? {};
      if (hasWalResetBug(version))
        throw new UnsupportedDatabaseError(
          `SQLite ${version} can damage a database (WAL-reset bug, fixed in 3.51.3): use a newer Node.`,
        );
    },

    async hasTable(db, name) {
      const { rows } =
        await sql`select name from sqlite_master where type = 'table' and name = ${name}`.execute(
          db,
        );
      return rows.length > 0;
    },

    // Every transaction holds SQLite's single write lock from its start (`begin immediate`).
    async lock() {},

    async createFullTextIndex(db, index) {
      const { id, table, rows, columns } = identifiers(index);
      // Texts are normalized before they are stored, so unicode61 only splits them into words.
      await sql`
        create virtual table ${table} using fts5(
          ${id} unindexed, ${columns}, ${sql.id(groupColumn)},
          tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
        )`.execute(db);
      // FTS5 finds an entry by its rowid at once, but needs a full scan to find it by its id.
      await sql`
        create table ${rows} (row integer primary key, ${id} text not null unique)
      `.execute(db);
    },

    async setFullText(trx, index, entry) {
      const { id, table, rows, columns } = identifiers(index);
      await sql`insert into ${rows} (${id}) values (${entry.id}) on conflict do nothing`.execute(
        trx,
      );
      const row = sql`(select row from ${rows} where ${id} = ${entry.id})`;
      await sql`delete from ${table} where rowid = ${row}`.execute(trx);
      const values = Object.keys(index.weights).map((column) => entry.texts[column] ?? '');
      await sql`
        insert into ${table} (rowid, ${id}, ${columns}, ${sql.id(groupColumn)})
        values (${row}, ${entry.id}, ${sql.join(values)}, ${groupWord(entry.group)})
      `.execute(trx);
    },

    matchFullText(index, group, terms) {
      const { id, table, rows } = identifiers(index);
      // A quoted phrase is never an operator. The star makes its last word a prefix.
      const inTexts = terms
        .map(
          ({ words, isPrefix }) =>
            `"${words.join(' ').replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`,
        )
        .join(' AND ');
      const query = `${groupColumn} : ${groupWord(group)} AND - ${groupColumn} : (${inTexts})`;
      // The id column is not indexed, so its weight has no effect. The weight of the group is 0.
      const weights = sql.join(
        [0, ...Object.values(index.weights), 0].map((weight) => sql.lit(weight)),
      );
      // This is no join, with which SQLite could search the index again for each opening.
      return sql<FullTextMatch>`(
        select (select ${id} from ${rows} where row = ${table}.rowid) as id,
          -bm25(${table}, ${weights}) as score
        from ${table} where ${table} match ${query}
      )`;
    },

    async purgeDeleted(db) {
      // secure_delete overwrites deleted pages in the file, but the write-ahead log still has the old pages.
      await retryWhileBusy(async () => {
        const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
        if (rows[0]?.busy === 1) throw sqliteBusy();
      }, lockTimeoutMs);
    },
  };
}

/** In the versions 3.7.0 to 3.51.2 checkpoints of two connections at the same time can damage the database. */
export function hasWalResetBug(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major === 3 && minor >= 7 && (minor < 51 || (minor === 51 && patch <= 2));
}

const groupColumn = 'in_group';
/** The result is one word, whatever the group contains. */
const groupWord = (group: string): string => `g${Buffer.from(group).toString('hex')}`;

const identifiers = ({ table, idColumn, weights }: FullTextIndex) => ({
  table: sql.id(table),
  rows: sql.id(`${table}_rows`),
  id: sql.id(idColumn),
  columns: sql.join(Object.keys(weights).map((column) => sql.id(column))),
});
