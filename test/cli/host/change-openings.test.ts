import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryDirectory } from '#test/api-host/support/host.ts';
import { testOpenings } from '#test/api-host/support/openings.ts';
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
  const message =
    'error: 2020-01-01 has passed; --closing-date must be a later date, or "" for none\n';
  for (const args of [['101', '--closing-date', '2020-01-01'], ['102'], ['101', '102']]) {
    const { code, stderr } = await run('reopen', ...args);
    assert.deepEqual([code, stderr], [3, message]);
  }
  const opened = await run('reopen', '102', '--closing-date', '');
  assert.match(opened.stdout, /^Opened: 102 /);
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
