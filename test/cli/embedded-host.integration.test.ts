import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { careers as careersInProcess } from './support/in-process.ts';
import { careers, root } from './support/run.ts';

let dataDir: string;
let child: ChildProcess;
let origin: string;
let fixtures: string[];

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'careers-embedded-'));
  child = fork(join(root, 'dist/host/api-host.cjs'), {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' },
  });
  [{ origin }] = await once(child, 'message');
  const folder = join('fixtures', 'applications');
  fixtures = (await readdir(join(root, folder)))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
});

after(async () => {
  child.kill();
  await once(child, 'exit');
  await rm(dataDir, { recursive: true });
});

const submit = (...args: string[]) =>
  careers(['submit', ...args, '--json', '--journal', dataDir, '--host', origin], {
    env: { DATA_DIR: dataDir },
  });

test('the sample applications pass a dry run, the invalid ones do not', async () => {
  const codeOf = async (...args: string[]) =>
    (await careersInProcess(['submit', ...args, '--host', origin])).code;
  assert.equal(await codeOf('--dry-run', ...fixtures), 0);
  const folder = join('fixtures', 'invalid');
  for (const name of await readdir(join(root, folder)))
    assert.equal(await codeOf(join(folder, name)), 3, name);
});

test('the sample applications are accepted, and refused a second time', async () => {
  const first = await submit(...fixtures, '--concurrency', '4');
  assert.equal(first.code, 0, first.stdout);
  const ids = JSON.parse(first.stdout).map((one: { applicant_id: string }) => one.applicant_id);
  assert.equal(new Set(ids).size, fixtures.length);

  const second = await submit(...fixtures);
  assert.equal(second.code, 4, second.stdout);
  for (const { outcome } of JSON.parse(second.stdout)) assert.equal(outcome, 'refused');
});
