import {
  type Dialect,
  HandleEmptyInListsPlugin,
  Kysely,
  type QueryExecutorProvider,
  type RawBuilder,
  replaceWithNoncontingentExpression,
  sql,
  type Transaction,
} from 'kysely';
import type { Migration } from 'kysely/migration';
import pRetry from 'p-retry';

export interface FullTextIndex {
  readonly table: string;
  readonly idColumn: string;
  /** The weight of a match in each column. The order of the columns is fixed once the index exists. */
  readonly weights: Readonly<Record<string, number>>;
}

export interface FullTextEntry {
  readonly id: string;
  readonly group: string;
  /** The text of each column; an absent one is empty. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Words that follow each other in a text. The last one is a word, or the beginning of one. */
interface FullTextTerm {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

export interface FullTextMatch {
  readonly id: string;
  readonly score: number;
}

/** The parts that differ between database systems. Each system has one file; all other code uses kysely. */
export interface DatabaseDialect {
  readonly kysely: Dialect;
  readonly name: string;
  readonly migrationTable: string;
  readonly binaryType: 'blob' | 'bytea';
  /** The type has 64 bits. The strict SQLite tables of the oldest supported version do not accept `bigint`. */
  readonly integerType: 'integer' | 'bigint';
  /** @throws UnsupportedDatabaseError if the database system has a fault that loses data */
  checkVersion(db: QueryExecutorProvider): Promise<void>;
  hasTable(db: QueryExecutorProvider, name: string): Promise<boolean>;
  /** Holds the named locks until the transaction ends. It waits while another transaction holds one of them. */
  lock(trx: QueryExecutorProvider, names: readonly string[]): Promise<void>;
  createFullTextIndex(db: QueryExecutorProvider, index: FullTextIndex): Promise<void>;
  setFullText(
    trx: QueryExecutorProvider,
    index: FullTextIndex,
    entry: FullTextEntry,
  ): Promise<void>;
  /**
   * Returns the entries of a group that contain every term. The group is in the index, so only its entries are scored.
   * @param terms at least one; their words are folded, letters and digits only
   */
  matchFullText(
    index: FullTextIndex,
    group: string,
    terms: readonly FullTextTerm[],
  ): RawBuilder<FullTextMatch>;
  purgeDeleted(db: QueryExecutorProvider): Promise<void>;
}

export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
  readonly exit = 'unreachable';
  constructor() {
    super('The database is locked by another process.');
  }
}

/** The database's server cannot be reached, accepts no writes now, or refuses the user, the password or the database. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly exit = 'unreachable';
  readonly reason: string;
  readonly isRefused: boolean;
  /** @param reason the cause in the connection or the server, for the log, without a value of a row */
  constructor(
    reason: string,
    { cause, isRefused = false }: { readonly cause?: unknown; readonly isRefused?: boolean } = {},
    database = 'The database',
  ) {
    const problem = isRefused ? 'refuses the connection' : 'cannot be reached';
    super(`${database} ${problem}: ${reason}.`, { cause });
    this.reason = reason;
    this.isRefused = isRefused;
  }
}

export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';
  constructor(options: ErrorOptions) {
    super('The connection to the database broke during a commit.', options);
  }
}

/** The file of the database was removed or replaced while it was open, for example with its volume. Nothing was written. */
export class DatabaseGoneError extends Error {
  override readonly name = 'DatabaseGoneError';
  constructor() {
    super('The file of the database was removed or replaced.');
  }
}

export class UnsupportedDatabaseError extends Error {
  override readonly name = 'UnsupportedDatabaseError';
  readonly exit = 'invalid';
}

export interface Database<Tables> {
  readonly dialect: DatabaseDialect;
  readonly schemaVersion: string;
  /** Do not write with it inside a transaction's callback: the write would wait for the end of the transaction. */
  readonly db: Kysely<Tables>;
  transaction<Result>(
    locks: readonly string[],
    work: (trx: Transaction<Tables>) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Repeats a transaction of a process that starts, ten times at most: another process may migrate or add the sample data for
 * longer than a transaction waits. @throws DatabaseBusyError
 */
export const repeatWhileBusy = <Result>(transaction: () => Promise<Result>): Promise<Result> =>
  pRetry(transaction, {
    retries: 9,
    minTimeout: 0,
    shouldRetry: ({ error }) => error instanceof DatabaseBusyError,
  });

export type Migrate = 'always' | 'if-empty' | 'never';

export type Migrations = Readonly<Record<string, Migration>>;

export const runStatements = (statements: readonly string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/** Returns whether a query, or a statement that returns rows, has one. */
export const hasRow = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

const included: Migration = { async up() {} };

/**
 * The later migrations of the oldest supported version, which its first migration now includes. New databases record
 * their names too.
 */
export const includedInFirst = (names: readonly string[]): Migrations =>
  Object.fromEntries(names.map((name) => [name, included]));

/**
 * The missing migrations run in one transaction. @param options.migrate `if-empty` only runs those of a new database
 * @throws UnsupportedDatabaseError if the schema is newer and not compatible, or older and must not be migrated
 */
export async function openDatabase<Tables>(
  dialect: DatabaseDialect,
  migrations: Migrations,
  { migrate = 'always' }: { readonly migrate?: Migrate } = {},
): Promise<Database<Tables>> {
  // PostgreSQL accepts no empty list.
  const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });
  const db = new Kysely<Tables>({ dialect: dialect.kysely, plugins: [emptyLists] });
  const database: Database<Tables> = {
    dialect,
    schemaVersion: Object.keys(migrations).toSorted().at(-1) ?? '',
    db,
    transaction: (locks, work) =>
      db.transaction().execute(async (trx) => {
        await dialect.lock(trx, locks);
        return work(trx);
      }),
    close: () => db.destroy(),
  };
  try {
    await dialect.checkVersion(db);
    const missing = await missingMigrations(db, dialect, migrations);
    const isEmpty = missing.length === Object.keys(migrations).length;
    if (missing.length > 0) {
      if (migrate === 'never' && isEmpty)
        throw new UnsupportedDatabaseError(`${dialect.name} has no data of this program.`);
      if (migrate === 'never' || (migrate === 'if-empty' && !isEmpty))
        throw new UnsupportedDatabaseError(
          `${dialect.name} has the schema of an older version: start its API host and its site with this version once (missing: ${missing}).`,
        );
      await repeatWhileBusy(() => runMigrations(database, migrations));
    }
    return database;
  } catch (error) {
    await db.destroy();
    if (error instanceof DatabaseUnavailableError)
      throw new DatabaseUnavailableError(error.reason, error, dialect.name);
    if (isDamaged(error))
      throw new UnsupportedDatabaseError(`${dialect.name} is damaged, or no database.`, {
        cause: error,
      });
    throw error;
  }
}

/** Recognizes SQLITE_CORRUPT and SQLITE_NOTADB. The upper bits of an error code contain details. */
const isDamaged = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) & 255);

/**
 * Versions before a migration can use the schema after it, unless the name of the migration has this end (decision
 * 016).
 * @throws UnsupportedDatabaseError if `executed` has such a migration that is not in `known`, or lacks an included one
 */
export function requireCompatible(
  database: string,
  executed: readonly string[],
  known: Migrations,
): void {
  const newer = executed.find((name) => name.endsWith('-breaking') && !(name in known));
  if (newer !== undefined)
    throw new UnsupportedDatabaseError(
      `${database} has the schema of a newer version (${newer}): use that version.`,
    );
  const isMissing = (name: string) => known[name] === included && !executed.includes(name);
  const missing = Object.keys(known).filter(isMissing);
  if (executed.length > 0 && missing.length > 0)
    throw new UnsupportedDatabaseError(
      `${database} has a schema before that of November 2026: start the version of that month once, then this one (missing: ${missing}).`,
    );
}

/** @throws UnsupportedDatabaseError if this version cannot use the schema */
async function missingMigrations<Tables>(
  db: Kysely<Tables>,
  { name, migrationTable, hasTable }: DatabaseDialect,
  migrations: Migrations,
): Promise<string[]> {
  const executed = (await hasTable(db, migrationTable))
    ? (await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(db)).rows
    : [];
  const names = new Set(executed.map((migration) => migration.name));
  requireCompatible(name, [...names], migrations);
  return Object.keys(migrations)
    .sort()
    .filter((migration) => !names.has(migration));
}

/** The lock of kysely's Migrator on PostgreSQL belongs to a session, and can stay for ever behind a pooler. */
function runMigrations<Tables>(
  { dialect, transaction }: Database<Tables>,
  migrations: Migrations,
): Promise<void> {
  return transaction([dialect.migrationTable], async (trx) => {
    const table = sql.table(dialect.migrationTable);
    await sql`create table if not exists ${table}
      (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx);
    for (const name of await missingMigrations(trx, dialect, migrations)) {
      await migrations[name]?.up(trx);
      await sql`insert into ${table} (name, timestamp)
        values (${name}, ${new Date().toISOString()})`.execute(trx);
    }
  });
}
