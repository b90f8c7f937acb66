import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isoDay } from '#src/language/format-date.ts';
import { temporaryDirectory } from '#test/api-host/support/host.ts';
import { opening, testOpenings } from '#test/api-host/support/openings.ts';
import { hostCommand } from '../support/host-command.ts';

/** Returns a host with the openings 101, 102 and 201. */
async function setUp(t: TestContext) {
  const dataDir = await temporaryDirectory(t);
  const path = join(dataDir, 'openings.json');
  await writeFile(path, JSON.stringify(testOpenings));
  const run = (...args: readonly string[]) => hostCommand(dataDir, ['openings', ...args]);
  assert.equal((await run('import', path)).stdout, '3 openings added, 0 changed, 0 unchanged.\n');
  return run;
}

test('a command says what it did to which opening', async (t) => {
  const run = await setUp(t);
  for (const [args, stdout] of [
    [['close', '101', '201'], 'Closed: 101 Head Baker\nClosed: 201 Grill Cook\n'],
    [['reopen', '101'], 'Opened: 101 Head Baker\n'],
    [['edit', '101', '--role-name', 'Chief Baker'], 'Changed: 101 Chief Baker\n'],
    [['edit', '101', '--role-name', 'Chief Baker'], 'Unchanged: 101\n'],
    [['edit', '101', '--closing-date', '2999-01-01'], 'Changed: 101 Chief Baker\n'],
    [['edit', '101', '--closing-date', '2020-01-01'], 'Closed: 101 Chief Baker\n'],
    [['remove', '101'], '1 opening removed, 0 applications kept.\n'],
    [
      ['add', '--role-name', 'Chef', '--company-name', 'My Diner'],
      '1 opening added, 0 changed, 0 unchanged.\n',
    ],
  ] as const)
    assert.equal((await run(...args)).stdout, stdout);
});

test('a command says for which day it scheduled an opening, in the time zone of the site config', async (t) => {
  const run = await setUp(t);
  for (const [args, stdout] of [
    [
      ['edit', '101', '--date-posted', '2999-12-01'],
      'Scheduled for 1 December 2999: 101 Head Baker\n',
    ],
    [['edit', '101', '--role-name', 'Chief Baker'], 'Changed: 101 Chief Baker\n'],
    [['close', '101'], 'Closed: 101 Chief Baker\n'],
    [['reopen', '101'], 'Scheduled for 1 December 2999: 101 Chief Baker\n'],
    [
      ['edit', '101', '--date-posted', '2999-12-01T23:30:00Z'],
      'Scheduled for 2 December 2999, 00:30: 101 Chief Baker\n',
    ],
    [['edit', '101', '--date-posted', '2020-01-01'], 'Changed: 101 Chief Baker\n'],
    [
      ['add', '--role-name', 'Chef', '--company-name', 'My Diner', '--date-posted', '2999-12-01'],
      'Scheduled for 1 December 2999: 202 Chef\n1 opening added, 0 changed, 0 unchanged.\n',
    ],
    [
      ['add', '--role-name', 'Cook', '--company-name', 'My Diner', '--date-posted', '2020-12-01'],
      '1 opening added, 0 changed, 0 unchanged.\n',
    ],
  ] as const)
    assert.equal((await run(...args)).stdout, stdout);
  const json = await run('edit', '101', '--date-posted', '2999-01-01', '--json');
  const { status, date_posted } = JSON.parse(json.stdout).changes[0];
  assert.deepEqual([status, date_posted], ['scheduled', '2999-01-01']);
});

test('reopen asks for a later date than one that has passed, of the command or of the opening', async (t) => {
  const run = await setUp(t);
  await run('close', '101');
  await run('edit', '102', '--closing-date', '2020-01-01');
  for (const [id, ...args] of [
    ['101', '101', '--closing-date', '2020-01-01'],
    ['102', '102'],
    ['102', '101', '102'],
  ]) {
    const { code, stderr } = await run('reopen', ...args);
    const message = `error: opening ${id}: 2020-01-01 has passed; --closing-date must be a later date, or "" for none\n`;
    assert.deepEqual([code, stderr], [3, message]);
  }
  const opened = await run('reopen', '102', '--closing-date', '');
  assert.match(opened.stdout, /^Opened: 102 /);
});

test('a closed opening keeps its closing date, in exports and imports too, and reopen gives it back', async (t) => {
  const run = await setUp(t);
  const stored = async () =>
    JSON.parse((await run('export', '-', '--format', 'json')).stdout).find(
      ({ id }: { id: string }) => id === '101',
    );
  await run('edit', '101', '--closing-date', '2999-12-31');
  assert.equal((await run('close', '101')).stdout, 'Closed: 101 Head Baker\n');
  const { closing_date, closed_since } = await stored();
  assert.equal(closing_date, '2999-12-31');
  assert.match(closed_since, /^\d{4}-.*Z$/);
  assert.equal((await run('close', '101')).stdout, 'Unchanged: 101\n');
  // A file without the column, and one that gives another date, leave it closed.
  for (const row of ['101,Chief Baker,1,2999-12-31', '101,Chief Baker,1,2999-11-30']) {
    const file = join(await temporaryDirectory(t), 'openings.csv');
    await writeFile(file, `id,role_name,company_id,closing_date\n${row}\n`);
    assert.match(
      (await run('import', file)).stderr,
      /^warning: closed openings stay closed: 101\./,
    );
  }
  assert.deepEqual(await stored().then((opening) => [opening.closing_date, opening.closed_since]), [
    '2999-11-30',
    closed_since,
  ]);
  assert.equal((await run('reopen', '101')).stdout, 'Opened: 101 Chief Baker\n');
  const opened = await stored();
  assert.deepEqual([opened.closing_date, opened.closed_since], ['2999-11-30', undefined]);
});

test('another closing date leaves an opening closed that was closed, and opens one whose date has passed', async (t) => {
  const run = await setUp(t);
  await run('close', '101');
  await run('edit', '102', '--closing-date', '2020-01-01');
  const closed = await run('edit', '101', '--closing-date', '2999-12-31');
  assert.match(closed.stderr, /^warning: closed openings stay closed: 101\. /);
  const open = await run('edit', '102', '--closing-date', '2999-12-31');
  assert.equal(open.stdout, 'Changed: 102 Oven Hand\n');
  assert.doesNotMatch(open.stderr, /stay closed/);
  assert.match((await run('list')).stdout, /^101\tclosed\t.*\n102\topen\t/m);
  assert.equal((await run('reopen', '101')).stdout, 'Opened: 101 Head Baker\n');
});

test('an export of closed openings closes them in another installation', async (t) => {
  const run = await setUp(t);
  await run('edit', '101', '--closing-date', '2999-12-31');
  await run('close', '101', '102');
  const other = await temporaryDirectory(t);
  const inOther = (...args: readonly string[]) => hostCommand(other, ['openings', ...args]);
  for (const format of ['csv', 'json']) {
    const file = join(other, `openings.${format}`);
    await run('export', file);
    assert.equal((await inOther('import', file)).code, 0);
    const { stdout } = await inOther('list', '--status', 'closed');
    assert.match(stdout, /^101\tclosed\t.*\t2999-12-31\n102\tclosed\t.*\t$/m);
    await inOther('remove', '101', '102', '201');
  }
});

test('reopen says that the closing date has passed of an opening that was closed before it', async (t) => {
  const run = await setUp(t);
  await run('edit', '101', '--closing-date', '2020-01-01T12:00:00Z');
  await run('close', '101');
  const { code, stderr } = await run('reopen', '101');
  assert.deepEqual(
    [code, stderr],
    [
      3,
      'error: opening 101: 2020-01-01T12:00:00Z has passed; --closing-date must be a later date, or "" for none\n',
    ],
  );
  // What an earlier version wrote when it closed one.
  await run('edit', '102', '--closing-date', '2020-01-01T12:00:00.123Z');
  assert.equal((await run('reopen', '102')).stdout, 'Opened: 102 Oven Hand\n');
});

test('an opening without a date is posted on the day on which it is first open, and keeps that day', async (t) => {
  const run = await setUp(t);
  const dates = async () =>
    Object.fromEntries(
      JSON.parse((await run('list', '--json')).stdout).map((row: Record<string, string>) => [
        row.id,
        row.date_posted,
      ]),
    );
  const before = isoDay(new Date());
  await run('add', '--id', '1', '--role-name', 'Chef', '--company-id', '1');
  await run(
    'add',
    '--id',
    '2',
    '--role-name',
    'Cook',
    '--company-id',
    '1',
    '--closing-date',
    '2020-01-01',
  );
  await run('edit', '201', '--date-posted', '2999-12-01');
  await run('edit', '101', '--date-posted', '');
  const first = await dates();
  const today = [before, isoDay(new Date())];
  assert.ok(today.includes(first['1']));
  assert.deepEqual([first['2'], first['101']], ['', '2025-12-30']);
  await run('edit', '201', '--date-posted', '');
  await run('reopen', '2', '--closing-date', '');
  const opened = await dates();
  assert.ok(today.includes(opened['201']) && today.includes(opened['2']));
  await run('edit', '1', '--date-posted', '2020-02-02');
  const directory = await temporaryDirectory(t);
  for (const [name, content] of [
    ['a.csv', 'id,role_name,company_id,date_posted\n1,Chef,1,\n3,Porter,1,\n'],
    ['a.json', JSON.stringify([1, 3].map((id) => opening({ id, date_posted: null })))],
  ] as const) {
    await writeFile(join(directory, name), content);
    await run('import', join(directory, name));
    const imported = await dates();
    assert.ok(today.includes(imported['3']));
    assert.equal(imported['1'], '2020-02-02');
  }
});

test('a new employment type is one of schema.org, and what is stored stays', async (t) => {
  const run = await setUp(t);
  const { code, stderr } = await run('edit', '101', '--employment-type', 'Fulltime');
  assert.deepEqual(
    [code, stderr],
    [
      3,
      'error: The opening (id 101): employment_type: "Fulltime": it must be one of FULL_TIME, PART_TIME, CONTRACTOR, TEMPORARY, INTERN, VOLUNTEER, PER_DIEM, OTHER. The nearest is FULL_TIME.\n',
    ],
  );
  await run('edit', '101', '--employment-type', 'part_time');
  assert.match((await run('export', '-')).stdout, /"PART_TIME"/);
});

test('a new currency of the pay is one of ISO 4217', async (t) => {
  const run = await setUp(t);
  const { code, stderr } = await run('edit', '101', '--salary', '50000 KSH MONTH');
  assert.deepEqual(
    [code, stderr],
    [3, 'error: The opening (id 101): salary: "KSH" is no currency of ISO 4217, such as NGN.\n'],
  );
  assert.equal((await run('edit', '101', '--salary', '50000 KES MONTH')).code, 0);
});

test('list has scheduled and closed openings too, or those of one status', async (t) => {
  const run = await setUp(t);
  await run('edit', '102', '--closing-date', '2020-01-01');
  await run('edit', '201', '--date-posted', '2999-12-01');
  const listed = async (...args: readonly string[]) =>
    JSON.parse((await run('list', '--json', ...args)).stdout).map(
      ({ id, status }: Record<string, string>) => `${id} ${status}`,
    );
  assert.deepEqual(await listed(), ['101 open', '102 closed', '201 scheduled']);
  assert.deepEqual(await listed('--status', 'open'), ['101 open']);
  assert.deepEqual(await listed('--status', 'closed'), ['102 closed']);
  assert.deepEqual(await listed('--status', 'scheduled'), ['201 scheduled']);
  const [heading, ...rows] = (await run('list')).stdout.split('\n');
  assert.equal(heading, 'ID\tSTATUS\tROLE\tCOMPANY\tDATE POSTED\tCLOSING DATE');
  assert.equal(rows[1], '102\tclosed\tOven Hand\tTest Bakery\t2025-12-31\t2020-01-01');
  assert.equal((await run('list', '--status', 'gone')).code, 2);
});
