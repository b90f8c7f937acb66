import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { hostMigrations } from '#src/api-host/database/migrations.ts';
import { type Migrations, openDatabase } from '#src/database/database.ts';
import { migrationTable, sqliteDialect } from '#src/database/sqlite.ts';
import { checkCopy } from '#src/database/sqlite-copy.ts';
import { submissionMigrations } from '#src/submissions/schema.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { describeSqlite, schemaOfNovember } from './support/described-schema.ts';

const dialect = sqliteDialect(':memory:');
const programs = [
  { program: 'host', migrations: hostMigrations(dialect), last: '0022-openings-of-alert-mails' },
  { program: 'site', migrations: submissionMigrations(dialect), last: '0005-erasures' },
] as const;

const through = (last: string, migrations: Migrations) =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last));

for (const { program, migrations, last } of programs) {
  test(`the first migration of the ${program} gives the schema of November 2026`, async (t) => {
    const { db, close } = await openDatabase<unknown>(dialect, through(last, migrations));
    t.after(close);
    assert.deepEqual(await describeSqlite(db), await schemaOfNovember(`${program}.sqlite`));
    const { rows } = await sql`select name from ${sql.table(migrationTable)}`.execute(db);
    assert.equal(rows.length, Number(last.slice(0, 4)));
  });

  test(`a database of the ${program} before the schema of November 2026 is refused and unchanged`, async (t) => {
    const file = join(newFolder(t), 'test.sqlite');
    const [first = ''] = Object.keys(migrations);
    const older = { [first]: { async up() {} } };
    await (await openDatabase(sqliteDialect(file), older)).close();
    const version = 'before that of November 2026: start the version of that month';
    const message = new RegExp(`${version}.*${last}`);
    const refused = { name: 'UnsupportedDatabaseError', exit: 'invalid', message };
    for (const migrate of ['always', 'if-empty', 'never'] as const)
      await assert.rejects(openDatabase(sqliteDialect(file), migrations, { migrate }), refused);
    assert.throws(() => checkCopy(file, 'the backup', migrations), refused);
    // Opening it with this migration alone and without migrating throws if another one has run.
    await (await openDatabase(sqliteDialect(file), older, { migrate: 'never' })).close();
  });

  test(`a database of the ${program} with the schema of November 2026 gets the migrations since`, async (t) => {
    const file = join(newFolder(t), 'test.sqlite');
    const before = await openDatabase<unknown>(sqliteDialect(file), through(last, migrations));
    await before.close();
    const { db, close } = await openDatabase<unknown>(sqliteDialect(file), migrations);
    t.after(close);
    const { rows } = await sql`select name from ${sql.table(migrationTable)}`.execute(db);
    assert.equal(rows.length, Object.keys(migrations).length);
  });
}
