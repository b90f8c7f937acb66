import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  sql,
} from 'kysely';
import pg from 'pg';
import {
  CommitUnknownError,
  DatabaseBusyError,
  type DatabaseDialect,
  DatabaseUnavailableError,
  type FullTextIndex,
  type FullTextMatch,
} from './database.ts';

/** Limits of one process. */
export interface PostgresLimits {
  readonly poolSize: number;
  /** How long a task waits for a connection, and a connection for its server. */
  readonly connectTimeoutMs: number;
  /** How long a transaction waits for a row or a named lock; less than the API client's time limit. */
  readonly lockTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** How long a transaction may be without a statement. */
  readonly idleTimeoutMs: number;
}

const poolDefaults: PostgresLimits = {
  poolSize: 10,
  connectTimeoutMs: 5000,
  lockTimeoutMs: 8000,
  statementTimeoutMs: 15_000,
  idleTimeoutMs: 15_000,
};

/**
 * PostgreSQL. No state is kept in a session, so that a transaction pooler may stand in between.
 * @param url `postgres://user:password@host:port,host:port/database`; of several servers the one that takes writes is used
 */
export function postgresDialect(
  url: string,
  /** The API host and the site may share a database. */
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
        // The only limit of a statement outside a transaction, or on a dead connection; the server's comes first.
        query_timeout: statementTimeoutMs + 2000,
        keepAlive: true,
        types: { getTypeParser },
      })),
    );
  const dialect = new PostgresDialect({ pool });
  return {
    kysely: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => new LimitedDriver({ pool }, begin),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
    name: `The database ${servers.map((server) => new URL(server).host)}`,
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
      // In one order, or two transactions could wait for each other.
      for (const name of names.toSorted())
        await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
    },

    async createFullTextIndex(db, index) {
      const { table, id } = identifiers(index);
      await sql`create table if not exists ${table}
        (${id} text primary key, words tsvector not null)`.execute(db);
      const words = sql.id(`${index.table}_words`);
      await sql`create index if not exists ${words} on ${table} using gin (words)`.execute(db);
      // Otherwise each search reads a list of entries that are not in the index yet.
      await sql`alter index ${words} set (fastupdate = off)`.execute(db);
    },

    setFullText,

    stageFullText: setFullText,

    async showStaged() {},

    removeHidden: async () => 0,

    matchFullText(index, group, terms) {
      const { table, id } = identifiers(index);
      const query = terms.map((term) => `${quoteLexeme(term)}:*`).join(' & ');
      const ofGroup = `${quoteLexeme(groupLexeme(group))} & ${query}`;
      const weights = Object.values(index.weights);
      const highest = Math.max(...weights);
      // ts_rank takes the weights of the labels D, C, B, A.
      const ranks = labels.map((_label, at) => (weights[at] ?? 0) / highest).toReversed();
      return sql<FullTextMatch>`(
        select ${id} as id, ts_rank(${`{${ranks}}`}::float4[], words, ${query}::tsquery) as score
        from ${table} where words @@ ${ofGroup}::tsquery
      )`;
    },

    // Deleted rows are overwritten by PostgreSQL's vacuum; its log and its backups are the operator's.
    async purgeDeleted() {},
  };
}

const setFullText: DatabaseDialect['setFullText'] = async (trx, index, entry) => {
  const { table, id } = identifiers(index);
  const columns = Object.keys(index.weights);
  const words = toVector(columns.map((column) => textOf(entry.texts, column)));
  const vector = `${quoteLexeme(groupLexeme(entry.group))} ${words}`;
  await sql`insert into ${table} (${id}, words) values (${entry.id}, ${vector}::tsvector)
    on conflict (${id}) do update set words = excluded.words`.execute(trx);
};

/** Begins a transaction and sets its limits with one message; tells a commit without an answer from one that failed. */
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

  /** After a lost connection there is nothing to roll back; kysely would throw this failure instead of the first. */
  override async rollbackTransaction(
    ...args: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    await super.rollbackTransaction(...args).catch(() => {});
  }
}

/** One address for each server of a URL that names several (the form of libpq). */
export function serversOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    // linear: the URL is a setting
    /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}

/** Counts are `bigint`, which pg returns as text. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);

/** Of pg-pool, which has no code for it. */
const isPoolFull = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** A pool for each server. New connections are made to the last one that took writes, else to the next. */
function failoverPool(servers: readonly pg.PoolConfig[]): PostgresPool {
  const pools = servers.map((server) => {
    const pool = new pg.Pool({ ...server, onConnect: prepare });
    // Without a listener the loss of an idle connection would end the process.
    return pool.on('error', () => {});
  });
  let current = 0;
  return {
    options: {},
    async connect() {
      let failure: unknown;
      const first = current;
      for (let attempt = 0; attempt < pools.length; attempt += 1) {
        const at = (first + attempt) % pools.length;
        try {
          return await (pools[at] as pg.Pool).connect();
        } catch (error) {
          // A pool is also full of connections to a server that does not answer any more: only this task tries the next.
          if (!isPoolFull(failure)) failure = error;
          // Another task that failed here may have moved on already.
          if (current === at && !isPoolFull(error)) current = (at + 1) % pools.length;
        }
      }
      throw toDatabaseError(failure, true);
    },
    end: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/**
 * A connection to a server that takes writes. Its errors quote no rows, and after one of the connection itself, or of a
 * server that takes no more writes, it is not used again.
 */
async function prepare(client: pg.ClientBase): Promise<void> {
  // The query in progress fails too; without a listener the process would end.
  client.on('error', () => {});
  const { rows } = await client.query('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on')
    throw new DatabaseUnavailableError('it takes no writes');
  const query = client.query.bind(client);
  Object.assign(client, {
    async query(text: string, values: unknown[]) {
      try {
        return await query(text, values.map(withoutNul));
      } catch (failure) {
        const error = toDatabaseError(failure);
        if (error instanceof DatabaseUnavailableError && client instanceof pg.Client)
          void client.end();
        throw error;
      }
    },
  });
}

/** No text of PostgreSQL has this character: a search for such a text finds nothing. */
const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;

/** Serialization failure, deadlock, lock timeout, statement timeout: the server has rolled back. */
const busyCodes = ['40001', '40P01', '55P03', '57014'];

/**
 * Messages and details of PostgreSQL about a statement quote values: only the code is kept.
 * @param isConnecting the message names what is wrong with a setting, such as the database or the user
 */
function toDatabaseError(error: unknown, isConnecting = false): Error {
  if (error instanceof DatabaseUnavailableError) return error;
  if (!(error instanceof pg.DatabaseError))
    return new DatabaseUnavailableError(reasonOf(error), { cause: error });
  const { code = '' } = error;
  if (busyCodes.includes(code)) return new DatabaseBusyError();
  if (code === '53100') return Object.assign(new Error('disk full'), { code: 'ENOSPC' });
  // Connection, resources, shutdown, a wrong password or database, a server that became a standby.
  if (/^(?:08|28|3D|53|57)/.test(code) || code === '25006')
    return new DatabaseUnavailableError(
      isConnecting ? `${error.message} (${code})` : `PostgreSQL answered ${code}`,
    );
  const refusal =
    code === '42501'
      ? 'does not allow that to the user of DATABASE_URL, who must own the database'
      : 'refused a statement';
  return Object.assign(new Error(`PostgreSQL ${refusal} (${code})`), { code });
}

/** Of a connection to several addresses of a name, which all failed, there is only a code. */
const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? error.message || String('code' in error ? error.code : error.name)
    : String(error);

/** The four weights of a lexeme, the highest first. */
const labels = ['A', 'B', 'C', 'D'] as const;
const maxPosition = 16_383;
const maxPositionsPerLexeme = 255;
/** In characters of up to four bytes; PostgreSQL takes 2,046 bytes. */
const maxLexemeLength = 500;

/**
 * Not to_tsvector: its parser finds addresses, numbers with signs and hyphenated words, where SQLite finds words, and
 * depends on the locale of the database.
 */
function toVector(texts: readonly string[]): string {
  const positions = new Map<string, string[]>();
  let position = 0;
  for (const [at, text] of texts.entries())
    for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) {
      const lexeme = word.slice(0, maxLexemeLength).toWellFormed();
      const found = positions.get(lexeme) ?? [];
      position = Math.min(position + 1, maxPosition);
      if (found.length < maxPositionsPerLexeme) found.push(`${position}${labels[at] ?? 'D'}`);
      positions.set(lexeme, found);
    }
  return [...positions].map(([lexeme, found]) => `${quoteLexeme(lexeme)}:${found}`).join(' ');
}

/** No term begins with this sign. */
const groupLexeme = (group: string): string => `#${group.slice(0, maxLexemeLength)}`;

const quoteLexeme = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const textOf = (texts: Readonly<Record<string, string>>, column: string): string =>
  texts[column] ?? '';

const identifiers = ({ table, idColumn }: FullTextIndex) => ({
  table: sql.id(table),
  id: sql.id(idColumn),
});
