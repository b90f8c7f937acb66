import assert from 'node:assert/strict';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { databaseFile } from '#src/api-host/data.ts';
import { hostMigrations } from '#src/api-host/database/migrations.ts';
import { fileStore, reservedBytes } from '#src/api-host/documents/file-store.ts';
import { createApp } from '#src/api-host/routes/app.ts';
import type { AppParts } from '#src/api-host/routes/app-parts.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { apply, collectingLog, temporaryDirectory, testHost } from './support/host.ts';
import {
  assertNothingStored,
  documentParts,
  encode,
  eventually,
  openUpload,
} from './support/upload.ts';

const noRoom = 'There is no room to save this just now. Nothing was saved. Please try again later.';
const clock = () => new Date('2026-01-05T00:00:00Z');

async function request(parts: object, path: string, incoming: object = { complete: true }) {
  const { log, lines } = collectingLog();
  const app = createApp({
    clock,
    log,
    maxBytes: 1e12,
    idleMs: 1000,
    ...parts,
  } as unknown as AppParts);
  const method = path.includes('upload') ? 'POST' : 'GET';
  const response = await app.request(path, { method }, { incoming });
  const { status, message } = (await response.json()) as { status: unknown; message: string };
  const events = lines.map(({ event }) => event).filter((event) => event === 'disk-full');
  return { httpStatus: response.status, status, message, events };
}

for (const [what, error] of [
  ['the disk', { code: 'ENOSPC' }],
  ['the quota of the user', { code: 'EDQUOT' }],
  ['the database', { errcode: 13 }],
] as const)
  test(`a call that fails because ${what} is full is a 507 which says that nothing was saved`, async () => {
    const full = Object.assign(new Error('full'), error);
    const openings = { listCompanies: () => Promise.reject(full) };
    assert.deepEqual(await request({ openings }, '/api/companylocations'), {
      httpStatus: 507,
      status: 0,
      message: noRoom,
      events: ['disk-full'],
    });
  });

const MiB = 1024 * 1024;
const sized = (bytes: number) => Readable.from([Buffer.alloc(bytes)]);
const full = { code: 'ENOSPC' };

/** Returns a directory of a disk that has `bytes` more than the reserve, and what is stored in it. */
async function disk(t: TestContext, bytes: number) {
  const directory = await temporaryDirectory(t);
  const files = async () => {
    const names = await readdir(directory, { recursive: true, withFileTypes: true });
    const paths = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    // A partial file may be renamed or removed meanwhile.
    const sizes = await Promise.all(paths.map((path) => stat(path).catch(() => ({ size: 0 }))));
    return sizes.map(({ size }) => size);
  };
  const free = async () =>
    (await files()).reduce((rest, size) => rest - size, reservedBytes + bytes);
  return { files, free, open: () => fileStore(directory, free) };
}

test('a document may leave exactly the reserved bytes, and not one less, declared or not', async (t) => {
  for (const isDeclared of [true, false]) {
    const { open, files } = await disk(t, 10);
    const store = await open();
    await assert.rejects(store.write(sized(11), 'a', isDeclared ? 11 : 0), full);
    assert.deepEqual(await files(), []);
    assert.equal(await store.write(sized(10), 'a', isDeclared ? 10 : 0), 10);
  }
});

test('of documents that are received at the same time, those that fit are stored, and the others before a byte is read', async (t) => {
  const { open, files } = await disk(t, 10 * MiB);
  const store = await open();
  const sources = Array.from({ length: 3 }, () => new PassThrough());
  const results = sources.map((source, i) => store.write(source, `${i}`, 6 * MiB));
  // They are refused in any order, so each needs its handler at once.
  await Promise.all(results.slice(1).map((refused) => assert.rejects(refused, full)));
  const destroyed = sources.map(({ destroyed }) => destroyed);
  assert.deepEqual(destroyed, [false, true, true]);
  sources[0]?.end(Buffer.alloc(6 * MiB));
  assert.equal(await results[0], 6 * MiB);
  assert.equal(await store.write(sized(4 * MiB), 'next', 4 * MiB), 4 * MiB);
  assert.deepEqual((await files()).toSorted(), [4 * MiB, 6 * MiB]);
});

test('the bytes of a document that have arrived are counted once', async (t) => {
  const { open, files } = await disk(t, 10 * MiB);
  const store = await open();
  const first = new PassThrough();
  const written = store.write(first, 'first', 6 * MiB);
  first.write(Buffer.alloc(5 * MiB));
  await eventually(async () => (await files()).includes(5 * MiB));
  assert.equal(await store.write(sized(4 * MiB), 'second', 4 * MiB), 4 * MiB);
  first.end(Buffer.alloc(MiB));
  assert.equal(await written, 6 * MiB);
});

test('documents without a declared length, of several hosts, leave the reserve and what refused ones took', async (t) => {
  const { open, files, free } = await disk(t, 10 * MiB);
  const stores = await Promise.all([open(), open(), open()]);
  async function* endless() {
    for (;;) yield Buffer.alloc(64 * 1024);
  }
  const writes = stores.map((store, i) => store.write(Readable.from(endless()), `endless ${i}`));
  await Promise.all(writes.map((write) => assert.rejects(write, full)));
  assert.deepEqual(await files(), []);
  const sources = stores.map(() => sized(4 * MiB));
  await Promise.allSettled(stores.map((store, i) => store.write(sources[i] ?? sized(0), `${i}`)));
  assert.ok((await free()) >= reservedBytes);
});

test('an upload that would take the reserve is a 507, and nothing of it stays', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  const { request: outgoing, reply } = openUpload(host.origin, { 'content-length': 2 ** 40 });
  outgoing.write(encode(documentParts(id, 'cv', '%PDF-1.7')).subarray(0, -20));
  const { httpStatus, body } = await reply;
  outgoing.destroy();
  assert.deepEqual([httpStatus, body.message], [507, noRoom]);
  assert.ok(host.lines.some(({ event }) => event === 'disk-full'));
  await assertNothingStored(host);
});

test('the host is not ready while no document would be accepted for want of space', async (t) => {
  let free = reservedBytes;
  const store = await fileStore(await temporaryDirectory(t), async () => free);
  const checkData = () =>
    store.check().then(
      () => undefined,
      (error: unknown) => ({ failed: 'documents' as const, error }),
    );
  assert.equal((await request({ checkData }, '/health')).httpStatus, 200);
  free = reservedBytes - 1;
  const { httpStatus, message } = await request({ checkData }, '/health');
  assert.equal(httpStatus, 503);
  assert.match(message, /has less than 64 MiB of free space: no document is accepted\.$/);
});

test('an application is a 507, and the host not ready, once its database was removed', async (t) => {
  const host = await testHost(t);
  assert.equal((await fetch(`${host.origin}/health`)).status, 200);
  await rename(join(host.dataDir, databaseFile), join(host.dataDir, 'removed'));
  const { httpStatus, body } = await host.post('applyjobposting', buildApplication());
  assert.deepEqual([httpStatus, body.status], [507, 0]);
  assert.match(body.message ?? '', /Nothing was saved/);
  assert.ok(host.lines.some(({ event }) => event === 'database-gone'));
  // A result is used for a second.
  await eventually(async () => (await fetch(`${host.origin}/health`)).status === 503);
});

test('ten probers of /health at once are all told that the host is ready, and the version of its schema', async (t) => {
  const host = await testHost(t);
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => fetch(`${host.origin}/health`)),
  );
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  const [schema] = Object.keys(hostMigrations(sqliteDialect(':memory:')))
    .toSorted()
    .toReversed();
  assert.deepEqual(await replies[0]?.json(), { status: 1, schema });
});
