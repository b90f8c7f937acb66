import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { writeAtomically, writeAtomicallySync } from '#src/files/write.ts';

async function newDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'careers-write-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

test('a file is replaced when it is complete, and an error leaves the one before and nothing else', async (t) => {
  const directory = await newDirectory(t);
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
  const directory = await newDirectory(t);
  const path = join(directory, 'secret');
  const create = (text: string) =>
    writeAtomicallySync(path, (temporary) => writeFileSync(temporary, text), {
      keepsExisting: true,
    });
  create('first');
  create('second');
  assert.deepEqual([await readdir(directory), await readFile(path, 'utf8')], [['secret'], 'first']);
});
