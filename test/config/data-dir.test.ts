import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { prepareDataDir } from '#src/config/data-dir.ts';

test('DATA_DIR is created with the directories above it, for this user only', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'data-dir-'));
  t.after(() => rm(parent, { recursive: true }));
  prepareDataDir(join(parent, 'a', 'b'));
  for (const path of ['a', 'a/b'])
    assert.equal((await stat(join(parent, path))).mode & 0o777, 0o700);
});

test('a DATA_DIR in /proc or below a file is one sentence', () => {
  for (const path of ['/proc/careers', '/proc/careers/data', '/dev/null/data'])
    assert.throws(
      () => prepareDataDir(path),
      ({ name, message }: Error) =>
        name === 'DataDirError' &&
        message.startsWith(`DATA_DIR must be a directory that can be written: ${path} (E`),
    );
});

test('a DATA_DIR that others could read is made private', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'data-dir-'));
  t.after(() => rm(directory, { recursive: true }));
  await chmod(directory, 0o755);
  prepareDataDir(directory);
  assert.equal((await stat(directory)).mode & 0o777, 0o700);
});
