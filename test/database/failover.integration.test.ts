import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { DatabaseUnavailableError, openDatabase } from '#src/database/database.ts';
import { postgresDialect } from '#src/database/postgres.ts';
import { newCluster, runProgram, startServer, urlOf } from '#test/support/debian-postgres.ts';
import { freePort } from '#test/support/free-port.ts';
import { idsOf, insert, migrations, type Tables } from './support/counter.ts';

async function query(port: number, statement: string): Promise<void> {
  const client = new pg.Client(urlOf(port));
  await client.connect();
  await client.query(statement);
  await client.end();
}

test('when the primary is killed and its standby promoted, writes go on, and none that was acknowledged is missing', async (t) => {
  const { directory, data: primaryData } = await newCluster(t);
  const standbyData = join(directory, 'standby');
  const ports = { primary: await freePort(), standby: await freePort() };
  const primary = await startServer(t, primaryData, ports.primary);
  const from = ['-h', '127.0.0.1', '-p', `${ports.primary}`, '-U', 'postgres'];
  const how = ['-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  runProgram('pg_basebackup', ...from, '-D', standbyData, ...how);
  await startServer(t, standbyData, ports.standby);
  await query(ports.primary, `alter system set synchronous_standby_names = '*'`);
  await query(ports.primary, 'select pg_reload_conf()');

  // The standby first: it must be passed over until it is promoted.
  const dialect = postgresDialect(urlOf(ports.standby, ports.primary), 'test_migrations');
  const { db, close } = await openDatabase<Tables>(dialect, migrations);
  t.after(close);
  const acknowledged: string[] = [];
  const half = Promise.withResolvers<void>();
  let next = 0;
  let killedAt: number | undefined;
  let resumedAt: number | undefined;
  const write = async () => {
    while (acknowledged.length < 600) {
      next += 1;
      const id = `${next}`;
      const startedAt = performance.now();
      try {
        await insert(db, id);
        if (acknowledged.push(id) === 300) half.resolve();
        if (killedAt !== undefined && startedAt > killedAt) resumedAt ??= performance.now();
      } catch (error) {
        assert.ok(error instanceof DatabaseUnavailableError, String(error));
        await new Promise(setImmediate);
      }
    }
  };
  const writers = Array.from({ length: 8 }, write);
  await Promise.race([half.promise, ...writers]);
  killedAt = performance.now();
  primary.kill('SIGKILL');
  await query(ports.standby, 'select pg_promote()');
  await Promise.all(writers);

  assert.ok(resumedAt !== undefined && resumedAt - killedAt < 15_000);
  const stored = new Set(await idsOf(db));
  const lost = acknowledged.filter((id) => !stored.has(id));
  assert.deepEqual(lost, []);
});
