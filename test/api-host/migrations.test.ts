import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hostMigrations } from '#src/api-host/database/migrations.ts';
import { hostTables, type Tables } from '#src/api-host/database/schema.ts';
import { openingStore } from '#src/api-host/openings/opening-store.ts';
import { openDatabase } from '#src/database/database.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { applicationFieldNames } from '#src/domain/model/application-fields.ts';
import { temporaryDirectory } from './support/host.ts';
import { idsOf, importOpenings, parseOpenings, testOpenings } from './support/openings.ts';

const now = new Date('2026-11-20T09:00:00Z');

const newFile = async (t: TestContext) => join(await temporaryDirectory(t), 'host.sqlite');

async function open(t: TestContext, file: string) {
  const dialect = sqliteDialect(file);
  const database = await openDatabase<Tables>(dialect, hostMigrations(dialect));
  t.after(() => database.close());
  return database;
}

test('the keys by which the rows of each table are copied are its primary key', async (t) => {
  const { db } = await open(t, await newFile(t));
  for (const [table, { key }] of Object.entries(hostTables)) {
    const { rows } = await sql<{ name: string }>`
      select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(db);
    const names = rows.map(({ name }) => name);
    assert.deepEqual(names, key);
  }
});

test('each field of the application has a column', async (t) => {
  const { db } = await open(t, await newFile(t));
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info('applications')`.execute(db);
  const columns = rows.map(({ name }) => name);
  const missing = applicationFieldNames.filter((name) => !columns.includes(name));
  assert.deepEqual(missing, []);
});

test('a failing migration leaves no trace, and neither do those before it', async (t) => {
  const file = await newFile(t);
  const dialect = sqliteDialect(file);
  const broken: Migration = {
    async up(db) {
      await sql`create table half (column_name text)`.execute(db);
      throw new Error('disk full');
    },
  };
  const migrations = { ...hostMigrations(dialect), '9999-broken': broken };
  await assert.rejects(openDatabase(dialect, migrations), /disk full/);
  const bare = await openDatabase(sqliteDialect(file), {});
  t.after(() => bare.close());
  const tables = (await bare.db.introspection.getTables()).map(({ name }) => name);
  assert.ok(!tables.includes('half') && !tables.includes('openings_search'), tables.join());
});

test('a host of the release before 0021 stores an alert that no mail was refused of', async (t) => {
  const { db } = await open(t, await newFile(t));
  await sql`insert into alerts (id, emailaddress, address_key, mailbox_key, language, search, state,
    created_at, ends_at, next_at, seen) values ('a', '', '', '', 'en', '{}', 'asked', '', '', '', 0)`.execute(
    db,
  );
  const { refused } = await db.selectFrom('alerts').select('refused').executeTakeFirstOrThrow();
  assert.equal(refused, 0);
});

test('the version before 0023 closes and opens what this one has closed, and this one sees it', async (t) => {
  const database = await open(t, await newFile(t));
  const store = openingStore(database);
  const at = '2026-11-10T10:00:00.000Z';
  const closed = { ...testOpenings[0], closing_date: '2026-12-31', closed_since: at };
  await importOpenings(database, parseOpenings([closed]), now);
  // The version before compares this column only.
  const row = await database.db.selectFrom('openings').select('closing_date').executeTakeFirst();
  assert.equal(row?.closing_date, at);
  const found = async () => {
    const { opening, closed } = (await store.find('101', now)) ?? assert.fail();
    return { closed, closing_date: opening.closing_date, closed_since: opening.closed_since };
  };
  assert.deepEqual(await found(), { closed: true, closing_date: '2026-12-31', closed_since: at });
  const setEnd = (closing_date: string) =>
    database.db.updateTable('openings').set({ closing_date }).execute();
  await setEnd('2027-01-31');
  const opened = { closed: false, closing_date: '2027-01-31', closed_since: undefined };
  assert.deepEqual(await found(), opened);
  assert.deepEqual(await idsOf(store.list(now)), ['101']);
  await setEnd('2026-11-11T10:00:00.000Z');
  assert.equal((await found()).closed, true);
  // It writes the columns that it does not know as further fields.
  const further = JSON.stringify({ closed_since: null, planned_closing_date: at, team: 'Night' });
  await database.db.updateTable('openings').set({ further }).execute();
  const { opening } = (await store.find('101', now)) ?? assert.fail();
  assert.equal(opening.team, 'Night');
  const internal = Object.keys(opening).filter((name) => /closed_since|planned/.test(name));
  assert.deepEqual(internal, []);
});
