import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkDirectory, readinessMaxAgeMs, shareCheck } from '#src/config/readiness.ts';

test('concurrent callers and those of the next second share one check', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let runs = 0;
  const check = shareCheck(async () => {
    runs += 1;
    return runs;
  });
  assert.deepEqual(await Promise.all([check(), check(), check()]), [1, 1, 1]);
  assert.equal(readinessMaxAgeMs, 1000);
  t.mock.timers.tick(readinessMaxAgeMs - 1);
  assert.equal(await check(), 1);
  t.mock.timers.tick(1);
  assert.equal(await check(), 2);
});

test('a failed check is shared too, and the next one runs again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let runs = 0;
  const check = shareCheck(async () => {
    runs += 1;
    throw new Error(`run ${runs}`);
  });
  for (const attempt of [check(), check()]) await assert.rejects(attempt, /run 1/);
  t.mock.timers.tick(readinessMaxAgeMs);
  await assert.rejects(check(), /run 2/);
});

test('concurrent checks of one directory do not disturb each other and leave nothing', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'careers-readiness-'));
  t.after(() => rm(directory, { recursive: true }));
  await Promise.all(Array.from({ length: 10 }, () => checkDirectory(directory)));
  assert.deepEqual(await readdir(directory), []);
  await assert.rejects(checkDirectory(join(directory, 'missing')), { code: 'ENOENT' });
});
