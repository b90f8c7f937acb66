import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { columnNames, toTexts } from '#src/api-host/admin/application-columns.ts';
import { csvLine } from '#src/api-host/admin/csv.ts';
import { planImport, writeImport } from '#src/api-host/admin/import-openings.ts';
import { formatOpeningsCsv, parseOpeningsFile } from '#src/api-host/admin/openings-file.ts';
import { setStages } from '#src/api-host/admin/set-stages.ts';
import { parseStagesFile } from '#src/api-host/admin/stages-file.ts';
import { applicationStore } from '#src/api-host/applications.ts';
import { openEmptyDatabase } from '#src/api-host/data.ts';
import type { HostDatabase } from '#src/api-host/database/schema.ts';
import { readApplications } from '#src/api-host/database/stored-applications.ts';
import { readAllOpenings } from '#src/api-host/openings.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { importOpenings, opening, parseOpenings, timeZone } from './support/openings.ts';

const now = new Date('2026-11-20T09:00:00Z');

/** Texts that readers of CSV take for something else. */
const text = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        ...["'", '=', '+1', '-', '@', '"', ';', ',', '\t', '\n', '\r\n', ' ', 'x', '007', '＝'],
        ...[
          '#NAME?',
          '#REF!',
          '1E+5',
          'TRUE',
          'May 1',
          '&amp;',
          '&lt;p&gt;',
          '<b>',
          '(required)',
          '[',
        ],
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const visible = text.filter((value) => value.trim() !== '' && !value.includes('\0'));

async function exported(database: HostDatabase): Promise<string> {
  const parts: string[] = [];
  for await (const part of formatOpeningsCsv(readAllOpenings(database))) parts.push(part);
  return parts.join('');
}

async function read(database: HostDatabase, csv: string): Promise<void> {
  const options = { now, timeZone };
  const plan = await planImport(database, parseOpeningsFile(Buffer.from(csv)), options);
  await writeImport(database, plan, now);
}

test('openings that are exported, imported and exported again are the same bytes, in the same database and in another', async () => {
  const one = fc.record({
    role_name: visible,
    company_name: fc.constantFrom('=A', 'B &amp;amp; C', '#NAME?'),
    jobdescription: text,
    jobstatus: fc.constantFrom('', ' ', '\t', 'x'),
    requiredskill: text,
    locations: fc.array(fc.record({ city: text, region: text }), { maxLength: 2 }),
    questions: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('1', '007', '=1'),
        question: text,
        required: fc.constantFrom('1', '0'),
      }),
      { selector: ({ id }) => id, maxLength: 2 },
    ),
    closing_date: fc.constantFrom(null, '2999-12-31', '2020-01-01T10:00:00Z'),
    closed_since: fc.constantFrom(null, '2026-11-01T10:00:00+01:00'),
    date_posted: fc.constantFrom(null, '2026-01-31', '2999-01-01'),
    team: text,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 3 }), async (list) => {
      const [database, another] = await Promise.all([openEmptyDatabase(), openEmptyDatabase()]);
      const openings = list.map((each, id) => ({ ...opening(), company_id: null, ...each, id }));
      await importOpenings(database, parseOpenings(openings), now);
      const csv = await exported(database);
      await read(database, csv);
      assert.equal(await exported(database), csv);
      await read(another, csv);
      assert.equal(await exported(another), csv);
      await Promise.all([database.close(), another.close()]);
    }),
    { numRuns: 40 },
  );
});

test('notes of stages that are exported and read again are the same, and change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (note) => {
      const database = await openEmptyDatabase();
      const [baker = assert.fail()] = parseOpenings([opening()]);
      const applied = await applicationStore(database).apply(
        buildApplication(),
        baker,
        undefined,
        now,
      );
      const applicant = applied.kind === 'accepted' ? applied.id : assert.fail();
      const asCsv = async () => {
        let csv = csvLine(columnNames());
        for await (const application of readApplications(database.db))
          csv += csvLine(toTexts(application));
        return csv;
      };
      await setStages(database, [{ applicant, stage: 'review', note }], { now });
      const csv = await asCsv();
      const later = new Date('2026-11-21T09:00:00Z');
      const results = await setStages(database, parseStagesFile(Buffer.from(csv)), { now: later });
      assert.deepEqual(
        results.map(({ changed }) => changed),
        [false],
      );
      assert.equal(await asCsv(), csv);
      await database.close();
    }),
    { numRuns: 40, examples: [['x;"=1+1&"'], ["x;'=1"], ['#NAME?'], ['=1']] },
  );
});
