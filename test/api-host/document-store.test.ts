import assert from 'node:assert/strict';
import { mkdir, readdir, rename, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { documentCleanup } from '#src/api-host/documents/document-cleanup.ts';
import {
  type DocumentStore,
  DocumentsUnavailableError,
} from '#src/api-host/documents/document-store.ts';
import { fileStore } from '#src/api-host/documents/file-store.ts';
import { collectingLog, dataIn, temporaryDirectory } from './support/host.ts';

const below = async (directory: string) =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test('written bytes are read back unchanged, readable by this user only, and their number is returned', async (t) => {
  const directory = join(await temporaryDirectory(t), 'created', 'on', 'demand');
  const store = await fileStore(directory);
  const bytes = Buffer.alloc(3_000_001, 'bread ');
  assert.equal(
    await store.write(Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]), '2026-11/a.pdf'),
    bytes.length,
  );
  assert.deepEqual(await buffer(store.read('2026-11/a.pdf')), bytes);
  assert.equal((await stat(join(directory, '2026-11/a.pdf'))).mode & 0o777, 0o600);
  assert.deepEqual(await below(directory), ['a.pdf']);
});

test('an upload that takes longer than fifteen minutes survives every cleanup, an abandoned file none', async (t) => {
  const data = await dataIn(t, await temporaryDirectory(t));
  let minutes = 0;
  const clock = () => new Date(Date.UTC(2026, 0, 1, 0, minutes));
  const writing = Promise.withResolvers<number>();
  const removed: string[] = [];
  const store = {
    write: () => writing.promise,
    remove: async (name: string) => void removed.push(name),
  } as unknown as DocumentStore;
  const cleanup = documentCleanup(data.database, store, { clock, log: collectingLog().log });
  const upload = cleanup.store(Readable.from([]), 'pdf', 0);
  await data.database.db
    .insertInto('orphaned_files')
    .values({ stored_as: 'abandoned.pdf', since: clock().toISOString() })
    .execute();
  for (minutes of [5, 10, 15, 20, 25, 30, 35]) {
    await cleanup.run();
    assert.deepEqual(removed, minutes <= 15 ? [] : ['abandoned.pdf'], `${minutes} minutes`);
  }
  writing.resolve(7);
  assert.equal((await upload).bytes, 7);
  // The upload has ended. A file whose document is never recorded counts as abandoned from this moment.
  minutes = 51;
  await cleanup.run();
  assert.equal(removed.length, 2);
});

test('a file that cannot be removed ends a run of the cleanup, and the next one begins with the others', async (t) => {
  const data = await dataIn(t, await temporaryDirectory(t));
  let minutes = 0;
  const clock = () => new Date(Date.UTC(2026, 10, 1, 12, minutes));
  const tried: string[] = [];
  const remove = async (name: string) => {
    tried.push(name);
    if (name === 'a') throw new Error('no answer within 20 s');
  };
  const cleanup = documentCleanup(data.database, { remove } as unknown as DocumentStore, {
    clock,
    log: collectingLog().log,
  });
  const since = clock().toISOString();
  await data.database.db
    .insertInto('orphaned_files')
    .values(['a', 'b', 'c'].map((stored_as) => ({ stored_as, since })))
    .execute();
  for (minutes of [20, 25, 40]) await cleanup.run();
  assert.deepEqual(tried, ['a', 'b', 'c', 'a']);
});

test('a failing write throws the error of the file system, destroys the source and leaves no file', async (t) => {
  const directory = await temporaryDirectory(t);
  const store = await fileStore(directory);
  await store.write(Readable.from(['a file']), 'blocked');
  const source = Readable.from(['x', 'y']);
  await assert.rejects(store.write(source, 'blocked/a.pdf'), { code: 'ENOTDIR' });
  assert.ok(source.destroyed);
  assert.deepEqual(await below(directory), ['blocked']);
});

test('no document is stored once the directory was removed or replaced, until it is there again', async (t) => {
  const parent = await temporaryDirectory(t);
  const directory = join(parent, 'volume');
  const store = await fileStore(directory);
  const write = (name: string) => store.write(Readable.from(['bytes']), name);
  await rename(directory, join(parent, 'not-mounted'));
  await assert.rejects(write('a.pdf'), DocumentsUnavailableError);
  await mkdir(directory);
  await assert.rejects(write('b.pdf'), DocumentsUnavailableError);
  await assert.rejects(store.check(), DocumentsUnavailableError);
  assert.deepEqual(await below(directory), []);
  await rmdir(directory);
  await rename(join(parent, 'not-mounted'), directory);
  assert.equal(await write('c.pdf'), 5);
  await store.check();
});
