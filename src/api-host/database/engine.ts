import type { Dialect, Kysely, RawBuilder, Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tables } from './schema.ts';

/** The texts an opening is found by, already folded (`search-text.ts`). */
export interface SearchableTexts {
  readonly role: string;
  readonly skills: string;
  readonly cities: string;
  readonly description: string;
}

/** One opening a search found; the higher the score, the better. */
export interface Match {
  readonly opening_id: string;
  readonly score: number;
}

/**
 * What differs between databases, and nothing else: one file an engine. Everything outside speaks
 * kysely over `Tables`.
 */
export interface Engine {
  readonly dialect: Dialect;
  /** Migrations of this engine alone: its search index. Run among the common ones by name. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /**
   * Makes transactions that name the same thing take turns until the first one ends: SQLite has one
   * writer anyway, PostgreSQL takes an advisory lock for each name.
   */
  takeTurns(trx: Transaction<Tables>, names: readonly string[]): Promise<void>;
  /** Puts an opening's texts into the search index, in place of former ones. */
  indexOpening(trx: Transaction<Tables>, id: string, texts: SearchableTexts): Promise<void>;
  /**
   * A subquery of the openings that hold every term, each term at the start of some word; a match in
   * the role outweighs one in skills, that one in cities, that one in the description.
   * @param terms folded, letters and digits only, at least one (`searchTerms`)
   */
  matches(terms: readonly string[]): RawBuilder<Match>;
  /** What it takes for deleted rows to be gone from the disk, not only from the tables. */
  afterErasing(db: Kysely<Tables>): Promise<void>;
}

export type HostDatabase = Kysely<Tables>;
