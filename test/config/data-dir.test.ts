import assert from 'node:assert/strict';
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { prepareDataDir } from '#src/config/data-dir.ts';
import { newFolder } from '#test/support/new-folder.ts';

test('DATA_DIR is created with the directories above it, for this user only', async (t) => {
  const parent = newFolder(t);
  prepareDataDir(join(parent, 'a', 'b'));
  for (const path of ['a', 'a/b'])
    assert.equal((await stat(join(parent, path))).mode & 0o777, 0o700);
});

test('a DATA_DIR in /proc or below a file is one sentence', () => {
  for (const path of ['/proc/careers', '/proc/careers/data', '/dev/null/data'])
    assert.throws(
      () => prepareDataDir(path),
      ({ name, message }: Error) =>
        name === 'CommandError' &&
        message.startsWith(`DATA_DIR must be a directory that can be written: ${path} (E`),
    );
});

for (const mode of [0o700, 0o740, 0o704, 0o755, 0o777])
  test(`a DATA_DIR of this user with the mode ${mode.toString(8)} is private afterwards`, async (t) => {
    const directory = newFolder(t);
    await chmod(directory, mode);
    prepareDataDir(directory);
    assert.equal((await stat(directory)).mode & 0o777, 0o700);
  });

test('a directory of all users is no DATA_DIR, and keeps its mode', async (t) => {
  const directory = newFolder(t);
  await chmod(directory, 0o1777);
  const message = /^DATA_DIR must not be a directory that every user can write: .+ below it\.$/;
  assert.throws(() => prepareDataDir(directory), { name: 'CommandError', message });
  assert.equal((await stat(directory)).mode & 0o7777, 0o1777);
});
