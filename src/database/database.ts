import {
  type Dialect,
  Kysely,
  type QueryExecutorProvider,
  type RawBuilder,
  type Transaction,
} from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

/** A full-text index beside the tables: entries by id, each with the same text columns. */
export interface FullTextIndex<Column extends string = string> {
  readonly table: string;
  readonly idColumn: string;
  /** The weight of a match in each column; the order of the columns is fixed once the index exists. */
  readonly weights: Readonly<Record<Column, number>>;
}

/** The higher the score, the better the match. */
export interface FullTextMatch {
  readonly id: string;
  readonly score: number;
}

/** The parts that differ between database systems; one file for each. All other code uses kysely. */
export interface DatabaseDialect {
  readonly kysely: Dialect;
  readonly binaryType: 'blob' | 'bytea';
  /** Holds the named locks until the transaction ends; waits while another transaction holds one. */
  lock(trx: QueryExecutorProvider, names: readonly string[]): Promise<void>;
  /** Creates the index, or upgrades one that an earlier version created. Does nothing if it is current. */
  createFullTextIndex(db: QueryExecutorProvider, index: FullTextIndex): Promise<void>;
  /** Adds or replaces the entry of an id. */
  setFullText<Column extends string>(
    trx: QueryExecutorProvider,
    index: FullTextIndex<Column>,
    id: string,
    texts: Readonly<Record<Column, string>>,
  ): Promise<void>;
  /**
   * A subquery for the entries that contain every term, each at the start of a word.
   * @param terms at least one; normalized, letters and digits only
   */
  matchFullText(index: FullTextIndex, terms: readonly string[]): RawBuilder<FullTextMatch>;
  /** Removes what deleted rows contained from the disk. */
  purgeDeleted(db: QueryExecutorProvider): Promise<void>;
}

/** Another process held the write lock for too long; nothing was written. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
  constructor() {
    super('The database is locked by another process.');
  }
}

/** The file of the database was removed or replaced while it was open, for example with its volume; nothing was written. */
export class DatabaseGoneError extends Error {
  override readonly name = 'DatabaseGoneError';
  constructor() {
    super('The file of the database was removed or replaced.');
  }
}

export interface Database<Tables> {
  readonly dialect: DatabaseDialect;
  /** Do not write with it inside a transaction's callback: the write would wait for the end of the transaction. */
  readonly db: Kysely<Tables>;
  /** Runs a transaction that holds the named locks from before its first read to its end. */
  transaction<Result>(
    locks: readonly string[],
    work: (trx: Transaction<Tables>) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Opens a database and runs the migrations it lacks, in the order of their names, in one transaction.
 * @throws the error of the first failing migration; then none of them has had an effect
 */
export async function openDatabase<Tables>(
  dialect: DatabaseDialect,
  migrations: Readonly<Record<string, Migration>>,
): Promise<Database<Tables>> {
  const db = new Kysely<Tables>({ dialect: dialect.kysely });
  try {
    const provider = { getMigrations: async () => ({ ...migrations }) };
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error !== undefined) throw error;
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    dialect,
    db,
    transaction: (locks, work) =>
      db.transaction().execute(async (trx) => {
        await dialect.lock(trx, locks);
        return work(trx);
      }),
    close: () => db.destroy(),
  };
}
