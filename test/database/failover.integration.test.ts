import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError, openDatabase } from '#src/database/database.ts';
import { postgresDialect } from '#src/database/postgres.ts';
import { freePort } from '#test/support/free-port.ts';

interface Tables {
  counter: { id: number };
}

const migrations = {
  '0001-counter': {
    async up(db: Kysely<unknown>) {
      await sql`create table counter (id integer primary key)`.execute(db);
    },
  },
};

/** Debian's programs, whose pg_basebackup makes a standby. PostgreSQL does not run as root. */
const [bin = ''] = globSync('/usr/lib/postgresql/*/bin').toSorted().reverse();
const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
const run = (program: string, ...args: readonly string[]) =>
  execFileSync(join(bin, program), args, { ...owner, stdio: 'ignore' });

async function startServer(t: TestContext, directory: string, port: number): Promise<ChildProcess> {
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', directory, '-p', `${port}`, '-k', '', '-c', 'fsync=off', '-c', 'hot_standby=on'],
    { ...owner, stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  for (;;) {
    const client = new pg.Client(urlOf(port));
    client.on('error', () => {});
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end();
    if (isReady) return child;
  }
}

const urlOf = (...ports: readonly number[]) =>
  `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`)}/postgres`;

async function query(port: number, statement: string): Promise<void> {
  const client = new pg.Client(urlOf(port));
  await client.connect();
  await client.query(statement);
  await client.end();
}

test('when the primary is killed and its standby promoted, writes go on, and none that was acknowledged is missing', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'careers-failover-'));
  if (owner.uid !== undefined) await chown(directory, owner.uid, owner.gid);
  t.after(() => rm(directory, { recursive: true, force: true }));
  const ports = { primary: await freePort(), standby: await freePort() };
  const [primaryData, standbyData] = [join(directory, 'primary'), join(directory, 'standby')];
  run('initdb', '-D', primaryData, '-A', 'trust', '-U', 'postgres', '--no-sync');
  const primary = await startServer(t, primaryData, ports.primary);
  const from = ['-h', '127.0.0.1', '-p', `${ports.primary}`, '-U', 'postgres'];
  run('pg_basebackup', ...from, '-D', standbyData, '-R', '-X', 'stream', '-c', 'fast', '--no-sync');
  await startServer(t, standbyData, ports.standby);
  await query(ports.primary, `alter system set synchronous_standby_names = '*'`);
  await query(ports.primary, 'select pg_reload_conf()');

  // The standby first: it must be passed over until it is promoted.
  const dialect = postgresDialect(urlOf(ports.standby, ports.primary), 'test_migrations');
  const { db, close } = await openDatabase<Tables>(dialect, migrations);
  t.after(close);
  const acknowledged: number[] = [];
  let next = 0;
  let killedAt: number | undefined;
  let resumedAt: number | undefined;
  const write = async () => {
    while (acknowledged.length < 600) {
      next += 1;
      const id = next;
      const startedAt = performance.now();
      try {
        await db.insertInto('counter').values({ id }).execute();
        acknowledged.push(id);
        if (killedAt !== undefined && startedAt > killedAt) resumedAt ??= performance.now();
      } catch (error) {
        assert.ok(error instanceof DatabaseUnavailableError, String(error));
        await new Promise(setImmediate);
      }
    }
  };
  const writers = Array.from({ length: 8 }, write);
  while (acknowledged.length < 300) await Promise.race([...writers, new Promise(setImmediate)]);
  killedAt = performance.now();
  primary.kill('SIGKILL');
  await query(ports.standby, 'select pg_promote()');
  await Promise.all(writers);

  assert.ok(resumedAt !== undefined && resumedAt - killedAt < 15_000);
  const stored = new Set(
    (await db.selectFrom('counter').select('id').execute()).map(({ id }) => id),
  );
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
  );
});
