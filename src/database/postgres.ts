import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  sql,
} from 'kysely';
import {
  CommitUnknownError,
  type DatabaseDialect,
  DatabaseUnavailableError,
  type FullTextIndex,
  type FullTextMatch,
} from './database.ts';
import { failoverPool, getTypeParser } from './postgres-pool.ts';

const poolDefaults = {
  poolSize: 10,
  /** The time that a task waits for a connection, and a connection for its server. */
  connectTimeoutMs: 5000,
  /** The time that a transaction waits for a row or a named lock. It is less than the API client's time limit. */
  lockTimeoutMs: 8000,
  statementTimeoutMs: 15_000,
  idleTimeoutMs: 15_000,
};
export type PostgresLimits = Readonly<typeof poolDefaults>;

/** The dialect keeps no state in a session, so that a transaction pooler can be used. */
export function postgresDialect(
  url: string,
  migrationTable: string,
  changedLimits: Partial<PostgresLimits> = {},
): DatabaseDialect {
  const { poolSize, connectTimeoutMs, lockTimeoutMs, statementTimeoutMs, idleTimeoutMs } = {
    ...poolDefaults,
    ...changedLimits,
  };
  const servers = serversOf(url);
  const begin = [
    'begin',
    `set local statement_timeout = ${statementTimeoutMs}`,
    `set local lock_timeout = ${lockTimeoutMs}`,
    `set local idle_in_transaction_session_timeout = ${idleTimeoutMs}`,
  ].join('; ');
  const pool = async () =>
    failoverPool(
      servers.map((connectionString) => ({
        connectionString,
        max: poolSize,
        connectionTimeoutMillis: connectTimeoutMs,
        // The server's limit ends a statement first; this one is for a dead connection, or outside a transaction.
        query_timeout: statementTimeoutMs + 2000,
        types: { getTypeParser },
      })),
    );
  const createDriver = () => new LimitedDriver({ pool }, begin);
  return {
    kysely: Object.assign(new PostgresDialect({ pool }), { createDriver }),
    name: `The database ${servers.map(addressOf)}`,
    migrationTable,
    binaryType: 'bytea',
    integerType: 'bigint',

    async checkVersion() {},

    async hasTable(db, name) {
      const { rows } = await sql<{ found: boolean }>`
        select to_regclass(${name}) is not null as found`.execute(db);
      return rows[0]?.found === true;
    },

    async lock(trx, names) {
      // All transactions lock in the same order, or two of them could wait for each other.
      for (const name of names.toSorted())
        await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
    },

    async createFullTextIndex(db, index) {
      const { table, id } = identifiers(index);
      await sql`create table ${table} (${id} text primary key, words tsvector not null)`.execute(
        db,
      );
      // With `fastupdate` each search would also read a list of entries that are not in the index yet.
      await sql`create index ${sql.id(`${index.table}_words`)} on ${table}
        using gin (words) with (fastupdate = off)`.execute(db);
    },

    setFullText,

    matchFullText(index, group, terms) {
      const { table, id } = identifiers(index);
      const query = terms
        .map(({ words, isPrefix }) => {
          const phrase = words.map(quoteLexeme).join(' <-> ');
          return isPrefix ? `(${phrase}:*)` : `(${phrase})`;
        })
        .join(' & ');
      const groupQuery = `${quoteLexeme(groupLexeme(group))} & ${query}`;
      const weights = Object.values(index.weights);
      const highest = Math.max(...weights);
      // ts_rank takes the weights of the labels in the order D, C, B, A.
      const ranks = labels.map((_label, index) => (weights[index] ?? 0) / highest).toReversed();
      return sql<FullTextMatch>`(
        select ${id} as id, ts_rank(${`{${ranks}}`}::float4[], words, ${query}::tsquery) as score
        from ${table} where words @@ ${groupQuery}::tsquery
      )`;
    },

    // PostgreSQL's vacuum overwrites deleted rows. The operator is responsible for its log and its backups.
    async purgeDeleted() {},
  };
}

const setFullText: DatabaseDialect['setFullText'] = async (trx, index, entry) => {
  const { table, id } = identifiers(index);
  const words = toVector(Object.keys(index.weights).map((column) => entry.texts[column] ?? ''));
  const vector = `${quoteLexeme(groupLexeme(entry.group))} ${words}`;
  await sql`insert into ${table} (${id}, words) values (${entry.id}, ${vector}::tsvector)
    on conflict (${id}) do update set words = excluded.words`.execute(trx);
};

/** Reports a commit without an answer with an error of its own, because it may have succeeded. */
class LimitedDriver extends PostgresDriver {
  readonly #begin: string;

  constructor(config: ConstructorParameters<typeof PostgresDriver>[0], begin: string) {
    super(config);
    this.#begin = begin;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#begin));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      throw error instanceof DatabaseUnavailableError
        ? new CommitUnknownError({ cause: error })
        : error;
    }
  }

  /** After a lost connection there is nothing to roll back, and kysely would throw this error instead of the first one. */
  override async rollbackTransaction(
    ...args: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    await super.rollbackTransaction(...args).catch(() => {});
  }
}

/** Returns one address for each server of a URL that names several, as libpq allows. */
export function serversOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    // linear: the URL is a setting
    /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}

function addressOf(server: string): string {
  const { hostname, port } = new URL(server);
  return `${hostname}:${port || 5432}`;
}

const labels = ['A', 'B', 'C', 'D'] as const;
const maxLexemeLength = 500;

/** Replaces to_tsvector, whose parser finds other words than SQLite and depends on the locale of the database. */
function toVector(texts: readonly string[]): string {
  const positions = new Map<string, string[]>();
  let position = 0;
  for (const [at, text] of texts.entries()) {
    // The last word of a text and the first of the next one are no phrase.
    position += 1;
    for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) {
      const lexeme = word.slice(0, maxLexemeLength);
      const found = positions.get(lexeme) ?? [];
      position += 1;
      // PostgreSQL stores 255 positions of a lexeme, and 16,383 for a later one.
      found.push(`${position}${labels[at] ?? 'D'}`);
      positions.set(lexeme, found);
    }
  }
  return [...positions].map(([lexeme, found]) => `${quoteLexeme(lexeme)}:${found}`).join(' ');
}

/** No term begins with this sign. */
const groupLexeme = (group: string): string => `#${group.slice(0, maxLexemeLength)}`;

const quoteLexeme = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const identifiers = ({ table, idColumn }: FullTextIndex) => ({
  table: sql.id(table),
  id: sql.id(idColumn),
});
