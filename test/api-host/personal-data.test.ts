import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Kysely } from 'kysely';
import { exportPerson } from '#src/api-host/admin/export-person.ts';
import { hostTables } from '#src/api-host/database/schema.ts';
import { erase } from '#src/api-host/erase.ts';
import type { PersonalData } from '#src/database/copy-tables.ts';
import { cleanupOf, dataIn, temporaryDirectory } from './support/host.ts';

const address = 'ada@example.com';
const instant = '2026-01-01T00:00:00.000Z';
const now = new Date('2036-01-01T00:00:00Z');

/** The values of the columns that are no free text. Any other text is `<table> <column>`, so that an export with it is found. */
const values: Readonly<Record<string, string>> = {
  'applications id': 'APPLICANT',
  'alerts id': 'ALERT',
  'alerts search': '{"q":"alerts search"}',
  applicant_id: 'APPLICANT',
  alert_id: 'ALERT',
  address_key: address,
  emailaddress: address,
  email: address,
  answers: '[]',
  scan_state: 'unscanned',
  former: '{"filename":"documents former","stored_as":"x","scan_state":"infected"}',
  openings: '[]',
};

type Row = Readonly<Record<string, string | number>>;
interface PersonalTable {
  readonly table: string;
  readonly personal: PersonalData<Row>;
}
const personalTables: readonly PersonalTable[] = Object.entries(hostTables).flatMap(
  ([table, { personal }]) =>
    personal === 'none' ? [] : [{ table, personal: personal as PersonalData<Row> }],
);

test('what each table has about a person is exported as described, and erased with the person and by age', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const data = await dataIn(t, dataDir);
  // biome-ignore lint/suspicious/noExplicitAny: the names of tables and columns are values here
  const db: Kysely<any> = data.database.db;
  const described = await db.introspection.getTables();

  async function insertRows(): Promise<ReadonlyMap<string, Row>> {
    const rows = new Map<string, Row>();
    for (const { table } of personalTables) {
      const columns = described.find(({ name }) => name === table)?.columns ?? [];
      const row = Object.fromEntries(
        columns.map(({ name, dataType }) => [
          name,
          /int/i.test(dataType)
            ? 1
            : (values[`${table} ${name}`] ??
              values[name] ??
              (name.endsWith('_at') ? instant : `${table} ${name}`)),
        ]),
      );
      await db.insertInto(table).values(row).execute();
      rows.set(table, row);
    }
    return rows;
  }
  async function remaining(): Promise<string[]> {
    const found: string[] = [];
    for (const { table, personal } of personalTables)
      if (
        personal.retainedWith !== 'ends_at' &&
        (await db.selectFrom(table).selectAll().execute()).length
      )
        found.push(table);
    return found;
  }

  const rows = await insertRows();
  const target = join(await temporaryDirectory(t), 'ada');
  await exportPerson(data, address, target, { submissions: [], withHeld: true });
  const shown = readFileSync(join(target, 'person.json'), 'utf8').replaceAll('\\"', '"');
  for (const { table, personal } of personalTables) {
    const row = rows.get(table) ?? {};
    if (personal.retainedWith === 'ends_at') assert.ok('ends_at' in row, table);
    if (Array.isArray(personal.exported))
      for (const column of personal.exported)
        assert.ok(
          shown.includes(`"${column}": "${row[column]}"`) || shown.includes(`${table} ${column}`),
          `${table} ${column}`,
        );
    else assert.equal(shown.includes(`"${table} `), personal.exported !== 'none', table);
  }

  const cleanup = cleanupOf(data, () => now);
  await erase(data.database, cleanup, { address });
  assert.deepEqual(await remaining(), []);
  await db.deleteFrom('mail_counts').execute();
  await insertRows();
  assert.equal((await remaining()).length > 5, true);
  const retention = { days: 1, daysOfCompanies: new Map<string, number>() };
  await erase(data.database, cleanup, { retention, now });
  assert.deepEqual(await remaining(), []);
});
