import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { copyTables, type TableSet } from '#src/database/copy-tables.ts';
import { openDatabase } from '#src/database/database.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';

interface Tables {
  person: { id: string; name: string | null; picture: Uint8Array | null };
  visit: { person_id: string; day: number };
}

const tables: TableSet<Tables> = {
  migrations: () => ({
    '0001-first': {
      async up(db: Kysely<unknown>) {
        await sql`create table person (id text primary key, name text, picture blob)`.execute(db);
        await sql`create table visit (person_id text references person (id), day integer not null,
          primary key (person_id, day))`.execute(db);
      },
    },
  }),
  migrationTable: 'migrations',
  tables: {
    person: { key: ['id'], personal: 'none' },
    visit: { key: ['person_id', 'day'], personal: 'none' },
  },
};

async function open(t: TestContext) {
  const dialect = sqliteDialect(':memory:');
  const database = await openDatabase<Tables>(dialect, tables.migrations(dialect));
  t.after(() => database.close());
  return database;
}
type Opened = Awaited<ReturnType<typeof open>>;

const copy = (
  { db }: Opened,
  to: Opened,
  options: Partial<TableSet<Tables>> = {},
  { signal } = new AbortController(),
) =>
  to.transaction([], (trx) => {
    return copyTables(db, trx, { ...tables, ...options }, { dialect: to.dialect, signal });
  });

const contentsOf = async ({ db }: Opened) => ({
  persons: await db.selectFrom('person').selectAll().orderBy('id').execute(),
  visits: await db.selectFrom('visit').selectAll().orderBy('person_id').orderBy('day').execute(),
});

/** Persons with up to three visits each. */
async function fill({ db }: Opened, persons: number): Promise<void> {
  for (let at = 0; at < persons; at += 1) {
    const id = `person ${String(at).padStart(4, '0')}`;
    const picture = at % 2 ? Buffer.from([0, at % 256]) : null;
    const name = at % 3 ? `Name ${at}` : null;
    await db.insertInto('person').values({ id, name, picture }).execute();
    for (let day = 0; day < at % 4; day += 1)
      await db.insertInto('visit').values({ person_id: id, day }).execute();
  }
}

for (const persons of [0, 1, 99, 100, 101, 200, 301])
  test(`${persons} rows and those that refer to them are copied, in place of what was there`, async (t) => {
    const [from, to] = [await open(t), await open(t)];
    await fill(from, persons);
    await to.db.insertInto('person').values({ id: 'old', name: null, picture: null }).execute();
    await to.db.insertInto('visit').values({ person_id: 'old', day: 1 }).execute();
    await copy(from, to);
    assert.deepEqual(await contentsOf(to), await contentsOf(from));
  });

test('a copy has no NUL in its texts, which PostgreSQL does not store, and is complete before what follows it', async (t) => {
  const [from, to] = [await open(t), await open(t)];
  const picture = Buffer.from([0]);
  await from.db.insertInto('person').values({ id: 'a\0b', name: '\0c\0', picture }).execute();
  let found: unknown;
  await copy(from, to, {
    afterCopy: async (trx) => {
      found = await trx.selectFrom('person').selectAll().executeTakeFirst();
    },
  });
  assert.deepEqual({ ...(found as object) }, { id: 'ab', name: 'c', picture: new Uint8Array([0]) });
});

test('a copy that is aborted stores nothing', async (t) => {
  const [from, to] = [await open(t), await open(t)];
  await fill(from, 1);
  await assert.rejects(copy(from, to, {}, { signal: AbortSignal.abort() } as AbortController), {
    name: 'AbortError',
  });
  assert.deepEqual((await contentsOf(to)).persons, []);
});

for (const [difference, statement] of [
  ['a changed text', "update person set name = 'other' where id = new.id"],
  ['a changed byte', "update person set picture = x'00ff' where id = new.id"],
  ['a missing row', 'delete from person where id = new.id'],
  ['an additional row', "insert or ignore into person values ('more', null, null)"],
] as const)
  test(`${difference} of a copy is found, and nothing is stored`, async (t) => {
    const [from, to] = [await open(t), await open(t)];
    await fill(from, 2);
    await sql
      .raw(`create trigger fault after insert on person when new.id <> 'more'
        begin ${statement}; end`)
      .execute(to.db);
    await assert.rejects(
      copy(from, to, { tables: { ...tables.tables, visit: { key: ['day'], personal: 'none' } } }),
      {
        name: 'CopyDiffersError',
        message: /^The table person of The database :memory: differs .*2 rows/,
      },
    );
    assert.deepEqual((await contentsOf(to)).persons, []);
  });
