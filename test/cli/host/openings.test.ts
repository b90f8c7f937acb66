import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import writeExcelFile from 'write-excel-file/node';
import { apply, type TestHost, temporaryDirectory, testHost } from '#test/api-host/support/host.ts';
import { opening, testOpenings } from '#test/api-host/support/openings.ts';
import { servers } from '#test/support/deployment.ts';
import { hostCommand } from '../support/host-command.ts';

/** A data directory, and `careers host openings` on it. */
async function setUp(t: TestContext) {
  const dataDir = await temporaryDirectory(t);
  const run = async (...args: readonly string[]) => {
    const result = await hostCommand(dataDir, ['openings', ...args]);
    assert.equal(result.code, 0, result.stderr);
    return result;
  };
  const file = async (content: unknown, name = 'openings.json') => {
    const path = join(dataDir, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  return {
    dataDir,
    run,
    file,
    importing: async (content: unknown, ...args: readonly string[]) =>
      JSON.parse((await run('import', await file(content), '--json', ...args)).stdout),
    failing: (...args: readonly string[]) => hostCommand(dataDir, ['openings', ...args]),
  };
}

const listed = async (host: TestHost) =>
  (await host.call('openingsall')).body.data
    .map(({ id, role_name }: Record<string, string>) => `${id} ${role_name}`)
    .toSorted();

test('openings of a spreadsheet get ids, are served at once by a running host, and come back as they were', async (t) => {
  const { dataDir, run, importing, file } = await setUp(t);
  assert.equal((await importing(testOpenings)).added, 3);
  const host = await testHost(t, { dataDir });
  const csv =
    '\ufeffrole_name;company_name;locations\r\n"Night ""Baker""";TEST bakery;Lagos; \r\nChef;New Diner;Abuja\r\n';
  const { stdout } = await run('import', await file(csv.replace('; \r', '\r'), 'new.csv'));
  assert.equal(stdout, '2 openings added, 0 changed, 0 unchanged.\n');
  assert.deepEqual(await listed(host), [
    '101 Head Baker',
    '102 Oven Hand',
    '201 Grill Cook',
    '202 Night "Baker"',
    '203 Chef',
  ]);
  const found = (await host.call('findopening/202')).body.data;
  assert.deepEqual([found.company_id, found.company_name], ['1', 'Test Bakery']);
  assert.equal((await host.call('findopening/203')).body.data.company_id, '3');

  for (const name of ['all.csv', 'all.json']) {
    const path = join(dataDir, name);
    assert.match((await run('export', path)).stdout, /^5 openings written to /);
    const again = JSON.parse((await run('import', path, '--json')).stdout);
    assert.deepEqual([again.changes, again.unchanged], [[], 5]);
  }
  assert.ok((await run('export', '-')).stdout.includes('"Night ""Baker"""'));
  assert.equal(JSON.parse((await run('export', '-', '--format', 'json')).stdout).length, 5);
});

test('openings are imported from XLSX as from CSV, with guards, numbers, dates and times', async (t) => {
  const { dataDir, run, failing } = await setUp(t);
  const path = join(dataDir, 'openings.xlsx');
  const header = [
    'ID',
    'Role_Name',
    'company_name',
    'locations',
    'date_posted',
    'closing_date',
    '',
  ];
  const date = (iso: string) => ({ value: new Date(iso), type: Date, format: 'yyyy-mm-dd hh:mm' });
  const cells = [
    header,
    [
      101,
      "'=1+1",
      'My Diner',
      'Lagos; Abuja',
      date('2026-01-31T00:00:00Z'),
      date('2999-12-31T17:30:00Z'),
      null,
    ],
    Array.from(header, () => null),
    ["'007", '#NAME?', 'My Diner', null, "'2026-02-01", null, ' '],
  ].map((row) =>
    row.map((value) => (value !== null && typeof value === 'object' ? value : { value })),
  );
  await writeExcelFile(cells as never).toFile(path);
  assert.match((await run('import', path)).stdout, /^2 openings added/m);
  const [second, first] = JSON.parse((await run('export', '-', '--format', 'json')).stdout);
  assert.deepEqual(
    [first.id, first.role_name, first.locations, first.date_posted, first.closing_date],
    ['101', '=1+1', [{ city: 'Lagos' }, { city: 'Abuja' }], '2026-01-31', '2999-12-31T17:30:00'],
  );
  assert.deepEqual(
    [second.id, second.role_name, second.date_posted],
    ['007', '#NAME?', '2026-02-01'],
  );
  await writeExcelFile(
    [
      ['id', 'role'],
      [1, 'x'],
    ].map((row) => row.map((value) => ({ value }))) as never,
  ).toFile(path);
  const refused = await failing('import', path);
  assert.equal(refused.code, 3);
  assert.ok(refused.stderr.includes(`${path}: Line 1: there is no column "role".`), refused.stderr);
  await writeFile(path, 'PK\u0003\u0004 no archive');
  const broken = await failing('import', path);
  assert.deepEqual([broken.code, /It could not be read as XLSX/.test(broken.stderr)], [3, true]);
});

test('an id is not assigned again after its opening was removed, because applications may name it', async (t) => {
  const { dataDir, run, importing } = await setUp(t);
  const host = await testHost(t, { dataDir });
  await importing([opening({ id: 7000 })]);
  await apply(host, { joblistingid: '7000' });
  const { stdout } = await run('remove', '7000', '--dry-run');
  assert.equal(stdout, '1 opening would be removed, 1 application kept.\n');
  assert.equal((await host.call('findopening/7000')).httpStatus, 200);
  await run('remove', '7000');
  assert.equal((await host.call('findopening/7000')).httpStatus, 404);
  const isFound = (await host.call('openings?company_id=1&q=baker')).body.data.some(
    ({ id }: { id: string }) => id === '7000',
  );
  assert.equal(isFound, false);
  const [change] = JSON.parse(
    (await run('add', '--role-name', 'Cook', '--company-id', '1', '--json')).stdout,
  ).changes;
  assert.equal(change.id, '7001');
  const listedApplications = await hostCommand(dataDir, ['applications', '--json']);
  assert.equal(JSON.parse(listedApplications.stdout)[0].joblistingid, '7000');
});

test('a dry run shows what would change and writes nothing, not even a database', async (t) => {
  const { dataDir, run, importing, file } = await setUp(t);
  const path = await file([opening()]);
  assert.match(
    (await run('import', path, '--dry-run')).stdout,
    /added\t101\tHead Baker\t\n1 opening added, 0 changed, 0 unchanged\. Nothing was written/,
  );
  if (!servers)
    await assert.rejects(readFile(join(dataDir, 'api-host.sqlite')), { code: 'ENOENT' });
  await importing(testOpenings);
  const before = (await run('export', '-')).stdout;
  const changed = [opening({ role_name: 'Baker', salary: null }), opening({ id: 102 })];
  const { changes } = await importing(changed, '--dry-run');
  const common = { change: 'changed', status: 'open', date_posted: '2025-12-30' };
  assert.deepEqual(changes, [
    { ...common, id: '101', role_name: 'Baker', fields: ['role_name', 'salary'] },
    {
      ...common,
      id: '102',
      role_name: 'Head Baker',
      fields: ['role_name', 'requiredskill', 'questions', 'date_posted'],
    },
  ]);
  for (const args of [
    ['close', '101'],
    ['edit', '101', '--role-name', 'X'],
    ['add', '--role-name', 'X', '--company-id', '1'],
  ])
    await run(...args, '--dry-run');
  assert.equal((await run('export', '-')).stdout, before);
});

test('add and edit set fields, an empty value removes one, and others are kept', async (t) => {
  const { dataDir, run, importing, failing } = await setUp(t);
  await importing([opening({ team: 'Night' })]);
  await run(
    ...['edit', '101', '--role-name', 'Baker', '--salary', '', '--locations', 'Jos; Kano'],
    ...['--questions', '[1002] Which ovens? (required)'],
  );
  const host = await testHost(t, { dataDir });
  const { salary, ...data } = (await host.call('findopening/101')).body.data;
  assert.equal(salary, undefined);
  assert.deepEqual(
    [data.role_name, data.company_id, data.team, data.jobstatus, data.locations],
    ['Baker', '1', 'Night', 'Full time', [{ city: 'Jos' }, { city: 'Kano' }]],
  );
  assert.deepEqual(data.questions, [{ id: '1002', question: 'Which ovens?', required: '1' }]);
  const unknown = await failing('edit', '9', '--role-name', 'X');
  assert.deepEqual([unknown.code, unknown.stderr], [5, 'error: there is no opening 9\n']);
  const empty = await failing('edit', '101', '--role-name', ' ');
  assert.deepEqual(
    [empty.code, empty.stderr],
    [3, 'error: The opening (id 101): role_name is empty.\n'],
  );
  const without = await failing('add', '--role-name', 'X');
  assert.match(without.stderr, /company_id and company_name are empty; one of them is required/);
  assert.equal(without.code, 3);
});

test('add does not change an opening that has the id', async (t) => {
  const { importing, failing, run } = await setUp(t);
  await importing([opening()]);
  const again = await failing('add', '--id', '101', '--role-name', 'X', '--company-name', 'Y');
  const message = 'error: there is an opening 101 already; careers host openings edit changes it\n';
  assert.deepEqual([again.code, again.stderr], [3, message]);
  assert.doesNotMatch((await run('export', '-')).stdout, /"X"/);
});

test('a closed opening is not opened by an import unless --reopen is given', async (t) => {
  const { dataDir, run, importing, file } = await setUp(t);
  await importing(testOpenings);
  const host = await testHost(t, { dataDir });
  await run('close', '101', '102');
  assert.equal((await host.call('findopening/101')).httpStatus, 410);
  const path = await file([opening({ role_name: 'Renamed', closing_date: '2999-01-01' })]);
  const { stdout, stderr } = await run('import', path, '--json');
  const { changes, stays_closed } = JSON.parse(stdout);
  assert.deepEqual(stays_closed, ['101']);
  assert.deepEqual(changes[0].fields, ['role_name', 'closing_date']);
  assert.match(stderr, /^warning: closed openings stay closed: 101\. Open them with --reopen/);
  assert.equal((await host.call('findopening/101')).httpStatus, 410);
  await run('import', path, '--reopen');
  assert.equal((await host.call('findopening/101')).body.data.closing_date, '2999-01-01');
  await run('reopen', '102');
  assert.equal((await host.call('findopening/102')).body.data.closing_date, undefined);
  await run('edit', '102', '--closing-date', '2020-01-01');
  assert.equal((await host.call('findopening/102')).httpStatus, 410);
  await run('edit', '102', '--closing-date', '2999-01-01');
  assert.equal((await host.call('findopening/102')).httpStatus, 200);
});

test('a file with one fault changes nothing', async (t) => {
  const { importing, run, failing, file } = await setUp(t);
  await importing(testOpenings);
  const before = (await run('export', '-')).stdout;
  for (const [content, problem] of [
    [
      'id,role_name,company_id,closing_date\n101,New,1,\n102,New,1,tomorrow',
      'Line 3 (id 102): closing_date: "tomorrow": it must be',
    ],
    [
      'id,role_name,company_id\n101,New,1\n5,New,99',
      'Line 3 (id 5): company_name: company 99 has no name in the file and none in the database.',
    ],
    [
      'id,role_name,company_id,company_name\n101,New,1,A\n5,New,1,B',
      'Line 2 (id 101): company_name: company 1 has two names in the file, A and B.',
    ],
    [
      'id,role_name,company_id\nindex.html,New,1',
      'Line 2 (id index.html): id: the site could not serve it: an address cannot contain it.',
    ],
    ['id,closing_date\n101,2999-01-01\n5,', 'Line 3 (id 5): role_name is empty.'],
  ] as const) {
    const path = await file(content, 'wrong.csv');
    const { code, stderr } = await failing('import', path);
    assert.equal(code, 3);
    assert.ok(stderr.includes(`${path}: ${problem}`), stderr);
  }
  assert.equal((await run('export', '-')).stdout, before);
  assert.equal((await failing('export', 'openings.xls')).code, 2);
  assert.match(
    (await failing('import', '/none.csv')).stderr,
    /^error: \/none\.csv: there is no such file$/m,
  );
});

test('a file without a company and some columns: --company names it, and the columns keep their values', async (t) => {
  const { importing, run, file, failing } = await setUp(t);
  const csv = (role: string) => `id,role_name,closing_date\nA-1,${role},\nA-2,Porter,\n`;
  const unnamed = await failing('import', await file(csv('Cook')));
  assert.equal(unnamed.code, 3);
  assert.match(unnamed.stderr, /company_id and company_name are empty; one of them is required/);
  const { added, companies } = await importing(csv('Cook'), '--company', 'My Grill');
  assert.deepEqual([added, companies], [2, 1]);
  await run('edit', 'A-1', '--requiredskill', 'Rice');
  await run('close', 'A-2');
  const again = await importing(csv('Head Cook'), '--company', 'my grill');
  assert.deepEqual(
    [again.changes.map(({ id, fields }: Record<string, unknown>) => [id, fields]), again.unchanged],
    [[['A-1', ['role_name']]], 1],
  );
  assert.deepEqual(again.stays_closed, ['A-2']);
  const [opening] = JSON.parse((await run('export', '-', '--format', 'json')).stdout);
  assert.deepEqual([opening.company_name, opening.requiredskill], ['My Grill', 'Rice']);
  const nothing = await importing([], '--company', 'My Grill');
  assert.deepEqual([nothing.changes, nothing.unchanged], [[], 0]);
});
