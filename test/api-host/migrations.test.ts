import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { importOpenings, parseOpenings } from '#src/api-host/admin/import-openings.ts';
import type { Engine } from '#src/api-host/database/engine.ts';
import { openDatabase } from '#src/api-host/database/open.ts';
import { sqliteEngine } from '#src/api-host/database/sqlite.ts';
import { openingStore } from '#src/api-host/openings.ts';
import { temporaryDirectory } from './support/host.ts';
import { testOpenings } from './support/openings.ts';

const now = new Date('2026-11-20T09:00:00Z');

test('a search index of before row numbers goes on finding its openings, and replaces them', async (t) => {
  const file = join(await temporaryDirectory(t), 'old.sqlite');
  const engine = sqliteEngine(file);
  const { '0004-sqlite-search-rows': _later, ...earlier } = engine.migrations;
  const old: Engine = {
    ...engine,
    migrations: earlier,
    async indexOpening(trx, id, { role, skills, cities, description }) {
      await sql`insert into openings_search values (${id}, ${role}, ${skills}, ${cities}, ${description})`.execute(
        trx,
      );
    },
  };
  const openings = parseOpenings(testOpenings);
  const before = await openDatabase(old);
  await importOpenings({ db: before, engine: old }, openings, now);
  await before.destroy();

  const db = await openDatabase(engine);
  t.after(() => db.destroy());
  const found = async (q: string) =>
    (await openingStore(db, engine).search({ company_id: '1', q }, now)).map(({ id }) => id);
  assert.deepEqual(await found('oven'), ['102']);
  const renamed = openings.map((opening) => ({ ...opening, role_name: `New ${opening.id}` }));
  await importOpenings({ db, engine }, renamed, now);
  assert.deepEqual(await found('oven'), []);
  assert.deepEqual(await found('new 102'), ['102']);
});

test('a migration that fails takes nothing half-way, not even those before it', async (t) => {
  const file = join(await temporaryDirectory(t), 'new.sqlite');
  const engine = sqliteEngine(file);
  const broken: Engine = {
    ...engine,
    migrations: {
      ...engine.migrations,
      '9999-broken': {
        async up(db) {
          await sql`create table half (way text)`.execute(db);
          throw new Error('the power went');
        },
      },
    },
  };
  await assert.rejects(openDatabase(broken), /the power went/);
  const bare = await openDatabase({ ...engine, migrations: {} });
  t.after(() => bare.destroy());
  const tables = (await bare.introspection.getTables()).map(({ name }) => name);
  assert.ok(!tables.includes('half') && !tables.includes('openings_search'), tables.join());
});

test('a database that a newer version has changed is refused, not guessed at', async (t) => {
  const file = join(await temporaryDirectory(t), 'newer.sqlite');
  const engine = sqliteEngine(file);
  const newer = await openDatabase({
    ...engine,
    migrations: { ...engine.migrations, '9999-of-the-future': { async up() {} } },
  });
  await newer.destroy();
  await assert.rejects(openDatabase(engine), /9999-of-the-future/);
});
