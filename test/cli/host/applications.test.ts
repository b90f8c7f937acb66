import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import readExcelFile from 'read-excel-file/node';
import { parseCsv } from '#src/api-host/admin/csv.ts';
import { exportApplications } from '#src/api-host/admin/export-applications.ts';
import { parseApplicantId } from '#src/api-host/applications/application-store.ts';
import { openHostData } from '#src/api-host/data.ts';
import { documentCleanup } from '#src/api-host/documents/document-cleanup.ts';
import { erase } from '#src/api-host/erase.ts';
import { hostLog } from '#src/api-host/log.ts';
import { applicationFieldNames } from '#src/domain/model/application-fields.ts';
import {
  apply,
  dataIn,
  environmentIn,
  provide,
  settingsIn,
  temporaryDirectory,
  testHost,
} from '#test/api-host/support/host.ts';
import { opening, testOpenings } from '#test/api-host/support/openings.ts';
import { documentParts, upload } from '#test/api-host/support/upload.ts';
import { servers } from '#test/support/deployment.ts';
import { hostCommand } from '../support/host-command.ts';
import { careers } from '../support/in-process.ts';

const longQuestions = Array.from({ length: 7 }, (_, id) => ({ id: `${id}`, question: 'Why?' }));

/** Three applications: one of a Tuesday with all documents, two of the next week. */
async function setUp(t: TestContext) {
  const dataDir = await temporaryDirectory(t);
  let now = new Date('2026-03-03T10:00:00Z');
  await provide(dataDir, [...testOpenings, opening({ id: 300, questions: longQuestions })]);
  const host = await testHost(t, { dataDir, clock: () => now });
  const first = await apply(host, { emailaddress: 'a@example.com', phone: '08012345678' });
  now = new Date('2026-03-03T10:20:00Z');
  await upload(host.origin, documentParts(first, 'cv', 'the cv', { final: true }));
  now = new Date('2026-03-08T23:30:00Z');
  const second = await apply(host, {
    emailaddress: 'b@example.com',
    joblistingid: '201',
    company_id: '2',
    answers: {},
    referrer: 'job_boards',
  });
  now = new Date('2026-03-10T10:00:00Z');
  const third = await apply(host, {
    emailaddress: 'c@example.com',
    joblistingid: '102',
    answers: {},
  });
  const run = (...args: readonly string[]) => hostCommand(dataDir, args);
  const ids = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await run('applications', '--json', ...args);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout).map(({ applicant_id }: Record<string, string>) => applicant_id);
  };
  const at = (instant: string) => {
    now = new Date(instant);
  };
  return { dataDir, host, first, second, third, run, ids, at };
}

test('applications are selected by company, opening, day and status', async (t) => {
  const { first, second, third, run, ids } = await setUp(t);
  assert.deepEqual(await ids(), [first, second, third]);
  assert.deepEqual(await ids('--company', 'test GRILL'), [second]);
  assert.deepEqual(await ids('--company', '1'), [first, third]);
  assert.deepEqual(await ids('--opening', '102'), [third]);
  // 23:30 in UTC is half past midnight in Lagos.
  assert.deepEqual(await ids('--since', '2026-03-09'), [second, third]);
  assert.deepEqual(await ids('--since', '2026-03-10'), [third]);
  assert.deepEqual(await ids('--status', 'complete'), [first]);
  assert.deepEqual(await ids('--status', 'incomplete', '--company', '1'), [third]);
  const unknown = await run('applications', '--company', 'No');
  assert.equal(unknown.code, 5);
  assert.equal(
    unknown.stderr,
    'error: there is no company No; the companies are 1 Test Bakery, 2 Test Grill\n',
  );
  const wrong = await run('applications', '--since', 'March');
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /It must be a date such as 2026-01-31/);
});

test('an export to .xlsx has every application as text; a phone number keeps its zero, a long letter is cut with a mark', async (t) => {
  const { dataDir, host, run } = await setUp(t);
  await apply(host, {
    emailaddress: 'd@example.com',
    lastname: '=1+1',
    joblistingid: '300',
    cover_letter: `Dear ${'long '.repeat(50)}`,
    answers: Object.fromEntries(longQuestions.map(({ id }) => [id, 'x'.repeat(5000)])),
    current_employer: '  Bäckerei 🥖',
  });
  const path = join(dataDir, 'list.xlsx');
  const { code, stdout, stderr } = await run('applications', '--export', path);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, `4 applications and 0 documents written to ${path}.\n`);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  const [sheet] = await readExcelFile(path);
  const [header = [], ...rows] = sheet?.data ?? [];
  const last = rows.find((row) => row[header.indexOf('emailaddress')] === 'd@example.com');
  const cell = (row: 'first' | 'last', name: string) =>
    (row === 'first' ? rows[0] : last)?.[header.indexOf(name)];
  assert.equal(rows.length, 4);
  assert.equal(cell('first', 'phone'), '08012345678');
  assert.equal(cell('last', 'lastname'), '=1+1');
  assert.equal(cell('last', 'current_employer'), 'Bäckerei 🥖');
  assert.match(String(cell('last', 'cover_letter')), /^Dear long /);
  const answers = String(cell('last', 'answers'));
  assert.equal(answers.length, 32_767);
  assert.match(answers, / … \[cut here: the whole text is in the \.csv and \.json exports\]$/);
});

test('an export to .json and .csv has the same applications', async (t) => {
  const { dataDir, run, first, third } = await setUp(t);
  const [json, csv] = [join(dataDir, 'list.json'), join(dataDir, 'list.CSV')];
  for (const path of [json, csv])
    assert.equal((await run('applications', '--export', path, '--company', '1')).code, 0);
  const list = JSON.parse(await readFile(json, 'utf8'));
  assert.deepEqual(
    list.map(({ applicant_id, phone }: Record<string, string>) => [applicant_id, phone]),
    [
      [first, '08012345678'],
      [third, list[1].phone],
    ],
  );
  const file = await readFile(csv, 'utf8');
  assert.ok(file.includes(`"'08012345678"`), 'a spreadsheet keeps the zero');
  const [header, row] = parseCsv(file);
  assert.deepEqual(header?.texts, [
    ...['applicant_id', 'applied_at', 'joblistingid', 'role_name', 'company_id', 'company_name'],
    ...applicationFieldNames,
    ...[
      'document_id',
      'documents_complete_at',
      'withdrawn_at',
      'stage',
      'stage_set_at',
      'stage_note',
    ],
    ...['language', 'answers', 'documents'],
  ]);
  assert.deepEqual(row?.texts.slice(0, 6), [
    first,
    '2026-03-03T10:00:00.000Z',
    '101',
    'Head Baker',
    '1',
    'Test Bakery',
  ]);
  assert.equal(
    await run('applications', '--export', json, '--company', '2').then(({ code }) => code),
    0,
  );
  assert.equal(JSON.parse(await readFile(json, 'utf8')).length, 1);
});

test('an export to a name with another extension is refused', async (t) => {
  const { dataDir, run } = await setUp(t);
  for (const name of ['list.xls', 'list.pdf']) {
    const { code, stderr } = await run('applications', '--export', join(dataDir, name));
    assert.equal(code, 2);
    assert.match(
      stderr,
      /must end in \.csv, \.xlsx, \.json or \.ndjson; a name without an extension is a directory/,
    );
  }
  await mkdir(join(dataDir, 'export.2026'));
  assert.equal((await run('applications', '--export', join(dataDir, 'export.2026'))).code, 0);
});

test('a path that cannot be written is one sentence with exit code 3, and nothing is written', async (t) => {
  const { dataDir, run } = await setUp(t);
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  const person = ['person', 'a@example.com', '--export'];
  const commands: readonly (readonly [args: readonly string[], path: string])[] = [
    [['applications', '--export'], join(file, 'list.csv')],
    [['applications', '--export'], join(file, 'below', 'export')],
    [person, join(file, 'export')],
    [['openings', 'export'], join(file, 'openings.csv')],
    // With PostgreSQL it names the steps to take.
    ...(servers ? [] : ([[['backup'], join(file, 'backup')]] as const)),
  ];
  for (const [args, path] of commands) {
    const { code, stderr } = await run(...args, path);
    // On servers a warning about the secret of the site comes first.
    assert.match(
      stderr,
      new RegExp(
        `^(?:warning: .*\n)?error: ${path} cannot be written: [a-z ]+(?: \\(E[A-Z]+\\))?\n$`,
      ),
    );
    assert.equal(code, 3);
  }
  const taken = await run('applications', '--export', file);
  assert.deepEqual(
    [taken.code, taken.stderr],
    [3, `error: ${file} is not an empty directory or an earlier export.\n`],
  );
});

test('a second export to the same directory has nothing of an erased person', async (t) => {
  const { dataDir, run, first, third } = await setUp(t);
  const target = join(dataDir, 'export');
  assert.equal((await run('applications', '--export', target, '--company', '1')).code, 0);
  assert.deepEqual(await readdir(join(target, 'documents')), [first]);
  const { database, store, close } = await openHostData(settingsIn(dataDir));
  const log = hostLog('silent');
  const cleanup = documentCleanup(database, store, { clock: () => new Date(), log });
  await erase(database, cleanup, { applicant: first });
  await close();
  await writeFile(join(target, 'person.json'), '{}');
  assert.equal((await run('applications', '--export', target, '--company', '1')).code, 0);
  assert.deepEqual((await readdir(target)).toSorted(), ['applications.csv', 'applications.ndjson']);
  const lines = (await readFile(join(target, 'applications.ndjson'), 'utf8')).trim().split('\n');
  const ids = lines.map((line) => JSON.parse(line).applicant_id);
  assert.deepEqual(ids, [third]);
});

test('a document that is replaced by an infected one during an export is not exported', async (t) => {
  const { dataDir, first } = await setUp(t);
  const { database, store } = await dataIn(t, dataDir);
  async function* replaced() {
    await database.db
      .updateTable('documents')
      .set({ stored_as: '2026-03/new.pdf', scan_state: 'infected' })
      .execute();
    yield* createReadStream(join(dataDir, 'no-such-file'));
  }
  const read = (name: string) =>
    name === '2026-03/new.pdf' ? Readable.from(['malware']) : Readable.from(replaced());
  const data = { database, store: { ...store, read } };
  const exported = await exportApplications(data, join(await temporaryDirectory(t), 'export'));
  assert.deepEqual(exported.missing, [{ applicant_id: first, type: 'cv' }]);
  assert.equal(exported.documents, 0);
});

test('documents and those that are held back are listed as they were received, whatever their types', async (t) => {
  const { dataDir, host, second, run } = await setUp(t);
  for (const type of ['cv', 'nysc', 'waec'])
    await upload(host.origin, documentParts(second, type, type));
  const { database } = await dataIn(t, dataDir);
  for (const [minute, type] of ['nysc', 'waec', 'cv'].entries())
    await database.db
      .updateTable('documents')
      .set({ received_at: `2026-03-11T10:0${minute}:00.000Z`, scan_state: 'infected' })
      .where((eb) => eb.and({ applicant_id: second, type }))
      .execute();
  const typesOf = (documents: readonly { readonly type: string }[]) =>
    documents.map(({ type }) => type);
  const [application] = JSON.parse((await run('applications', '--company', '2', '--json')).stdout);
  assert.deepEqual(typesOf(application.documents), ['nysc', 'waec', 'cv']);
  const { held } = JSON.parse((await run('scan', '--json')).stdout);
  assert.deepEqual(typesOf(held), ['nysc', 'waec', 'cv']);
});

test('an export without documents that are held back says so and succeeds, unless it must be complete', async (t) => {
  const { dataDir, first, run } = await setUp(t);
  const { database, close } = await openHostData(settingsIn(dataDir));
  await database.db.updateTable('documents').set({ scan_state: 'infected' }).execute();
  await close();
  const target = join(await temporaryDirectory(t), 'export');
  const args = ['applications', '--export', target];
  const warning = `warning: document cv of applicant ${first} is held back (infected)\n`;
  for (const [further, code, stderr] of [
    [[], 0, warning],
    [['--complete'], 7, warning],
    [['--complete', '--with-held'], 0, ''],
  ] as const) {
    const exported = await run(...args, ...further);
    assert.deepEqual([exported.code, exported.stderr], [code, stderr]);
  }
});

test('an applicant is found by a reference as a person types it', async (t) => {
  const { first, run, ids } = await setUp(t);
  const typed = first.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replace('-', ' ');
  assert.deepEqual(await ids('--applicant', ` ${typed}`), [first]);
  assert.deepEqual(await ids('--applicant', first.replaceAll('-', '')), [first]);
  assert.deepEqual(await ids('--applicant', typed.slice(1)), []);
  const set = await run('applications', 'set', typed, '--stage', 'review');
  assert.ok(set.stdout.startsWith(`Changed: ${first} received → review\n`), set.stderr);
  assert.match((await run('erase', '--applicant', typed)).stdout, /^Erased: 1 application,/);
  assert.equal(parseApplicantId('c0d1-r1t7-p0ar'), 'C0D1-R1T7-P0AR');
  // Ids of other hosts.
  for (const id of ['A', '12345', 'c0d1-r1t7-p0au']) assert.equal(parseApplicantId(id), id);
});

test('a document that is replaced during an export is exported as it is now', async (t) => {
  const { dataDir, host, second, third } = await setUp(t);
  const documents = [
    [third, 'nysc'],
    [third, 'waec'],
    [second, 'nysc'],
  ] as const;
  for (const [id, type] of documents)
    await upload(host.origin, documentParts(id, type, `${type} of ${id}`));
  const { database, store } = await dataIn(t, dataDir);
  const replaced = new Set<string>();
  async function* replace(name: string) {
    replaced.add(name);
    yield* createReadStream(join(dataDir, 'no-such-file'));
  }
  const read = (name: string) =>
    replaced.has(name) ? store.read(name) : Readable.from(replace(name));
  const target = join(await temporaryDirectory(t), 'export');
  const exported = await exportApplications({ database, store: { ...store, read } }, target);
  assert.deepEqual([exported.documents, exported.missing], [4, []]);
  for (const [id, type] of documents)
    assert.equal(
      await readFile(join(target, 'documents', id, `${type}.pdf`), 'utf8'),
      `${type} of ${id}`,
    );
});

test('an export that is interrupted leaves nothing, and keeps an earlier one', async (t) => {
  const { dataDir, run } = await setUp(t);
  const { database, store } = await dataIn(t, dataDir);
  const directory = await temporaryDirectory(t);
  const target = join(directory, 'export');
  assert.equal((await run('applications', '--export', target)).code, 0);
  const before = await readdir(target, { recursive: true });
  const interruption = new AbortController();
  async function* endless() {
    interruption.abort();
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      yield 'x';
    }
  }
  const data = { database, store: { ...store, read: () => Readable.from(endless()) } };
  const { signal } = interruption;
  await assert.rejects(exportApplications(data, target, {}, { signal }), { name: 'AbortError' });
  const files = ['a.csv', 'a.xlsx', 'a.json', 'directory'];
  for (const args of [
    ...files.map((file) => ['applications', '--export', join(directory, file)]),
    ['openings', 'export', join(directory, 'openings.csv')],
  ]) {
    const ended = await careers(['host', ...args], { env: environmentIn(dataDir), signal });
    assert.deepEqual(
      [ended.code, ended.stderr],
      [130, 'error: Interrupted. Nothing was written.\n'],
    );
  }
  assert.deepEqual(await readdir(directory), ['export']);
  assert.deepEqual(await readdir(target, { recursive: true }), before);
});

test('stats have the counts of applications, alerts and queues as JSON, and no data of persons', async (t) => {
  const { run } = await setUp(t);
  const { stdout } = await run('stats', '--json');
  const { applications, by_week, alerts, queues } = JSON.parse(stdout);
  // Weeks begin in Lagos, as the days of --since.
  const weeks = by_week.map((week: Record<string, unknown>) => Object.values(week));
  assert.deepEqual(
    [applications, weeks, alerts],
    [
      3,
      [
        ['2026-03-02', 1],
        ['2026-03-09', 2],
      ],
      { asked: 0, pending: 0, active: 0, ended: 0 },
    ],
  );
  assert.deepEqual(Object.keys(queues), ['mail', 'alerts', 'scan']);
  const human = await run('stats', '--company', '2');
  assert.match(human.stdout, /^1 application, 1 without their last document, 0 withdrawn\.\n/);
  assert.doesNotMatch(stdout + human.stdout, /@|Eze/);
});

test('a command on a directory that cannot be written says so', {
  skip: servers !== undefined,
}, async (t) => {
  const { dataDir, host, run } = await setUp(t);
  await host.close();
  await chmod(dataDir, 0o555);
  // Root may write everywhere.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    const { code, stderr } = await run('stats');
    assert.equal(code, 3);
    assert.match(
      stderr,
      /^error: DATA_DIR must be a directory that can be written: \S+ \(E(?:ACCES|PERM)\)\n$/,
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});
