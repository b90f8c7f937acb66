import assert from 'node:assert/strict';
import { test } from 'node:test';
import { separateFields } from '#cli/output/json-options.ts';
import { startScriptedHost } from '#test/support/scripted-host.ts';
import { hostAndFixtures } from './support/fixtures.ts';
import { careers } from './support/in-process.ts';

test('--json with fields prints these fields only, in this order, for lists and for one record', async () => {
  await using host = await startScriptedHost();
  const list = await careers(['list', '--json', 'role_name,id', '--host', host.origin]);
  assert.deepEqual(JSON.parse(list.stdout)[0], { role_name: 'Pastry chef', id: '11' });
  assert.ok(list.stdout.indexOf('role_name') < list.stdout.indexOf('id'));
  // Fields that only this host sends, and that an opening may lack.
  const own = await careers(['list', '--json=internal_code', '--host', host.origin]);
  assert.deepEqual(JSON.parse(own.stdout).slice(0, 2), [
    { internal_code: 'PC-1' },
    { internal_code: null },
  ]);
  for (const args of [
    ['--json', 'role_name', '21'],
    ['21', '--json', 'role_name'],
  ]) {
    const show = await careers(['show', ...args, '--host', host.origin]);
    assert.deepEqual(JSON.parse(show.stdout), { role_name: 'Event cook' });
  }
});

test('an argument after --json that is an id or a path is no field', () => {
  for (const [given, expected] of [
    ['show --json 5', 'show 5 --json'],
    ['submit --json a.json b.json --dry-run', 'submit a.json b.json --json --dry-run'],
    ['submit --json - --dry-run', 'submit - --json --dry-run'],
    ['show 5 --json id,role_name', 'show 5 --json id,role_name'],
    ['list --json', 'list --json'],
  ] as const)
    assert.equal(separateFields(given.split(' ')).join(' '), expected);
});

test('2: an unknown field is named with those that exist, and nothing is sent', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  const sent = await careers(['submit', fixture, '--json', 'outcom', '--host', host.origin]);
  assert.equal(sent.code, 2);
  assert.match(sent.stderr, /no field 'outcom'; the fields are fixture, outcome, applicant_id/);
  assert.equal(host.calls.length, 0);
  const list = await careers(['list', '--json', 'rolename', '--host', host.origin]);
  assert.equal(list.code, 2);
  assert.match(list.stderr, /no field 'rolename'; the fields are .*role_name/);
});
