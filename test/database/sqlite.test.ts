import assert from 'node:assert/strict';
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import pTimeout from 'p-timeout';
import { DatabaseBusyError, DatabaseGoneError, openDatabase } from '#src/database/database.ts';
import { hasWalResetBug, sqliteDialect } from '#src/database/sqlite.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { idsOf, insert, migrations, type Tables } from './support/counter.ts';

type PlanOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Plan> ? Plan : never;

const newFile = (t: TestContext) => join(newFolder(t), 'data', 'test.sqlite');

async function open(t: TestContext, file: string, options?: Parameters<typeof sqliteDialect>[1]) {
  const database = await openDatabase<Tables>(sqliteDialect(file, options), migrations);
  t.after(() => database.close());
  return database;
}

const read = async (db: Pick<Kysely<Tables>, 'selectFrom'>, id = 'a') =>
  (await db.selectFrom('counter').select('value').where('id', '=', id).executeTakeFirst())?.value;

test('a new file and its directory can be read by this user only', async (t) => {
  const file = newFile(t);
  const { db } = await open(t, file);
  await insert(db, 'a');
  const directory = join(file, '..');
  assert.equal((await stat(directory)).mode & 0o777, 0o700);
  for (const name of await readdir(directory))
    assert.equal((await stat(join(directory, name))).mode & 0o777, 0o600, name);
});

test('commits are synchronous, deleted rows are overwritten, readers do not wait', async (t) => {
  const { db } = await open(t, newFile(t));
  const pragma = async (name: string) =>
    Object.values((await sql`pragma ${sql.raw(name)}`.execute(db)).rows[0] as object)[0];
  assert.equal(await pragma('journal_mode'), 'wal');
  assert.equal(await pragma('synchronous'), 2);
  assert.equal(await pragma('secure_delete'), 1);
  assert.equal(await pragma('foreign_keys'), 1);
});

test('statements of concurrent tasks never run inside an open transaction', async (t) => {
  const { db, transaction } = await open(t, ':memory:');
  await insert(db, 'a', 0);
  const order: string[] = [];
  const failing = transaction([], async (trx) => {
    await trx.updateTable('counter').set({ value: 99 }).execute();
    await new Promise(setImmediate);
    order.push('transaction');
    throw new Error('roll back');
  });
  const concurrent = read(db).then((value) => {
    order.push('read');
    return value;
  });
  const written = insert(db, 'b');
  await assert.rejects(failing, /roll back/);
  assert.equal(await concurrent, 0, 'the read does not see the uncommitted value');
  await written;
  assert.deepEqual(order, ['transaction', 'read']);
  assert.equal(await read(db), 0);
  assert.equal(await read(db, 'b'), 1, 'the roll back did not undo the concurrent write');
});

test('concurrent transactions that read and then write lose no update', async (t) => {
  const file = newFile(t);
  const connections = [await open(t, file), await open(t, file)] as const;
  await insert(connections[0].db, 'a', 0);
  const increment = ({ transaction }: (typeof connections)[number]) =>
    transaction(['counter'], async (trx) => {
      const value = (await read(trx)) ?? 0;
      await trx
        .updateTable('counter')
        .set({ value: value + 1 })
        .execute();
    });
  for (let round = 0; round < 20; round += 1)
    for (const connection of connections)
      await Promise.all([increment(connection), increment(connection)]);
  assert.equal(await read((await open(t, file)).db), 80);
});

test('every transaction ends, whatever the time at which others begin and end', async (t) => {
  const { transaction } = await open(t, ':memory:');
  const plan = fc.record({
    /** Microtasks before it begins, and turns of the event loop before them and within it. */
    microtasks: fc.nat(12),
    turnsBefore: fc.nat(1),
    turnsWithin: fc.nat(2),
  });
  let count = 0;
  const run = async (transactionPlan: PlanOf<typeof plan>) => {
    const { microtasks, turnsBefore, turnsWithin } = transactionPlan;
    for (let turn = 0; turn < turnsBefore; turn += 1) await nextTurn();
    for (let task = 0; task < microtasks; task += 1) await undefined;
    await transaction([], async (trx) => {
      count += 1;
      await insert(trx, `random ${count}`);
      for (let turn = 0; turn < turnsWithin; turn += 1) await nextTurn();
    });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 2, maxLength: 6 }), async (plans) => {
      const ended = Promise.all(plans.map(run)).then(() => true);
      assert.ok(await pTimeout(ended, { milliseconds: 2000, fallback: () => false }));
    }),
    { numRuns: 100 },
  );
});

test('statements and transactions end in the order in which they began', async (t) => {
  const { db, transaction } = await open(t, newFile(t));
  const ended: string[] = [];
  await Promise.all([
    transaction([], (trx) => insert(trx, 'a')).then(() => ended.push('a')),
    insert(db, 'b').then(() => ended.push('b')),
    transaction([], (trx) => insert(trx, 'c')).then(() => ended.push('c')),
  ]);
  assert.deepEqual(ended, ['a', 'b', 'c']);
});

test('a transaction whose commit fails is rejected and has no effect', async (t) => {
  const file = newFile(t);
  const { transaction, db } = await open(t, file);
  const insertIn = (id: string) =>
    transaction([], async (trx) => {
      await insert(trx, id);
      if (id === 'b') await rename(file, `${file}-kept`);
    });
  const [first, ...failed] = await Promise.allSettled(['a', 'b', 'c'].map(insertIn));
  assert.equal(first?.status, 'fulfilled');
  for (const result of failed)
    assert.ok(result.status === 'rejected' && result.reason instanceof DatabaseGoneError);
  await rename(`${file}-kept`, file);
  await insertIn('d');
  assert.deepEqual(await idsOf(db), ['a', 'd']);
});

test('writes wait for the lock of another process while reads and the event loop go on', async (t) => {
  const file = newFile(t);
  const { db, transaction } = await open(t, file);
  const other = await open(t, file);
  const locked = Promise.withResolvers<void>();
  const unlock = Promise.withResolvers<void>();
  const holder = other.transaction([], async () => {
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  const order: string[] = [];
  const writes = [
    insert(db, 'a').then(() => order.push('insert')),
    transaction([], (trx) => trx.updateTable('counter').set({ value: 2 }).execute()).then(() =>
      order.push('transaction'),
    ),
  ];
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await read(db), undefined);
  order.push('read');
  unlock.resolve();
  await Promise.all([holder, ...writes]);
  assert.deepEqual(order, ['read', 'insert', 'transaction']);
  assert.equal(await read(db), 2);
});

test('a new file is opened once another process has released its lock', async (t) => {
  const file = newFile(t);
  await mkdir(join(file, '..'));
  const other = new DatabaseSync(file);
  other.exec('begin exclusive');
  const opened = open(t, file);
  await new Promise((resolve) => setTimeout(resolve, 20));
  other.close();
  const { db } = await opened;
  assert.equal(await read(db), undefined);
});

for (const what of ['a write', 'a transaction'] as const)
  test(`${what} that did not get the lock in time fails, and the next write works`, async (t) => {
    const file = newFile(t);
    const { db, transaction } = await open(t, file, { lockTimeoutMs: 0 });
    const other = await open(t, file);
    const begin = () => (what === 'a write' ? insert(db, 'a') : transaction([], async () => {}));
    await other.transaction([], () => assert.rejects(begin(), DatabaseBusyError));
    await insert(db, 'a');
    assert.equal(await read(db), 1);
  });

test('a process that starts waits for one whose migrations take longer than a transaction waits, but not for ever', async (t) => {
  const file = newFile(t);
  const openAfter = async (busyTimes: number) => {
    let calls = 0;
    const lock = async () => {
      calls += 1;
      if (calls <= busyTimes) throw new DatabaseBusyError();
    };
    await (await openDatabase({ ...sqliteDialect(file), lock }, migrations)).close();
  };
  await assert.rejects(openAfter(10), DatabaseBusyError);
  await openAfter(9);
});

test('a database with the schema of a newer version is used, because its tables and columns are still there', async (t) => {
  const file = newFile(t);
  const newer = { ...migrations, '0002-newer': { async up() {} } };
  await (await openDatabase(sqliteDialect(file), newer)).close();
  const { db, schemaVersion } = await open(t, file);
  await insert(db, 'a');
  assert.equal(await read(db), 1);
  assert.equal(schemaVersion, Object.keys(migrations).at(-1));
});

test('a database with a breaking migration of a newer version is refused', async (t) => {
  const file = newFile(t);
  const newer = { ...migrations, '0002-newer-breaking': { async up() {} } };
  await (await openDatabase(sqliteDialect(file), newer)).close();
  await assert.rejects(open(t, file), {
    name: 'UnsupportedDatabaseError',
    message: /test\.sqlite has the schema of a newer version \(0002-newer-breaking\)/,
  });
});

test('a database that lacks a migration is refused and unchanged where migrating is not allowed', async (t) => {
  const file = newFile(t);
  await (await openDatabase(sqliteDialect(file), { '0000-first': { async up() {} } })).close();
  const opened = openDatabase(
    sqliteDialect(file),
    { '0000-first': { async up() {} }, ...migrations },
    { migrate: 'if-empty' },
  );
  await assert.rejects(opened, /older version: .* \(missing: 0001-counter\)/);
  const database = new DatabaseSync(file);
  t.after(() => database.close());
  assert.equal(
    database.prepare("select 1 from sqlite_master where name = 'counter'").get(),
    undefined,
  );
});

test('a database without data is refused where none may be created', async (t) => {
  const dialect = sqliteDialect(newFile(t));
  const never = { migrate: 'never' } as const;
  await assert.rejects(openDatabase(dialect, migrations, never), /has no data of this program/);
  await (await openDatabase(dialect, migrations, { migrate: 'if-empty' })).close();
  await (await openDatabase(dialect, migrations, never)).close();
  const more = { ...migrations, '0002-more': { async up() {} } };
  await assert.rejects(openDatabase(dialect, more, never), /older version: .*0002-more/);
});

for (const [what, at] of [
  ['no database', 0],
  ['a database whose first page is damaged', 100],
] as const)
  test(`${what} is refused as damaged, and a closed database is one file`, async (t) => {
    const file = newFile(t);
    const { db, close } = await open(t, file);
    await insert(db, 'a');
    await close();
    assert.deepEqual(await readdir(join(file, '..')), ['test.sqlite']);
    await writeFile(file, (await readFile(file)).fill(0xff, at, at + 200));
    await assert.rejects(open(t, file), {
      name: 'UnsupportedDatabaseError',
      message: `The database ${file} is damaged, or no database.`,
    });
  });

test('ten connections that open a new database at once run each migration once', async (t) => {
  const file = newFile(t);
  let runs = 0;
  const counted = {
    '0001-counter': {
      up(db: Kysely<unknown>) {
        runs += 1;
        return migrations['0001-counter'].up(db);
      },
    },
  };
  const opened = await Promise.all(
    Array.from({ length: 10 }, () => openDatabase(sqliteDialect(file), counted)),
  );
  t.after(() => Promise.all(opened.map((database) => database.close())));
  assert.equal(runs, 1);
});

for (const [version, expected] of [
  ['3.6.23', false],
  ['3.7.0', true],
  ['3.46.1', true],
  ['3.51.2', true],
  ['3.51.3', false],
  ['3.53.4', false],
] as const)
  test(`SQLite ${version} ${expected ? 'has' : 'does not have'} the WAL-reset bug`, () =>
    assert.equal(hasWalResetBug(version), expected));

test('a write fails once the file was removed or replaced, and reads go on', async (t) => {
  const file = newFile(t);
  const { db, transaction } = await open(t, file);
  await insert(db, 'a');
  const kept = `${file}-kept`;
  const assertFails = async () => {
    await assert.rejects(insert(db, 'b'), DatabaseGoneError);
    const update = (trx: typeof db) => trx.updateTable('counter').set({ value: 2 }).execute();
    await assert.rejects(transaction([], update), DatabaseGoneError);
    assert.equal(await read(db), 1);
  };
  await rename(file, kept);
  await assertFails();
  await writeFile(file, '');
  await assertFails();
  await rename(kept, file);
  await insert(db, 'b');
  assert.equal(await read(db, 'b'), 1);
});

test('purgeDeleted waits until no reader needs the deleted rows, and removes them from the disk', async (t) => {
  const file = newFile(t);
  const { db, dialect } = await open(t, file);
  const secret = 'a-name-to-be-erased';
  await insert(db, secret);
  const reader = new DatabaseSync(file);
  reader.exec('begin; select * from counter');
  await db.deleteFrom('counter').execute();
  const purged = dialect.purgeDeleted(db);
  await new Promise((resolve) => setTimeout(resolve, 20));
  reader.close();
  await purged;
  const directory = join(file, '..');
  for (const name of await readdir(directory))
    assert.ok(!(await readFile(join(directory, name), 'latin1')).includes(secret), name);
});

test('a full-text index finds prefixes of words in a group, orders by weight and replaces entries', async (t) => {
  const { db, dialect } = await open(t, ':memory:');
  const index = { table: 'notes', idColumn: 'note_id', weights: { title: 10, text: 1 } };
  await dialect.createFullTextIndex(db, index);
  const set = (id: string, group: string, title: string, text: string) =>
    dialect.setFullText(db, index, { id, group, texts: { title, text } });
  const found = async (group: string, ...terms: string[]) =>
    (
      await db
        .selectFrom(
          dialect
            .matchFullText(
              index,
              group,
              terms.map((term) => ({ words: term.split(' '), isPrefix: !term.includes(' ') })),
            )
            .as('match'),
        )
        .select('match.id')
        .orderBy('match.score', 'desc')
        .execute()
    )
      .map(({ id }) => id)
      .filter((id) => id >= ' ');
  await set('1', 'a b"', 'flour', 'bread and butter');
  await set('2', 'a b"', 'bread', 'flour');
  await set('3', '', 'bread', 'flour');
  assert.deepEqual(await found('a b"', 'bre'), ['2', '1']);
  assert.deepEqual(await found('a b"', 'bread', 'butter'), ['1']);
  assert.deepEqual(await found('', 'bread'), ['3']);
  assert.deepEqual(await found('a b"', 'bread and butter'), ['1']);
  assert.deepEqual(await found('a b"', 'butter and'), []);
  assert.deepEqual(await found('a b"', 'bread and butt'), [], 'a phrase is no prefix');
  for (const [group, term] of [
    ['a', 'bread'],
    ['a b"', 'and"or'],
    ['a b"', 'g'],
  ] as const)
    assert.deepEqual(await found(group, term), []);
  await set('1', 'a b"', 'salt', '');
  assert.deepEqual(await found('a b"', 'bre'), ['2']);
});

/** Leaves room for two pages. */
async function fill(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 2)}`.execute(db);
}

test('of transactions on a full disk those that resolve are stored, and no others', async (t) => {
  const { db, transaction } = await open(t, ':memory:');
  await fill(db);
  const insertMany = (id: string, count: number) =>
    transaction([], async (trx) => {
      for (let at = 0; at < count; at += 1) await insert(trx, `${id}${at}`);
    });
  const results = await Promise.allSettled([
    insertMany('a', 1),
    insertMany('b', 20_000),
    insertMany('c', 1),
  ]);
  const stored = await idsOf(db);
  assert.deepEqual(
    results.map(({ status }) => status === 'fulfilled'),
    ['a0', 'b0', 'c0'].map((id) => stored.includes(id)),
  );
  const [, full] = results;
  assert.match(String(full?.status === 'rejected' && full.reason), /database or disk is full/);
});

test('a log with content that others could read is made private', async (t) => {
  const file = newFile(t);
  const { db } = await open(t, file);
  await insert(db, 'a');
  // As a process leaves them that was killed.
  const copy = `${file}-copy`;
  for (const suffix of ['', '-wal']) {
    await copyFile(`${file}${suffix}`, `${copy}${suffix}`);
    await chmod(`${copy}${suffix}`, 0o644);
  }
  const reopened = await open(t, copy);
  assert.equal(await read(reopened.db), 1, 'the row is in the log');
  assert.equal((await stat(`${copy}-wal`)).mode & 0o777, 0o600);
});

test('a database that others could read is made private, its log too', async (t) => {
  const file = newFile(t);
  await mkdir(join(file, '..'));
  await writeFile(file, '');
  await chmod(file, 0o644);
  await open(t, file);
  for (const name of await readdir(join(file, '..')))
    assert.equal((await stat(join(file, '..', name))).mode & 0o777, 0o600, name);
});
