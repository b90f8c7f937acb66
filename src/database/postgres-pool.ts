import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { DatabaseBusyError, DatabaseUnavailableError } from './database.ts';

/** Converts `bigint`, the type of counts, which pg returns as text. */
export const getTypeParser: typeof pg.types.getTypeParser = (
  oid: number,
  format?: 'text' | 'binary',
) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format));

/** pg-pool has no code for this error. */
const isPoolFull = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** The codes mean a wrong password or user, or an unknown database. pg itself fails if there is no password. */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? /^(?:28|3D)/.test(error.code ?? '')
    : error instanceof Error && error.message.startsWith('SASL:');

/** Creates a pool for each server. New connections go to the last server that accepted writes, or else to the next one. */
export function failoverPool(servers: readonly pg.PoolConfig[]): PostgresPool {
  const pools = servers.map((server) => {
    const pool = new pg.Pool({ ...server, onConnect: prepare });
    // If there were no listener, the loss of an idle connection would end the process.
    return pool.on('error', () => {});
  });
  let current = 0;
  return {
    options: {},
    async connect() {
      let failure: unknown;
      const first = current;
      for (let attempt = 0; attempt < pools.length; attempt += 1) {
        const index = (first + attempt) % pools.length;
        try {
          return await (pools[index] as pg.Pool).connect();
        } catch (error) {
          // A full pool may have a server that no longer answers. Only this task then tries the next server.
          if (!isPoolFull(failure) && !isRefusal(failure)) failure = error;
          if (!isPoolFull(error)) current = (index + 1) % pools.length;
        }
      }
      throw toDatabaseError(failure, true);
    },
    end: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** The errors of a connection quote no rows. The pool does not use it again after its server failed or became read-only. */
async function prepare(client: pg.ClientBase): Promise<void> {
  // The query in progress fails too. If there were no listener, the process would end.
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

/** No text in PostgreSQL contains this character, so a search for such a text finds nothing. */
const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;

/** After a serialization failure, deadlock, lock timeout or statement timeout, in this order, the server has rolled back. */
const busyCodes = ['40001', '40P01', '55P03', '57014'];

/**
 * PostgreSQL's messages and details about a statement quote values, so only the code is kept. @param isConnecting keeps
 * the message, which names a wrong setting
 */
function toDatabaseError(error: unknown, isConnecting = false): Error {
  if (error instanceof DatabaseUnavailableError) return error;
  const isRefused = isRefusal(error);
  if (!(error instanceof pg.DatabaseError))
    return new DatabaseUnavailableError(reasonOf(error), { cause: error, isRefused });
  const { code = '' } = error;
  if (busyCodes.includes(code)) return new DatabaseBusyError();
  if (code === '53100') return Object.assign(new Error('disk full'), { code: 'ENOSPC' });
  // The codes mean the connection, resources, shutdown, a wrong password or database, a server that became a standby, or
  // a session that the server ended because its transaction had no statement for too long.
  if (isRefused || /^(?:08|53|57)/.test(code) || code === '25006' || code === '25P03')
    return new DatabaseUnavailableError(
      isConnecting ? `${error.message} (${code})` : `PostgreSQL answered ${code}`,
      { isRefused },
    );
  const refusal =
    code === '42501'
      ? 'does not allow that to the user of DATABASE_URL, who must own the database'
      : 'refused a statement';
  return Object.assign(new Error(`PostgreSQL ${refusal} (${code})`), { code });
}

/** If all addresses of a host name failed, the error has only a code. */
const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? error.message || String('code' in error ? error.code : error.name)
    : String(error);
