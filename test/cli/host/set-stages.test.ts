import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import readExcelFile from 'read-excel-file/node';
import { parseCsv } from '#src/api-host/admin/csv.ts';
import { parseStagesFile } from '#src/api-host/admin/stages-file.ts';
import { applicationLinks } from '#src/api-host/applications/application-links.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import {
  apply,
  dataIn,
  environmentIn,
  temporaryDirectory,
  testHost,
} from '#test/api-host/support/host.ts';
import { hostCommand } from '../support/host-command.ts';
import { careers } from '../support/in-process.ts';

const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'careers@jobs.example' };

/** Three applications to a host that runs. */
async function setUp(t: TestContext) {
  const host = await testHost(t);
  const { dataDir } = host;
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c'])
    ids.push(await apply(host, { emailaddress: `${name}@example.com` }));
  const [first = '', second = '', third = ''] = ids;
  const run = (...args: readonly string[]) => hostCommand(dataDir, ['applications', ...args], mail);
  const set = (...args: readonly string[]) => run('set', ...args);
  const data = await dataIn(t, dataDir);
  const { db } = data.database;
  const stored = async () => {
    const { stdout, code, stderr } = await run('--json');
    assert.equal(code, 0, stderr);
    const list: readonly Record<string, string>[] = JSON.parse(stdout);
    return list.map(({ stage, stage_note }) => [stage, stage_note]);
  };
  const mails = async () => {
    const rows = await db.selectFrom('mail_outbox').select(['applicant_id', 'kind']).execute();
    return rows.map(({ applicant_id, kind }) => [kind, ids.indexOf(applicant_id)]).toSorted();
  };
  const file = async (text: string) => {
    const path = join(await temporaryDirectory(t), 'stages.csv');
    await writeFile(path, text);
    return path;
  };
  const withdraw = (id: string) =>
    applicationLinks(data.database).withdraw(id, new Date('2026-03-05T10:00:00Z'));
  return { host, data, first, second, third, run, set, stored, mails, file, withdraw };
}

test('a stage is set for several applications, with a note; a repetition changes nothing', async (t) => {
  const { first, second, set, stored, mails } = await setUp(t);
  const args = [
    first,
    second,
    first,
    '--stage',
    'interview',
    '--note',
    ' Monday\r\nat nine ',
    '--mail',
  ];
  const done = await set(...args);
  assert.deepEqual(
    [done.code, done.stderr, done.stdout],
    [
      0,
      '',
      `Changed: ${first} received → interview, with a mail
Changed: ${second} received → interview, with a mail
2 applications changed, 0 unchanged, 2 mails.
`,
    ],
  );
  const expected = [
    ['interview', 'Monday\nat nine'],
    ['interview', 'Monday\nat nine'],
    ['received', null],
  ];
  assert.deepEqual(await stored(), expected);
  const again = await set(...args);
  assert.match(
    again.stdout,
    /^Unchanged: .* interview\nUnchanged: .*\n0 applications changed, 2 unchanged, 0 mails\.\n$/,
  );
  assert.equal((await set(first, '--stage', 'interview', '--mail')).code, 0);
  assert.deepEqual(await stored(), expected);
  assert.deepEqual(await mails(), [
    ['stage', 0],
    ['stage', 1],
  ]);
});

test('another note is a change, and a mail can follow a change that had none', async (t) => {
  const { first, set, stored, mails, data } = await setUp(t);
  await set(first, '--stage', 'interview');
  assert.deepEqual(await mails(), []);
  const told = await set(first, '--stage', 'interview', '--mail', '--json');
  assert.deepEqual(JSON.parse(told.stdout), {
    dry_run: false,
    applications: [
      { applicant_id: first, from: 'interview', stage: 'interview', changed: false, mail: true },
    ],
  });
  await set(first, '--stage', 'interview', '--note', 'Tuesday', '--mail');
  assert.deepEqual((await stored())[0], ['interview', 'Tuesday']);
  assert.equal((await mails()).length, 2);
  const { db } = data.database;
  const rows = await db.selectFrom('application_stages').selectAll().orderBy('position').execute();
  const notes = rows.map(({ position, note }) => [position, note]);
  assert.deepEqual(notes, [
    [1, null],
    [2, 'Tuesday'],
  ]);
  assert.ok(rows.every(({ mail_id }) => mail_id !== null));
});

test('a change back to received is stored and sends no mail', async (t) => {
  const { first, set, stored, mails } = await setUp(t);
  await set(first, '--stage', 'offer');
  const back = await set(first, '--stage', 'received', '--mail');
  assert.match(
    back.stdout,
    /^Changed: .* offer → received\n1 application changed, 0 unchanged, 0 mails\.\n$/,
  );
  assert.deepEqual((await stored())[0], ['received', null]);
  assert.deepEqual(await mails(), []);
});

test('one unknown or withdrawn application: nothing is changed, and all of them are named', async (t) => {
  const { first, second, third, set, stored, mails, file, withdraw } = await setUp(t);
  await withdraw(second);
  const wrong = await set(first, `${second} `, 'NO-SUCH-ID', third, '--stage', 'review', '--mail');
  assert.deepEqual(
    [wrong.code, wrong.stdout, wrong.stderr],
    [
      5,
      '',
      `error: applicant ${second} has withdrawn the application on 2026-03-05 10:00 UTC
error: there is no applicant NO-SUCH-ID
error: Nothing was changed.
`,
    ],
  );
  const path = await file(
    `applicant_id,stage\n${first},review\nNO-SUCH-ID,review\n${second},review\n`,
  );
  const wrongFile = await set('--from', path, '--mail');
  assert.deepEqual(
    [wrongFile.code, wrongFile.stderr],
    [
      3,
      `error: ${path}: Line 3: there is no applicant NO-SUCH-ID.
error: ${path}: Line 4: applicant ${second} has withdrawn the application on 2026-03-05 10:00 UTC.
error: Nothing was changed.
`,
    ],
  );
  assert.deepEqual(await stored(), Array(3).fill(['received', null]));
  assert.deepEqual(await mails(), []);
});

test('an export that was edited in a spreadsheet sets the stages that differ, of withdrawn applications none', async (t) => {
  const { first, second, third, run, set, stored, mails, file, withdraw } = await setUp(t);
  // The note looks like a formula after a separator, which the export guards.
  await set(first, second, '--stage', 'review', '--note', 'Bring: a; =b\n+c');
  await withdraw(second);
  const path = await file('');
  assert.equal((await run('--export', path)).code, 0);
  const exported = await readFile(path, 'utf8');
  const [header, row] = parseCsv(exported);
  assert.equal(row?.texts[header?.texts.indexOf('stage') ?? -1], 'review');
  assert.match(row?.texts[header?.texts.indexOf('stage_set_at') ?? -1] ?? '', /^20\d\d-.*Z$/);
  const unchanged = await set('--from', path, '--json');
  assert.deepEqual(
    JSON.parse(unchanged.stdout).applications.map(({ changed }: { changed: boolean }) => changed),
    [false, false, false],
  );
  const at = exported.lastIndexOf('"received"');
  const edited = `${exported.slice(0, at)} Declined ${exported.slice(at + 10)}`.replaceAll(
    ',',
    ';',
  );
  const done = await set('--from', await file(edited), '--mail');
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /1 application changed, 2 unchanged, 2 mails\.\n$/);
  const stages = (await stored()).map(([stage]) => stage);
  assert.deepEqual(stages, ['review', 'review', 'declined']);
  assert.deepEqual(await mails(), [
    ['stage', 0],
    ['stage', 2],
  ]);
  assert.ok(third);
});

const refusedFiles = [
  [
    '',
    [
      'Line 1: the column applicant_id is missing.',
      'Line 1: the column stage is missing.',
      'The file has no applications.',
    ],
  ],
  ['applicant_id,stage\n', ['The file has no applications.']],
  [
    'applicant_id,stage,note\nA,review,x\n',
    ['Line 1: "note" is none of the columns applicant_id, stage, stage_note.'],
  ],
  [
    'applicant_id;stage;stage_note\nA;intervew;\n;offer;\nB;offer;x\nB;declined;y\n',
    [
      'Line 2: stage: "intervew" is none of received, review, interview, offer, hired, declined.',
      'Line 3: applicant_id is empty.',
      'Line 5: B is in line 4 too.',
    ],
  ],
  [
    `applicant_id,stage,stage_note\nA,review,"${'x'.repeat(maxLength.note + 1)}"\n`,
    ['Line 2: stage_note has 2001 characters. The limit is 2000.'],
  ],
  [
    `applicant_id,stage\n${Array.from({ length: 1001 }, (_, n) => `A${n},review\n`).join('')}`,
    ['The file has 1001 applications. The limit is 1000.'],
  ],
  [
    'applicant_id,stage,stage_note,stage\nA,review,Monday, at nine,hired\n',
    ['Line 1: the column stage is there twice.', 'Line 2: it has 5 cells, and the first line 4.'],
  ],
  ['applicant_id,stage\nA,"review\n', ['Line 2: a quoted cell does not end.']],
] as const;

test('a file with faults is refused with exit code 3, and each fault is named', async (t) => {
  const { set, file } = await setUp(t);
  for (const [text, problems] of refusedFiles) {
    const path = await file(text);
    const { code, stdout, stderr } = await set('--from', path);
    assert.equal(
      stderr,
      [...problems.map((problem) => `${path}: ${problem}`), 'Nothing was changed.']
        .map((line) => `error: ${line}\n`)
        .join(''),
    );
    assert.deepEqual([code, stdout], [3, '']);
  }
});

test('a file has at most 1,000 applications', () => {
  const lines = Array.from({ length: 1000 }, (_, n) => `A${n},review\n`).join('');
  assert.equal(parseStagesFile(Buffer.from(`applicant_id,stage\n${lines}`)).length, 1000);
});

test('the stages of a file come from standard input too, and --dry-run changes nothing', async (t) => {
  const { first, host, stored, mails } = await setUp(t);
  const stdin = `stage\tapplicant_id\nhired\t${first}\n`;
  const run = (...args: readonly string[]) =>
    careers(['host', 'applications', 'set', '--from', '-', ...args], {
      env: { ...environmentIn(host.dataDir), LOG_LEVEL: 'silent', ...mail },
      stdin,
    });
  const dry = await run('--dry-run', '--mail');
  assert.equal(
    dry.stdout,
    `Changed: ${first} received → hired, with a mail\n1 application changed, 0 unchanged, 1 mail. Nothing was written (--dry-run).\n`,
  );
  assert.deepEqual(await stored(), Array(3).fill(['received', null]));
  assert.deepEqual(await mails(), []);
  assert.equal((await run()).code, 0);
  assert.deepEqual((await stored())[0], ['hired', null]);
});

test('what the command line does not understand is refused before anything is opened', async (t) => {
  const { first, set, file } = await setUp(t);
  const path = await file(`applicant_id,stage\n${first},review\n`);
  for (const [args, code, message] of [
    [[first], 2, /--stage <stage>, or --from <file>, are required/],
    [['--stage', 'offer'], 2, /are required/],
    [
      [first, '--stage', 'hired!'],
      2,
      /Allowed choices are received, review, interview, offer, hired, declined/,
    ],
    [[first, '--stage', 'offer', '--note', 'x'.repeat(2001)], 2, /at most 2000 characters/],
    [['--from', path, '--stage', 'offer'], 2, /cannot be used with/],
    [['--from', path, '--note', 'x'], 2, /cannot be used with/],
    [['--from', path, first], 2, /names the applications/],
    [['--from', '/no/such/file.csv'], 3, /no such file/],
  ] as const) {
    const result = await set(...args);
    assert.match(result.stderr, message, args.join(' '));
    assert.equal(result.code, code, args.join(' '));
  }
  const longest = [first, '--stage', 'offer', '--note', 'x'.repeat(2000), '--dry-run'];
  assert.equal((await set(...longest)).code, 0);
  const without = await hostCommand('/no/such/directory', [
    ...['applications', 'set', first, '--stage', 'offer', '--mail'],
  ]);
  assert.deepEqual(
    [without.code, without.stderr],
    [3, 'error: SMTP_URL is not set: no mail is sent.\n'],
  );
});

test('applications are selected by stage and applicant; a withdrawn one is in no stage', async (t) => {
  const { first, second, third, run, set, withdraw } = await setUp(t);
  const idsOf = async (...args: readonly string[]) => {
    const { stdout } = await run('--json', ...args);
    return JSON.parse(stdout).map(({ applicant_id }: Record<string, string>) => applicant_id);
  };
  await set(first, second, '--stage', 'interview');
  await set(first, '--stage', 'offer');
  assert.deepEqual(await idsOf('--stage', 'interview'), [second]);
  assert.deepEqual(await idsOf('--stage', 'received'), [third]);
  assert.deepEqual(await idsOf('--stage', 'offer', '--status', 'incomplete'), [first]);
  assert.deepEqual(await idsOf('--stage', 'offer', '--status', 'complete'), []);
  assert.deepEqual(await idsOf('--applicant', third), [third]);
  await withdraw(second);
  assert.deepEqual(await idsOf('--stage', 'interview'), []);
  assert.deepEqual(await idsOf('--stage', 'interview', '--status', 'withdrawn'), [second]);
  const list = await run();
  assert.match(
    list.stdout,
    /\tDOCUMENTS\tSTAGE\n.*\t0 of 6\toffer\n.*\twithdrawn\tinterview\n.*\treceived\n$/,
  );
});

test('the history is in .json and .ndjson, the stage in .csv and .xlsx, and everything of a person has both', async (t) => {
  const { first, run, set, host } = await setUp(t);
  await set(first, '--stage', 'review');
  await set(first, '--stage', 'declined', '--note', '=1+1');
  const directory = await temporaryDirectory(t);
  const at = (name: string) => join(directory, name);
  for (const name of ['list.json', 'list.xlsx', 'all'])
    assert.equal((await run('--export', at(name))).code, 0);
  const person = await hostCommand(host.dataDir, [
    'person',
    'a@example.com',
    '--export',
    at('ada'),
  ]);
  assert.equal(person.code, 0, person.stderr);
  const json = (text: string) => JSON.parse(text);
  for (const application of [
    json(await readFile(at('list.json'), 'utf8'))[0],
    json((await readFile(at('all/applications.ndjson'), 'utf8')).split('\n')[0] ?? ''),
    json(await readFile(at('ada/person.json'), 'utf8')).applications[0],
  ]) {
    assert.deepEqual([application.stage, application.stage_note], ['declined', '=1+1']);
    assert.deepEqual(
      application.stages.map(({ stage, note }: Record<string, string>) => [stage, note]),
      [
        ['review', null],
        ['declined', '=1+1'],
      ],
    );
    assert.equal(application.stages[1].set_at, application.stage_set_at);
  }
  const [sheet] = await readExcelFile(at('list.xlsx'));
  const [header = [], row = []] = sheet?.data ?? [];
  assert.equal(row[header.indexOf('stage')], 'declined');
  assert.equal(row[header.indexOf('stage_note')], '=1+1');
});

test('a note is stored without directional controls', async (t) => {
  const { first, run, set } = await setUp(t);
  await set(first, '--stage', 'review', '--note', 'call\u202eback');
  const { stdout } = await run('--json', '--applicant', first);
  assert.equal(JSON.parse(stdout)[0].stage_note, 'callback');
});
