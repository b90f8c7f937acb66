import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileStore } from '#src/api-host/documents/file-store.ts';
import { temporaryDirectory } from './support/host.ts';

const below = async (directory: string) =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test('what is kept is read back byte by byte, and counted', async (t) => {
  const directory = join(await temporaryDirectory(t), 'made', 'on', 'demand');
  const store = await fileStore(directory);
  const bytes = Buffer.alloc(3_000_001, 'bread ');
  assert.equal(
    await store.keep(Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]), '2026-11/a.pdf'),
    bytes.length,
  );
  assert.deepEqual(await buffer(store.read('2026-11/a.pdf')), bytes);
  assert.deepEqual(await below(directory), ['a.pdf']);
});

test('a source that fails or is destroyed half-way leaves nothing, and its reason is told', async (t) => {
  const directory = await temporaryDirectory(t);
  const store = await fileStore(directory);
  const failing = new Readable({ read() {} });
  failing.push(Buffer.alloc(100_000));
  const kept = store.keep(failing, '2026-11/a.pdf');
  setImmediate(() => failing.destroy(new Error('the line went dead')));
  await assert.rejects(kept, /the line went dead/);
  const gone = Readable.from(['x']);
  gone.destroy();
  await assert.rejects(store.keep(gone, '2026-11/b.pdf'));
  assert.deepEqual(await below(directory), []);
});

test('a store that cannot be written to says so, destroys the source and leaves nothing', async (t) => {
  const directory = await temporaryDirectory(t);
  const store = await fileStore(directory);
  await store.keep(Readable.from(['in the way']), 'blocked');
  const source = Readable.from(['x', 'y']);
  await assert.rejects(store.keep(source, 'blocked/a.pdf'), { code: 'ENOTDIR' });
  assert.ok(source.destroyed);
  assert.deepEqual(await below(directory), ['blocked']);
});

test('removing takes the whole and the half-written, and nothing being there is no error', async (t) => {
  const directory = await temporaryDirectory(t);
  const store = await fileStore(directory);
  await store.keep(Readable.from(['x']), '2026-11/a.pdf');
  await store.keep(Readable.from(['half']), '2026-11/b.pdf.part');
  await store.remove('2026-11/a.pdf');
  await store.remove('2026-11/b.pdf');
  await store.remove('2026-11/a.pdf');
  assert.deepEqual(await below(directory), []);
  await assert.rejects(buffer(store.read('2026-11/a.pdf')), { code: 'ENOENT' });
});
