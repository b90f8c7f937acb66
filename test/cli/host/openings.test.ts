import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  apply,
  environmentIn,
  type TestHost,
  temporaryDirectory,
  testHost,
} from '#test/api-host/support/host.ts';
import { opening, testOpenings } from '#test/api-host/support/openings.ts';
import { servers } from '#test/support/deployment.ts';
import { hostCommand } from '../support/host-command.ts';
import { careers } from '../support/in-process.ts';

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

test('an export that is interrupted leaves nothing, and keeps the file of an earlier one', async (t) => {
  const { dataDir, importing, run } = await setUp(t);
  await importing(testOpenings);
  const directory = await temporaryDirectory(t);
  const file = join(directory, 'openings.csv');
  await run('export', `${file}/`);
  const before = await readFile(file, 'utf8');
  const interruption = new AbortController();
  interruption.abort();
  const { code, stderr } = await careers(['host', 'openings', 'export', file], {
    env: environmentIn(dataDir),
    signal: interruption.signal,
  });
  assert.deepEqual([code, stderr], [130, 'error: Interrupted. Nothing was written.\n']);
  assert.deepEqual(await readdir(directory), ['openings.csv']);
  assert.equal(await readFile(file, 'utf8'), before);
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
  assert.equal(
    (await host.call('openings?company_id=1&q=baker')).body.data.some(
      ({ id }: { id: string }) => id === '7000',
    ),
    false,
  );
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
  assert.deepEqual(changes[0].fields, ['role_name']);
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

/** As boards-api.greenhouse.io sends it with `content=true`. */
const greenhouseJob = (id: number, title: string, location = 'Lagos, Nigeria') => ({
  absolute_url: `https://boards.greenhouse.io/diner/jobs/${id}`,
  data_compliance: [{ type: 'gdpr', requires_consent: false, retention_period: null }],
  internal_job_id: id - 1,
  location: { name: location },
  metadata: null,
  id,
  updated_at: '2026-03-02T10:00:00-05:00',
  requisition_id: 'R1',
  title,
  company_name: 'Diner',
  first_published: '2026-03-01T09:30:00-05:00',
  language: 'en',
  content: '&lt;p&gt;Cook &amp;amp; serve &lt;b&gt;rice&lt;/b&gt;.&lt;/p&gt;',
  departments: [{ id: 1, name: 'Kitchen', child_ids: [], parent_id: null }],
  offices: [{ id: 2, name: 'Lagos', location: 'Lagos', child_ids: [], parent_id: null }],
});

test('the job board of Greenhouse is imported, updated, and what has left it is closed', async (t) => {
  const { dataDir, importing, run, file, failing } = await setUp(t);
  const board = (...jobs: readonly object[]) => ({ jobs, meta: { total: jobs.length } });
  await importing(testOpenings);
  await importing(board(greenhouseJob(4001, 'Cook'), greenhouseJob(4002, 'Waiter')));
  const host = await testHost(t, { dataDir });
  const { body } = await host.call('findopening/4001');
  assert.deepEqual(
    { ...body.data, company_id: '' },
    {
      id: '4001',
      role_name: 'Cook',
      company_id: '',
      company_name: 'Diner',
      locations: [{ city: 'Lagos', country: 'NG' }],
      jobdescription: '<p>Cook &amp; serve <b>rice</b>.</p>',
      jobstatus: '',
      requiredskill: '',
      extra_skill: '',
      questions: [],
      date_posted: '2026-03-01T09:30:00-05:00',
      source: 'greenhouse',
      source_url: 'https://boards.greenhouse.io/diner/jobs/4001',
    },
  );
  await run('edit', '4001', '--requiredskill', 'Rice');
  const { changes, unchanged } = await importing(
    board(greenhouseJob(4001, 'Head Cook'), greenhouseJob(4003, 'Porter')),
  );
  assert.deepEqual(
    changes.map(({ id, change }: Record<string, string>) => `${id} ${change}`),
    ['4001 changed', '4002 closed', '4003 added'],
  );
  assert.equal(unchanged, 0);
  assert.equal((await host.call('findopening/4002')).httpStatus, 410);
  assert.equal((await host.call('findopening/4001')).body.data.requiredskill, 'Rice');
  assert.equal((await host.call('openingsall')).body.data.length, 5, 'others are as before');
  const taken = await failing('import', await file(board(greenhouseJob(101, 'Cook'))));
  assert.match(
    taken.stderr,
    /Opening 1 \(id 101\): an opening with this id exists that is not of this board/,
  );
});

test('several cities of an opening of Greenhouse are divided by either of two signs', async (t) => {
  const { dataDir, importing } = await setUp(t);
  const job = greenhouseJob(4001, 'Cook', 'Lagos, Nigeria | Abuja; Kano;');
  await importing({ jobs: [job], meta: { total: 1 } });
  const host = await testHost(t, { dataDir });
  assert.deepEqual((await host.call('findopening/4001')).body.data.locations, [
    { city: 'Lagos', country: 'NG' },
    { city: 'Abuja' },
    { city: 'Kano' },
  ]);
});

test('the last opening that leaves a job board is closed, if the company is named', async (t) => {
  const { importing, file, failing } = await setUp(t);
  await importing({ jobs: [greenhouseJob(4001, 'Cook')], meta: { total: 1 } });
  const empty = { jobs: [], meta: { total: 0 } };
  const unnamed = await failing('import', await file(empty));
  assert.match(unnamed.stderr, /does not name the company of its openings: add --company/);
  assert.equal((await importing(empty, '--company', 'Another')).closed, 0);
  const refused = await failing('import', await file(empty), '--company', 'diner');
  assert.equal(refused.code, 3);
  assert.match(
    refused.stderr,
    /has 0 openings: 1 of 1 open ones would be closed\..* --allow-closing 1\./,
  );
  const permitted = ['--company', 'diner', '--allow-closing', '1'];
  assert.equal((await importing(empty, ...permitted)).closed, 1);
  const back = { jobs: [greenhouseJob(4001, 'Cook')], meta: { total: 1 } };
  assert.deepEqual((await importing(back)).changes[0].fields, ['closing_date'], 'opened again');
});

/** As api.lever.co sends it with `mode=json`. */
const leverPosting = (id: string, text: string) => ({
  additionalPlain: '',
  additional: '',
  categories: {
    commitment: 'Full-time',
    department: 'Kitchen',
    location: 'Abuja',
    team: 'Grill',
    allLocations: ['Abuja', 'Kano'],
  },
  createdAt: 1_767_225_600_000,
  descriptionPlain: 'Grill & serve.\n\nAt <night>.',
  description: '',
  id,
  lists: [{ text: 'You & we', content: '<li>Fire</li><li>Salt</li>' }],
  text,
  country: 'NG',
  workplaceType: 'onsite',
  salaryRange: { min: 100, max: 200, currency: 'NGN', interval: 'per-month-salary' },
  hostedUrl: `https://jobs.lever.co/grill/${id}`,
  applyUrl: `https://jobs.lever.co/grill/${id}/apply`,
});

test('the job board of Lever is imported for a company, updated, and what has left it is closed', async (t) => {
  const { dataDir, importing, file, failing } = await setUp(t);
  const [one, two] = [
    'b1f0c7de-0000-4000-8000-000000000001',
    'b1f0c7de-0000-4000-8000-000000000002',
  ];
  const board = [leverPosting(one, 'Grill Cook'), leverPosting(two, 'Porter')];
  const unnamed = await failing('import', await file(board));
  assert.equal(unnamed.code, 3);
  assert.match(unnamed.stderr, /does not name the company of its openings: add --company/);
  assert.equal((await importing(board, '--company', 'My Grill')).added, 2);
  const host = await testHost(t, { dataDir });
  const { company_id, ...found } = (await host.call(`findopening/${one}`)).body.data;
  assert.deepEqual(found, {
    id: one,
    role_name: 'Grill Cook',
    company_name: 'My Grill',
    locations: [
      { city: 'Abuja', country: 'NG' },
      { city: 'Kano', country: 'NG' },
    ],
    jobdescription:
      '<p>Grill &amp; serve.</p><p>At &lt;night&gt;.</p>\n<h3>You &amp; we</h3><ul><li>Fire</li><li>Salt</li></ul>\n',
    jobstatus: 'Full-time',
    requiredskill: '',
    extra_skill: '',
    questions: [],
    date_posted: '2026-01-01T00:00:00.000Z',
    employment_type: 'FULL_TIME',
    salary: { min: 100, max: 200, currency: 'NGN', unit: 'MONTH' },
    source: 'lever',
    source_url: `https://jobs.lever.co/grill/${one}`,
  });
  const again = await importing(board.slice(0, 1), '--company', company_id);
  assert.deepEqual([again.closed, again.unchanged], [1, 1]);
  assert.equal((await host.call(`findopening/${two}`)).httpStatus, 410);
  const back = await importing(board, '--company', company_id);
  assert.deepEqual(back.stays_closed, []);
  assert.equal((await host.call(`findopening/${two}`)).httpStatus, 200);
  assert.equal((await importing([])).closed, 0, 'a file without openings');
  assert.equal(
    (await importing([], '--company', 'My Grill', '--allow-closing', 'all')).closed,
    2,
    'a board without openings',
  );
});

test('a date of a job board beyond all dates is an error by opening and column', async (t) => {
  const { file, failing } = await setUp(t);
  for (const createdAt of [1e20, 8e15, -8e15]) {
    const posting = { ...leverPosting('a-1', 'Grill Cook'), createdAt };
    const { code, stderr } = await failing('import', await file([posting]), '--company', 'Grill');
    assert.equal(code, 3);
    assert.match(
      stderr,
      /^error: \S+: Opening 1 \(id a-1\): date_posted: \S+: it must be a date .*\n$/,
    );
  }
});

test('a job board that would close more than half of its openings is refused', async (t) => {
  const { importing, failing, file, run } = await setUp(t);
  const board = (...ids: readonly number[]) => ({
    jobs: ids.map((id) => greenhouseJob(id, 'Cook')),
    meta: { total: ids.length },
  });
  await importing(board(1, 2, 3, 4));
  const before = (await run('export', '-')).stdout;
  for (const allowed of [[], ['--allow-closing', '2']]) {
    const { code, stderr } = await failing('import', await file(board(1)), ...allowed);
    assert.equal(code, 3);
    assert.match(stderr, /has 1 opening: 3 of 4 open ones would be closed\./);
  }
  assert.equal((await run('export', '-')).stdout, before);
  assert.equal((await importing(board(1, 2))).closed, 2, 'half of them');
  assert.equal((await importing(board(3), '--allow-closing', 'all')).closed, 2);
});

test('an opening that a person closed stays closed when its job board has it again', async (t) => {
  const { dataDir, importing, run } = await setUp(t);
  const jobs = [1, 2, 3].map((id) => greenhouseJob(id, 'Cook'));
  const board = (...ids: readonly number[]) => ({ jobs: ids.map((id) => jobs[id - 1]) });
  await importing(board(1, 2, 3));
  await importing(board(1, 2));
  await run('close', '2', '3');
  assert.deepEqual((await importing(board(1, 2, 3))).stays_closed, ['2', '3']);
  const host = await testHost(t, { dataDir });
  assert.equal((await host.call('findopening/3')).httpStatus, 410);
});

test('what a posting of Lever lacks is left out of it, and the other postings are imported', async (t) => {
  const { dataDir, importing } = await setUp(t);
  const odd = [
    { salaryRange: { max: 20, currency: 'USD', interval: 'per-hour-wage' } },
    { salaryRange: null },
    { salaryRange: 'much' },
    { salaryRange: {} },
    { categories: { commitment: null, location: 'Abuja', allLocations: [null, 'Kano'] } },
    { categories: null, country: null, lists: null, createdAt: null },
  ].map((fields, index) => ({ ...leverPosting(`a-${index}`, 'Cook'), ...fields }));
  assert.equal((await importing(odd, '--company', 'Grill')).added, odd.length);
  const host = await testHost(t, { dataDir });
  for (const { id } of odd.slice(0, 4))
    assert.equal((await host.call(`findopening/${id}`)).body.data.salary, undefined);
  const { locations } = (await host.call('findopening/a-4')).body.data;
  assert.deepEqual(locations, [{ city: 'Kano', country: 'NG' }]);
});

test('--skip-invalid imports what can be used, names the rest, and closes none of it', async (t) => {
  const { dataDir, importing, failing, file } = await setUp(t);
  const good = [leverPosting('a-1', 'Cook'), leverPosting('a-2', 'Porter')];
  await importing(good, '--company', 'Grill');
  const salaryRange = { min: 9, max: 1, currency: 'NGN', interval: 'per-month-salary' };
  const mixed = [
    good[0],
    { ...good[1], salaryRange },
    { ...leverPosting('a-3', ''), text: null },
    { ...leverPosting('a-4', 'Long'), description: 'x'.repeat(64 * 1024) },
    leverPosting('a-5', 'Waiter'),
  ];
  const path = await file(mixed);
  const refused = await failing('import', path, '--company', 'Grill');
  assert.equal(refused.code, 3);
  const { code, stdout, stderr } = await failing(
    ...['import', path, '--company', 'Grill', '--skip-invalid', '--json'],
  );
  assert.equal(code, 7);
  const { added, closed, unchanged, skipped } = JSON.parse(stdout);
  assert.deepEqual([added, closed, unchanged, skipped], [1, 0, 1, 3]);
  for (const problem of [
    /Opening 2 \(id a-2\): salary\.min: 9: it is above the maximum/,
    /Opening 3 \(id a-3\): role_name is empty/,
    /Opening 4 \(id a-4\): it has \d+ bytes/,
  ])
    assert.match(stderr, problem);
  const host = await testHost(t, { dataDir });
  assert.equal((await host.call('findopening/a-2')).httpStatus, 200);
});

test('a place called Remote is no town: people work from the country of the posting or of the site', async (t) => {
  const { dataDir, importing } = await setUp(t);
  await importing({ jobs: [greenhouseJob(1, 'Writer', 'Remote')] });
  const posting = {
    ...leverPosting('a-1', 'Food &amp; Beverage'),
    country: 'US',
    workplaceType: 'remote',
    lists: [{ text: 'You &amp; us', content: '<li>one</li>' }],
    categories: { location: 'Remote', allLocations: ['Remote'] },
  };
  await importing([posting], '--company', 'Grill');
  const host = await testHost(t, { dataDir });
  for (const [id, name] of [
    ['1', 'Nigeria'],
    ['a-1', 'US'],
  ]) {
    const { data } = (await host.call(`findopening/${id}`)).body;
    assert.deepEqual(
      [data.locations, data.jobLocationType, data.applicantLocationRequirements],
      [[], 'TELECOMMUTE', { '@type': 'Country', name }],
    );
  }
  const { role_name, jobdescription } = (await host.call('findopening/a-1')).body.data;
  assert.equal(role_name, 'Food & Beverage');
  assert.match(jobdescription, /<h3>You &amp; us<\/h3>/);
});
