import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testHost } from '#test/api-host/support/host.ts';
import { root } from '#test/support/site.ts';
import { careers } from './support/in-process.ts';

const fixturesIn = async (folder: string) =>
  (await readdir(join(root, folder)))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(root, folder, name));

test('the sample applications pass a dry run, are accepted, and refused a second time; the invalid ones do not', async (t) => {
  const { dataDir, origin } = await testHost(t, { openings: 'samples' });
  const submit = (...args: string[]) =>
    careers(['submit', ...args, '--json', '--journal', dataDir, '--host', origin]);
  const fixtures = await fixturesIn('fixtures/applications');
  assert.equal((await submit('--dry-run', ...fixtures)).code, 0);
  for (const invalid of await fixturesIn('fixtures/invalid'))
    assert.equal((await submit(invalid)).code, 3, invalid);

  const first = await submit(...fixtures, '--concurrency', '4');
  assert.equal(first.code, 0, first.stdout);
  const ids = JSON.parse(first.stdout).map((one: { applicant_id: string }) => one.applicant_id);
  assert.equal(new Set(ids).size, fixtures.length);
  const second = await submit(...fixtures);
  assert.equal(second.code, 4, second.stdout);
  for (const { outcome } of JSON.parse(second.stdout)) assert.equal(outcome, 'refused');
});
