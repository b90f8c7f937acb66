import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeAtomically, writeAtomicallySync } from '#src/files/write.ts';
import { newFolder } from '#test/support/new-folder.ts';

test('a file is replaced when it is complete, and an error leaves the one before and nothing else', async (t) => {
  const directory = newFolder(t);
  const path = join(directory, 'file');
  await writeFile(path, 'before');
  const written = await writeAtomically(path, async (temporary) => {
    await writeFile(temporary, 'after');
    return readFile(path, 'utf8');
  });
  assert.deepEqual([written, await readFile(path, 'utf8')], ['before', 'after']);
  const failing = writeAtomically(path, async (temporary) => {
    await mkdir(temporary);
    await writeFile(join(temporary, 'part'), '');
    throw new Error('no room');
  });
  await assert.rejects(failing, /no room/);
  assert.deepEqual([await readdir(directory), await readFile(path, 'utf8')], [['file'], 'after']);
});

test('of processes that create the same file the first one decides its content', async (t) => {
  const directory = newFolder(t);
  const path = join(directory, 'secret');
  const create = (text: string) =>
    writeAtomicallySync(path, (temporary) => writeFileSync(temporary, text), {
      keepsExisting: true,
    });
  create('first');
  create('second');
  assert.deepEqual([await readdir(directory), await readFile(path, 'utf8')], [['secret'], 'first']);
});
