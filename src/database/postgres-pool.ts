import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { DatabaseBusyError, DatabaseUnavailableError } from './database.ts';

/** Counts are `bigint`, which pg returns as text. */
export const getTypeParser: typeof pg.types.getTypeParser = (
  oid: number,
  format?: 'text' | 'binary',
) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format));

/** Of pg-pool, which has no code for it. */
const isPoolFull = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** A pool for each server. New connections are made to the last one that took writes, else to the next. */
export function failoverPool(servers: readonly pg.PoolConfig[]): PostgresPool {
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
