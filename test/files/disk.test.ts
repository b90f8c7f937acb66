import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkDirectory, isDiskFull } from '#src/files/disk.ts';
import { newFolder } from '#test/support/new-folder.ts';

test('concurrent checks of one directory do not disturb each other and leave nothing', async (t) => {
  const directory = newFolder(t);
  await Promise.all(Array.from({ length: 10 }, () => checkDirectory(directory)));
  assert.deepEqual(await readdir(directory), []);
  await assert.rejects(checkDirectory(join(directory, 'missing')), { code: 'ENOENT' });
});

test('a full disk is told from other errors by its code, also by that of SQLite', () => {
  const failed = (codes: object) => Object.assign(new Error('failed'), codes);
  for (const codes of [{ code: 'ENOSPC' }, { code: 'EDQUOT' }, { errcode: 13 }, { errcode: 4874 }])
    assert.ok(isDiskFull(failed(codes)), JSON.stringify(codes));
  for (const error of [failed({ code: 'EIO' }), failed({ errcode: 10 }), failed({}), 'ENOSPC'])
    assert.ok(!isDiskFull(error));
});
