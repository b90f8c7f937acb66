import { hash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { batchesOf } from './batches.ts';
import { type Database, type DatabaseDialect, openDatabase } from './database.ts';
import type { DatabaseSchema } from './open.ts';
import { sqliteDialect } from './sqlite.ts';
import { endWriteAheadLog } from './sqlite-copy.ts';

interface TableDescription<Row> {
  readonly key: readonly (keyof Row)[];
  readonly personal: PersonalData<Row> | 'none';
}

/** The personal data of a table. Tests compare the export of a person, the erasure and the retention with it. */
export interface PersonalData<Row> {
  /** The column that identifies the person: an address, a hash of it, or the id of a row with an address. */
  readonly person: keyof Row;
  /** The columns that the export of a person contains, or the list of the export that contains the row. */
  readonly exported: readonly (keyof Row)[] | 'applications' | 'messages' | 'submissions' | 'none';
  /** A row is erased with an application, a message or an alert, or is of no use after its own `ends_at`. */
  readonly retainedWith: 'application' | 'message' | 'alert' | 'ends_at';
}

/** The tables of a program. Another program's tables may be in the same database. */
export interface TableSet<Tables> extends DatabaseSchema {
  /** A table comes after the tables to which it refers. */
  readonly tables: { readonly [Table in keyof Tables]: TableDescription<Tables[Table]> };
  /** Creates the data that is computed from these tables, such as a search index. */
  readonly afterCopy?: (trx: Transaction<Tables>, dialect: DatabaseDialect) => Promise<void>;
}

/** The copied data differs from its source. The message is for the operator. */
export class CopyDiffersError extends Error {
  override readonly name = 'CopyDiffersError';
}

// biome-ignore lint/suspicious/noExplicitAny: the names of tables and columns are values here
export type AnyTables = any;
/** The tables of the API host or of the site: a backup has both. */
export type AnyTableSet = TableSet<AnyTables>;
type Row = Readonly<Record<string, unknown>>;

/**
 * Replaces the rows of all tables with those of another database, of any system, and then compares both.
 * @throws CopyDiffersError
 */
export async function copyTables(
  from: Kysely<AnyTables>,
  to: Transaction<AnyTables>,
  { tables: descriptions, afterCopy }: AnyTableSet,
  { dialect, signal }: { readonly dialect: DatabaseDialect; readonly signal: AbortSignal },
): Promise<void> {
  const tables = Object.entries(descriptions) as [string, { key: readonly string[] }][];
  for (const [table] of tables.toReversed()) await to.deleteFrom(table).execute();
  for (const [table, { key }] of tables) {
    const copied = new Digest();
    for await (const batch of batchesOf(from.selectFrom(table).selectAll(), key)) {
      signal.throwIfAborted();
      const rows = batch.map(withoutNul);
      await to.insertInto(table).values(rows).execute();
      copied.add(rows);
    }
    const stored = new Digest();
    for await (const batch of batchesOf(to.selectFrom(table).selectAll(), key)) stored.add(batch);
    if (!stored.equals(copied))
      throw new CopyDiffersError(
        `The table ${table} of ${dialect.name} differs from its source (${stored} instead of ${copied}).`,
      );
  }
  await afterCopy?.(to, dialect);
}

/** Copies the rows, as they are at one moment, to a new file of SQLite. Other processes may write meanwhile. */
export async function copyToFile(
  { db }: Database<AnyTables>,
  tables: AnyTableSet,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const dialect = sqliteDialect(file);
  const copy = await openDatabase<AnyTables>(dialect, tables.migrations(dialect));
  try {
    await db.transaction().execute(async (from) => {
      await sql`set transaction isolation level repeatable read`.execute(from);
      await copy.transaction([], (to) => copyTables(from, to, tables, { dialect, signal }));
    });
  } finally {
    await copy.close();
  }
  endWriteAheadLog(file);
}

/** PostgreSQL stores no text with this character, which may be in SQLite data of the oldest supported version. */
const withoutNul = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'string' ? value.replaceAll('\0', '') : value,
    ]),
  );

/** The number of rows and the sum of their hashes, which has no order, because databases sort texts differently. */
class Digest {
  #rows = 0;
  #sum = 0n;

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const values = Object.entries(row).map(([column, value]) => [
        column,
        value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
      ]);
      const text = JSON.stringify(values.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
      const rowSum = BigInt(`0x${hash('sha256', text, 'hex')}`);
      this.#sum = BigInt.asUintN(256, this.#sum + rowSum);
    }
    this.#rows += rows.length;
  }

  equals(other: Digest): boolean {
    return this.#sum === other.#sum;
  }

  toString(): string {
    return `${this.#rows} rows with the hash ${this.#sum.toString(16).padStart(64, '0').slice(0, 12)}`;
  }
}
