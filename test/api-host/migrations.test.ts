import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hostMigrations } from '#src/api-host/database/migrations.ts';
import { type HostDatabase, hostTables, type Tables } from '#src/api-host/database/schema.ts';
import { openingStore } from '#src/api-host/openings.ts';
import { openingsIndex } from '#src/api-host/search-text.ts';
import { type DatabaseDialect, openDatabase } from '#src/database/database.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { applicationFieldNames } from '#src/domain/model/application-fields.ts';
import type { Opening } from '#src/domain/model/opening.ts';
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

/** Opens a database as the release before migration 0004 did. */
async function openOld(file: string) {
  const dialect: DatabaseDialect = {
    ...sqliteDialect(file),
    async createFullTextIndex(db) {
      await sql`create virtual table openings_search using fts5(
        opening_id unindexed, role, skills, cities, description,
        tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3')`.execute(db);
    },
    async setFullText(trx, _index, { id, texts }) {
      const { role, skills, cities, description } = texts as Record<string, string>;
      await sql`insert into openings_search
        values (${id}, ${role}, ${skills}, ${cities}, ${description})`.execute(trx);
    },
    stageFullText: (trx, index, entry) => dialect.setFullText(trx, index, entry),
    async showStaged() {},
    removeHidden: async () => 0,
  };
  const old = Object.entries(hostMigrations(dialect)).filter(([name]) => name < '0004');
  return openDatabase<Tables & { loose_files: Tables['orphaned_files'] }>(
    dialect,
    Object.fromEntries(old),
  );
}

/** Writes rows without the columns that later migrations add. */
async function importIntoOld(old: HostDatabase, openings: readonly Opening[]) {
  const later = ['language', 'closed_since', 'planned_closing_date'];
  for (const name of later)
    await sql`alter table openings add column ${sql.id(name)} text`.execute(old.db);
  await importOpenings(old, openings, now);
  for (const name of later)
    await sql`alter table openings drop column ${sql.id(name)}`.execute(old.db);
}

test('the keys by which the rows of each table are copied are its primary key', async (t) => {
  const { db } = await open(t, await newFile(t));
  for (const [table, { key }] of Object.entries(hostTables)) {
    const { rows } = await sql<{ name: string }>`
      select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(db);
    assert.deepEqual(
      rows.map(({ name }) => name),
      key,
    );
  }
});

test('each field of the application has a column', async (t) => {
  const { db } = await open(t, await newFile(t));
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info('applications')`.execute(db);
  const columns = rows.map(({ name }) => name);
  assert.deepEqual(
    applicationFieldNames.filter((name) => !columns.includes(name)),
    [],
  );
});

test('an index without row numbers and companies is upgraded: its openings are found and can be replaced', async (t) => {
  const file = await newFile(t);
  const openings = parseOpenings(testOpenings);
  const old = await openOld(file);
  await importIntoOld(old, openings);
  await old.close();

  const database = await open(t, file);
  const store = openingStore(database, 'Africa/Lagos');
  const found = (q: string) => idsOf(store.search({ company_id: '1', q }, now));
  assert.deepEqual(await found('oven'), ['102']);
  // One alone: without the old row numbers, another opening's entry would be replaced.
  const changed = openings.filter(({ id }) => id === '102');
  await importOpenings(
    database,
    changed.map((opening) => ({ ...opening, role_name: 'Pan Hand' })),
    now,
  );
  assert.deepEqual(await found('oven'), []);
  assert.deepEqual(await found('head'), ['101']);
  const renamed = openings.map((opening) => ({ ...opening, role_name: `New ${opening.id}` }));
  await importOpenings(database, renamed, now);
  assert.deepEqual(await found('pan'), []);
  assert.deepEqual(await found('new 102'), ['102']);
});

test('the rows of loose_files are in orphaned_files after the migration', async (t) => {
  const file = await newFile(t);
  const row = { stored_as: '2026-11/a.pdf', since: now.toISOString() };
  const old = await openOld(file);
  await old.db.insertInto('loose_files').values(row).execute();
  await old.close();

  const { db } = await open(t, file);
  const rows = await db.selectFrom('orphaned_files').selectAll().execute();
  assert.deepEqual(
    rows.map((found) => ({ ...found })),
    [row],
  );
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

test('ids with outer white space are trimmed, with what refers to them, and found by the folded search', async (t) => {
  const file = await newFile(t);
  const dialect = sqliteDialect(file);
  const migrations = Object.entries(hostMigrations(dialect));
  const old = await openDatabase<Tables>(
    dialect,
    Object.fromEntries(migrations.filter(([name]) => name < '0007')),
  );
  const [parsed] = parseOpenings(testOpenings);
  assert.ok(parsed);
  const role_name = 'Ƙarfe';
  await importIntoOld(old, [{ ...parsed, id: '7', company_id: 'c', company_name: 'C' }]);
  await importIntoOld(
    old,
    ['\u00a08 ', ' 7'].map((id) => ({
      ...parsed,
      id,
      company_id: ' c\t',
      company_name: 'C again',
      role_name,
    })),
  );
  // As a release before the folding indexed it.
  await old.db.transaction().execute((trx) =>
    dialect.setFullText(trx, openingsIndex, {
      id: '\u00a08 ',
      group: ' c\t',
      texts: { role: 'ƙarfe', skills: '', cities: '', description: '' },
    }),
  );
  await old.close();

  const database = await open(t, file);
  const openings = await database.db
    .selectFrom('openings')
    .select(['id', 'company_id', 'role_name'])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    openings.map((row) => Object.values(row)),
    [
      ['7', 'c', parsed.role_name],
      ['8', 'c', role_name],
    ],
  );
  assert.deepEqual(
    (await database.db.selectFrom('companies').selectAll().execute()).map(({ id }) => id),
    ['c'],
  );
  const found: string[] = [];
  const store = openingStore(database, 'Africa/Lagos');
  for await (const batch of store.search({ company_id: 'c', q: 'karfe' }, now))
    found.push(...batch.map(({ id }) => id));
  assert.deepEqual(found, ['8']);
});

test('openings that an earlier release indexed are found by the words of today', async (t) => {
  const file = await newFile(t);
  const dialect = sqliteDialect(file);
  const migrations = Object.entries(hostMigrations(dialect));
  const old = await openDatabase<Tables>(
    dialect,
    Object.fromEntries(migrations.filter(([name]) => name < '0017')),
  );
  const [parsed] = parseOpenings(testOpenings);
  assert.ok(parsed);
  const id = '7';
  await importIntoOld(old, [
    { ...parsed, id, company_id: 'c', company_name: 'C', role_name: 'R&D chef' },
  ]);
  const texts = { role: 'r&d chef', skills: '', cities: '', description: '' };
  await old.db
    .transaction()
    .execute((trx) => dialect.setFullText(trx, openingsIndex, { id, group: 'c', texts }));
  await old.close();
  const store = openingStore(await open(t, file), 'Africa/Lagos');
  const found: string[] = [];
  for await (const batch of store.search({ company_id: 'c', q: 'R&D' }, now))
    found.push(...batch.map(({ id }) => id));
  assert.deepEqual(found, [id]);
});

test('the candidates of earlier applications may apply again a year after their latest one', async (t) => {
  const file = await newFile(t);
  const dialect = sqliteDialect(file);
  const migrations = Object.entries(hostMigrations(dialect));
  const old = await openDatabase<Tables>(
    dialect,
    Object.fromEntries(migrations.filter(([name]) => name < '0009')),
  );
  for (const [id, applied_at] of [
    ['LATER', '2026-03-01T10:00:00.000Z'],
    ['EARLIER', '2024-02-29T10:00:00.000Z'],
  ] as const)
    await old.db
      .insertInto('applications')
      .values({ ...applicationRow, id, applied_at })
      .execute();
  await old.close();

  const { db } = await open(t, file);
  const candidates = await db.selectFrom('candidates').selectAll().execute();
  assert.deepEqual(
    candidates.map((row) => ({ ...row })),
    [
      {
        address_key: 'ada@example.com',
        company_id: '1',
        applicant_id: 'LATER',
        reapply_at: '2027-03-01T10:00:00.000Z',
      },
    ],
  );
});

test('applications of earlier releases have the default language, and the previous release writes on', async (t) => {
  const file = await newFile(t);
  const dialect = sqliteDialect(file);
  const migrations = Object.entries(hostMigrations(dialect));
  const old = await openDatabase<Tables>(
    dialect,
    Object.fromEntries(migrations.filter(([name]) => name < '0016')),
  );
  const applied_at = '2026-03-01T10:00:00.000Z';
  const insert = ({ db }: Pick<typeof old, 'db'>, id: string) =>
    db
      .insertInto('applications')
      .values({ ...applicationRow, id, applied_at })
      .execute();
  await insert(old, 'BEFORE');
  const database = await open(t, file);
  await insert(old, 'MEANWHILE');
  await old.close();
  const rows = await database.db
    .selectFrom('applications')
    .select(['id', 'language'])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map(({ id, language }) => [id, language]),
    [
      ['BEFORE', null],
      ['MEANWHILE', null],
    ],
  );
});

const applicationRow = {
  joblistingid: '101',
  company_id: '1',
  role_name: 'Baker',
  address_key: 'ada@example.com',
  firstname: '',
  lastname: '',
  emailaddress: 'Ada@example.com',
  phone: '',
  age: '',
  education: '',
  course: '',
  grades: '',
  years_of_experience: '',
  current_employer: '',
  linkedinprofile: '',
  referrer: '',
  referrer_name: '',
  cover_letter: '',
  document_id: '',
  answers: '[]',
  idempotency_key: null,
  request_digest: null,
  final_type: null,
  final_at: null,
};

test('0022 notes for a mail that has not arrived the number before its openings, and for no other', async (t) => {
  const file = await newFile(t);
  const dialect = sqliteDialect(file);
  const migrations = Object.entries(hostMigrations(dialect));
  const old = await openDatabase<Tables>(
    dialect,
    Object.fromEntries(migrations.filter(([name]) => name < '0022')),
  );
  await sql`insert into seen_openings (opening_id, seen) values ('1', 7), ('2', 5), ('3', 9)`.execute(
    old.db,
  );
  await sql`insert into alerts (id, emailaddress, address_key, mailbox_key, language, search, state,
    created_at, ends_at, next_at, seen) values ('a', '', '', '', 'en', '{}', 'active', '', '', '', 9)`.execute(
    old.db,
  );
  for (const [id, state, openings] of [
    ['failed', 'failed', '["1","2"]'],
    ['waiting', 'waiting', '["3"]'],
    ['removed', 'unknown', '["4"]'],
    ['ended', 'failed', '[]'],
    ['sent', 'sent', '["1","2"]'],
  ])
    await sql`insert into alert_mails (id, alert_id, kind, state, attempts, created_at, next_at, openings, total)
      values (${id}, 'a', 'alert', ${state}, 1, '', '', ${openings}, 2)`.execute(old.db);
  await old.close();
  const { db } = await open(t, file);
  const rows = await db.selectFrom('alert_mails').select(['id', 'seen_before']).execute();
  assert.deepEqual(Object.fromEntries(rows.map(({ id, seen_before }) => [id, seen_before])), {
    failed: 4,
    waiting: 8,
    removed: null,
    ended: null,
    sent: null,
  });
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
  const store = openingStore(database, 'Africa/Lagos');
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
  assert.deepEqual(
    Object.keys(opening).filter((name) => /closed_since|planned/.test(name)),
    [],
  );
});
