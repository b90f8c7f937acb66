import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import fc from 'fast-check';
import { ImportError } from '#src/api-host/admin/csv.ts';
import { openingColumns } from '#src/api-host/admin/opening-columns.ts';
import {
  formatOpeningsCsv,
  formatOpeningsJson,
  openingsTemplate,
  parseOpeningsFile,
} from '#src/api-host/admin/openings-file.ts';
import { asStored } from '#src/api-host/openings/opening-store.ts';
import { readSampleData } from '#src/api-host/openings/sample-data.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { opening, parseOpenings } from './support/openings.ts';

const parse = (file: string) =>
  parseOpeningsFile(Buffer.from(file)).openings.map((item) => asStored(item.opening));

function problemsOf(file: string | Uint8Array): readonly string[] {
  try {
    parseOpeningsFile(typeof file === 'string' ? Buffer.from(file) : file);
  } catch (error) {
    if (error instanceof ImportError) return error.problems;
    throw error;
  }
  assert.fail('the file was accepted');
}

async function written(
  format: typeof formatOpeningsCsv,
  openings: readonly Opening[],
): Promise<string> {
  const batches = async function* () {
    yield openings;
  };
  return text(Readable.from(format(batches())));
}

/** As a spreadsheet with another separator and another line end saves it. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom("'", '=', '007', ';', ',', '"', '\n', '[', '{', '(required)', ' x')),
  )
  .map((value) => (typeof value === 'string' ? value : value.join('')))
  .filter((value) => value.trim() !== '' && !value.includes('\0'));
const id = fc.oneof(fc.integer({ min: 1 }).map(String), fc.constantFrom('007', '1E5', '=1', 'a/b'));
const openings: fc.Arbitrary<Opening[]> = fc
  .uniqueArray(
    fc.record(
      {
        id,
        role_name: anyText,
        company_id: id,
        company_name: anyText,
        jobdescription: anyText,
        requiredskill: anyText,
        locations: fc.array(
          fc.record(
            { city: anyText, region: anyText, country: anyText },
            { requiredKeys: ['city'] },
          ),
        ),
        questions: fc.uniqueArray(
          fc.record(
            {
              id,
              question: anyText,
              required: fc.constantFrom('1', '0', ''),
              interview_questions_id: id,
            },
            { requiredKeys: ['id', 'question', 'required'] },
          ),
          { selector: (question) => question.id },
        ),
        date_posted: fc.constantFrom('2026-01-31', '2026-01-31T10:00:00+01:00'),
        salary: fc.record({
          min: fc.nat(1000),
          max: fc.double({ min: 1000, max: 1e9, noNaN: true }),
          currency: fc.constantFrom('NGN', 'ngn'),
          unit: fc.constantFrom('MONTH', 'a shift'),
        }),
        language: fc.constantFrom('fr', 'en-NG', 'zh-Hant-TW'),
        team: fc.oneof(anyText, fc.record({ name: anyText })),
        further: anyText,
      },
      { requiredKeys: ['id', 'role_name', 'company_id', 'company_name'] },
    ),
    { selector: (one) => one.id },
  )
  .map((list) => parseOpenings(list).map(asStored));

test('openings are read from CSV and from JSON as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(openings, async (list) => {
      assert.deepEqual(parse(await written(formatOpeningsCsv, list)), list);
      assert.deepEqual(parse(await written(formatOpeningsJson, list)), list);
    }),
    { numRuns: 80 },
  );
});

test('the cells of the samples are readable, and have no JSON', async () => {
  const { openings: samples } = await readSampleData();
  const list = parseOpenings(samples.map((sample) => ({ ...sample, company_name: 'C' })));
  for (const column of openingColumns.filter(({ name }) => name !== 'further'))
    for (const one of list) assert.doesNotMatch(column.write(one), /^[[{]["{]/, column.name);
});

test('short forms are read; ids of questions are assigned', () => {
  const [one] = parse(
    'role_name;company_name;locations;questions;salary\n' +
      'Baker;Bakery;"Lagos, Lagos State, NG; Abuja";"Nights? (required)\n[1] Ovens?";900 NGN HOUR',
  );
  assert.deepEqual(one?.locations, [
    { city: 'Lagos', region: 'Lagos State', country: 'NG' },
    { city: 'Abuja' },
  ]);
  const questions = one?.questions.map(({ id, question, required }) => [id, question, required]);
  assert.deepEqual(questions, [
    ['2', 'Nights?', '1'],
    ['1', 'Ovens?', '0'],
  ]);
  const [two] = parse('role_name,company_name,questions\nBaker,Bakery,"Nights?\nOvens?"');
  const ids = two?.questions.map(({ id }) => id);
  assert.deepEqual(ids, ['1', '2']);
  assert.deepEqual(one?.salary, { min: 900, max: 900, currency: 'NGN', unit: 'HOUR' });
});

test('empty columns that a spreadsheet has added are no fault', () => {
  const file = 'role_name,company_name,,\r\nBaker,Bakery,,\r\n , ,,\r\nCook,Bakery, ,\r\n';
  const roles = parse(file).map(({ role_name }) => role_name);
  assert.deepEqual(roles, ['Baker', 'Cook']);
  assert.deepEqual(problemsOf('role_name,company_name,\nBaker,Bakery,x\n'), [
    'Line 2: it has 3 cells, and the first line 2.',
  ]);
});

test('the template is a valid file', () => {
  const { openings: list, absent } = parseOpeningsFile(Buffer.from(openingsTemplate()));
  assert.deepEqual([list.length, absent], [1, []]);
  const [header = '', row] = openingsTemplate().split('\r\n');
  assert.equal(
    header.replaceAll(/["\ufeff]/g, ''),
    'id,role_name,company_id,company_name,locations,jobdescription,jobstatus,requiredskill,extra_skill,questions,date_posted,closing_date,closed_since,employment_type,salary,language,further',
  );
  assert.equal(
    row,
    `,"Head Baker",,"My Bakery","Victoria Island, Lagos, Nigeria","<p>You bake bread for forty shops.</p>","Full time","Baking",,"Can you work at night? (required)\nWhich ovens do you know?","'2026-01-31","'2026-12-31",,"FULL_TIME","'120000 - 150000 NGN MONTH","en",`,
  );
});

test('each fault is named by line, id and column, with the format that is expected', () => {
  assert.deepEqual(
    problemsOf(
      [
        'id,role_name,company_name,closing_date,salary,questions,further',
        '1,Baker,Bakery,soon,,,',
        '2,"two\nlines",Bakery,31/12/2026,much,,',
        '..,Baker,Bakery,,,,',
        '1,Baker,Bakery,,,,',
        ',,,,,,{}',
        '5,Baker,Bakery,,,"[7] a\n[7] b",no',
        '6,Baker,Bakery,,150 - 50 NGN MONTH,,',
      ].join('\n'),
    ),
    [
      'Line 2 (id 1): closing_date: "soon": it must be a date such as 2026-12-31, or an instant such as 2026-12-31T18:00:00Z.',
      'Line 3 (id 2): closing_date: "31/12/2026": it must be a date such as 2026-12-31, or an instant such as 2026-12-31T18:00:00Z.',
      'Line 3 (id 2): salary: "much": it must be an amount such as "120000 - 150000 NGN MONTH" (HOUR, DAY, WEEK, MONTH or YEAR).',
      'Line 5 (id ..): id: the site could not serve it: an address cannot contain it.',
      'Line 7: role_name is empty.',
      'Line 7: company_id and company_name are empty; one of them is required.',
      'Line 8: further: it must be a JSON object of further fields.',
      'Line 8 (id 5): it has two questions with id 7.',
      'Line 10 (id 6): salary.min: 150: it is above the maximum; the field must be an amount such as "120000 - 150000 NGN MONTH" (HOUR, DAY, WEEK, MONTH or YEAR).',
    ],
  );
  const long = 'x'.repeat(80);
  assert.match(
    problemsOf(`id,role_name,company_name,closing_date\n1,a,b,${long}`)[0] ?? '',
    /^Line 2 \(id 1\): closing_date: "x{59}…: it must be/,
  );
  assert.deepEqual(problemsOf('id,role_name,company_name\n7,a,b\n7,c,d'), [
    'Line 3 (id 7): id: Line 2 (id 7) has the same.',
  ]);
  assert.match(
    problemsOf('id,role,role_name\n')[0] ?? '',
    /^Line 1: there is no column "role"\. The columns are id, role_name, /,
  );
  assert.deepEqual(problemsOf('id,role_name,company_name,Role_Name\n1,a,b,c'), [
    'Line 1: there are two columns "role_name".',
  ]);
  assert.deepEqual(problemsOf('id,role_name\n1,a,b'), [
    'Line 2: it has 3 cells, and the first line 2.',
  ]);
  assert.deepEqual(problemsOf(''), ['The file is empty. It must contain a list of openings.']);
  assert.match(problemsOf(Buffer.from('id\nCaf\xe9', 'latin1'))[0] ?? '', /not UTF-8.*"CSV UTF-8"/);
  for (const file of ['{}', '{"data":null}', '{"data":{}}', '{"openings":[]}'])
    assert.deepEqual(problemsOf(file), ['The file must contain a list of openings.'], file);
  assert.match(problemsOf('[{]')[0] ?? '', /^It could not be read as JSON: /);
  assert.deepEqual(problemsOf(JSON.stringify([opening({ id: 'a\tb' })])), [
    'Opening 1 (id a\tb): id: the site could not serve it: it has a control character.',
  ]);
});

test('an id can be a part of an address, and a fault quotes at most 60 characters', () => {
  const csv = (id: string, date: string) =>
    `id,role_name,company_name,closing_date\n${id},Baker,Bakery,${date}`;
  assert.equal(parse(csv('x'.repeat(200), '')).length, 1);
  for (const [id, problem] of [
    ['x'.repeat(201), 'it has 201 characters, the limit is 200'],
    ['.', 'an address cannot contain it'],
    ['..', 'an address cannot contain it'],
    ['index.html', 'an address cannot contain it'],
  ] as const)
    assert.deepEqual(problemsOf(csv(id, '')), [
      `Line 2 (id ${id}): id: the site could not serve it: ${problem}.`,
    ]);
  const quoted = (characters: number) =>
    /closing_date: ("x+"?…?):/.exec(problemsOf(csv('1', 'x'.repeat(characters))).join())?.[1];
  assert.equal(quoted(58), `"${'x'.repeat(58)}"`);
  assert.equal(quoted(59), `"${'x'.repeat(59)}…`);
});

test('a file in UTF-16 is read, and two cities with a slash are two', () => {
  const csv = '\ufeffrole_name,company_name,locations\nBread & Tea,Food & Co,Lagos / Ife & Ede';
  const little = Buffer.from(csv, 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()]) {
    const [item] = parseOpeningsFile(bytes).openings;
    const { role_name, company_name, locations } = item?.opening ?? {};
    assert.deepEqual([role_name, company_name], ['Bread & Tea', 'Food & Co']);
    assert.deepEqual(locations, [{ city: 'Lagos' }, { city: 'Ife & Ede' }]);
  }
});

test("the API's own response: numbers for ids, null, unknown fields", () => {
  const sent = {
    ...opening({ role_name: 'Food & Beverage Manager', locations: null, jobstatus: null }),
    questions: [{ id: 7, question: 'At night?', required: 1, interview_questions_id: null }],
    salary: { min: '100.50', max: 200, currency: 'NGN', unit: 'DAY' },
    internal_code: 'FB-1',
  };
  const [one] = parse(JSON.stringify({ status: true, data: [sent] }));
  assert.deepEqual(
    [one?.id, one?.role_name, one?.locations, one?.jobstatus, one?.internal_code],
    ['101', 'Food & Beverage Manager', [], '', 'FB-1'],
  );
  assert.deepEqual(one?.questions, [{ id: '7', question: 'At night?', required: '1' }]);
  assert.equal(one?.salary?.min, 100.5);
});

test('spreadsheets save with sep=, semicolons or tabs, a guarded id and empty rows', () => {
  const rows = [
    ['ID', 'Role_Name', 'Company_Name', 'Further', ''],
    ["'007", '"Chef, ""Grill"""', "Mama's", '"{""team"":""Night""}"', ''],
    ['', '', '', '', ''],
  ];
  for (const [first, separator] of [
    ['sep=;\r\n', ';'],
    ['', '\t'],
  ] as const) {
    const file = rows.map((cells) => `${cells.join(separator)}\r\n`).join('');
    const [one, ...others] = parse(`\ufeff${first}${file}`);
    assert.deepEqual(
      [one?.id, one?.role_name, one?.company_name, one?.team, others],
      ['007', 'Chef, "Grill"', "Mama's", 'Night', []],
    );
  }
});
