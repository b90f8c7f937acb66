import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { createApp } from '#src/api-host/app.ts';
import { databaseFile } from '#src/api-host/data.ts';
import { hostMigrations } from '#src/api-host/database/migrations.ts';
import { fileStore, reservedBytes } from '#src/api-host/documents/file-store.ts';
import type { AppParts } from '#src/api-host/parts.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { collectingLog, temporaryDirectory, testHost } from './support/host.ts';
import { documentParts, encode, eventually, multipartType } from './support/upload.ts';

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

test('a document for which there is no room is a 507 before any of its bytes are stored', async () => {
  const body = encode(documentParts('A', 'cv', '%PDF-1.7'));
  const asked: number[] = [];
  const cleanup = {
    hasRoomFor: async (bytes: number) => {
      asked.push(bytes);
      return false;
    },
    store: () => assert.fail('stored'),
  };
  const headers = { 'content-type': multipartType, 'content-length': String(body.length) };
  const incoming = Object.assign(Readable.from([body]), { headers, complete: true });
  const refused = await request({ cleanup, records: {} }, '/api/uploadapplicantdocument', incoming);
  assert.deepEqual(refused, {
    httpStatus: 507,
    status: 0,
    message: noRoom,
    events: ['disk-full'],
  });
  assert.deepEqual(asked, [body.length]);
});

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

test('a document may leave exactly the reserved bytes, and not one less', async (t) => {
  const directory = await temporaryDirectory(t);
  const { hasRoomFor } = await fileStore(directory, async () => reservedBytes + 10);
  assert.deepEqual([await hasRoomFor(10), await hasRoomFor(11)], [true, false]);
});

test('the host is not ready while no document would be accepted for want of space', async (t) => {
  let free = reservedBytes;
  const store = await fileStore(await temporaryDirectory(t), async () => free);
  const checkData = () =>
    store.check('probe').then(
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

test('the store knows the free bytes of its disk', async (t) => {
  const { hasRoomFor } = await fileStore(await temporaryDirectory(t));
  assert.deepEqual([await hasRoomFor(1), await hasRoomFor(2 ** 60)], [true, false]);
});
