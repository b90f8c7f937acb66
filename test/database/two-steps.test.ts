import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { hostMigrations } from '#src/api-host/database/migrations.ts';
import { type DatabaseDialect, type Migrations, openDatabase } from '#src/database/database.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { submissionMigrations } from '#src/submissions/schema.ts';
import { newFolder } from '#test/support/new-folder.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
}

/** Returns the columns and unique indexes of each table. */
function schemaOf(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  const all = (statement: string) => database.prepare(statement).all();
  const tables = all("select name from sqlite_schema where type = 'table'").map(({ name }) => ({
    name: String(name),
    columns: all(`pragma table_xinfo("${name}")`) as unknown as Column[],
    uniques: all(`pragma index_list("${name}")`)
      .filter(({ unique }) => unique === 1)
      .map((index) => String(index.name)),
  }));
  database.close();
  return new Map(tables.map((table) => [table.name, table]));
}

/** What a version that knows only `before` could not use, or could not write, after a migration. */
function broken(before: ReturnType<typeof schemaOf>, after: ReturnType<typeof schemaOf>): string[] {
  return [...before.values()].flatMap(({ name, columns, uniques }) => {
    const now = after.get(name);
    if (!now) return [name];
    const found = new Map(now.columns.map((column) => [column.name, column]));
    const removed = columns.filter(({ name, type, notnull }) => {
      const column = found.get(name);
      return column?.type !== type || column.notnull > notnull;
    });
    const old = new Set(columns.map((column) => column.name));
    const required = now.columns.filter(
      (column) => !old.has(column.name) && column.notnull === 1 && column.dflt_value === null,
    );
    const stricter = now.uniques.filter((index) => !uniques.includes(index));
    return [...[...removed, ...required].map((column) => `${name}.${column.name}`), ...stricter];
  });
}

/** Runs the migrations one after the other, and returns what those after `released` break without saying so. */
async function unannounced(
  t: TestContext,
  migrations: (dialect: DatabaseDialect) => Migrations,
  released: string,
): Promise<string[]> {
  const file = join(newFolder(t), 'test.sqlite');
  const names = Object.keys(migrations(sqliteDialect(file))).toSorted();
  const found: string[] = [];
  for (const name of names.filter((one) => one >= released)) {
    const before = name === released ? undefined : schemaOf(file);
    const dialect = sqliteDialect(file);
    const known = Object.entries(migrations(dialect)).filter(([one]) => one <= name);
    await (await openDatabase(dialect, Object.fromEntries(known))).close();
    if (before && !name.endsWith('-breaking')) found.push(...broken(before, schemaOf(file)));
  }
  return found;
}

test('no migration since the first schema breaks the version before without saying so', async (t) => {
  assert.deepEqual(await unannounced(t, hostMigrations, '0022-openings-of-alert-mails'), []);
  assert.deepEqual(await unannounced(t, submissionMigrations, '0005-erasures'), []);
});

const first = 'create table people (id text primary key, name text, age integer not null)';
for (const [statement, expected] of [
  ['drop table people', ['people']],
  ['alter table people rename column name to full_name', ['people.name']],
  ['alter table people drop column age', ['people.age']],
  ['create unique index people_by_name on people (name)', ['people_by_name']],
  ["alter table people add column city text not null default ''", []],
  ['alter table people add column city text', []],
  ['create table cities (name text not null)', []],
] as const)
  for (const end of ['', '-breaking'])
    test(`'${statement}' ${expected.length && !end ? 'needs another name' : 'may be released'}${end && ' as breaking'}`, async (t) => {
      const run = (text: string) => ({
        up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)),
      });
      const migrations = () => ({
        '0001-first': run(first),
        [`0002-second${end}`]: run(statement),
      });
      assert.deepEqual(await unannounced(t, migrations, '0001-first'), end ? [] : expected);
    });
