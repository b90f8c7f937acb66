import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import net from 'node:net';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DocumentsUnavailableError, storeIdName } from '#src/api-host/documents/document-store.ts';
import { fileStore } from '#src/api-host/documents/file-store.ts';
import { s3Store } from '#src/api-host/documents/s3-store.ts';
import type { S3Settings } from '#src/config/settings.ts';
import { startCuttableProxy } from '#test/support/cuttable-proxy.ts';
import { listenLocally } from '#test/support/listen-locally.ts';
import { openUploads, s3Environment, startSwift, storedBelow } from '#test/support/swift.ts';
import { type TestedStore, testDocumentStore } from './support/document-store-contract.ts';
import { apply, temporaryDirectory, testHost } from './support/host.ts';
import { EndedEarly, hostProcess } from './support/process.ts';
import {
  documentParts,
  encode,
  eventually,
  openUpload,
  recorded,
  upload,
} from './support/upload.ts';

const MiB = 1024 * 1024;
const swift = await startSwift();
after(() => swift.remove());

const hostSettings = (s3: S3Settings) => ({
  documentsUrl: new URL(`s3://${s3.bucket}/documents`),
  s3,
});

/** Creates a bucket. */
async function createBucket({ versions = false } = {}): Promise<TestedStore & { s3: S3Settings }> {
  const s3 = swift.bucket(`documents-${randomUUID()}`);
  const client = swift.client(s3.bucket);
  assert.ok(await client.createBucket());
  if (versions) await client.setBucketVersioning('Enabled');
  return {
    s3,
    settings: hostSettings(s3),
    env: s3Environment(s3),
    open: async () => s3Store(s3),
    stored: async () =>
      (await storedBelow(client, s3.prefix, { versions })).filter((name) => name !== storeIdName),
    partStored: () =>
      eventually(async () => {
        const [upload] = await openUploads(client);
        const parts = upload && (await client.getObject(upload.Key, { uploadId: upload.UploadId }));
        return parts?.includes('<Part>') === true;
      }),
  };
}

testDocumentStore('S3', () => createBucket());
testDocumentStore('folder', async (t) => {
  const directory = join(await temporaryDirectory(t), 'created', 'on', 'demand');
  const url = pathToFileURL(directory);
  const files = async () =>
    (await readdir(directory, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && entry.name !== storeIdName,
    );
  return {
    settings: { documentsUrl: url },
    env: { DOCUMENTS_URL: url.href },
    open: () => fileStore(directory),
    stored: async () =>
      (await files())
        .map(({ parentPath, name }) => relative(directory, join(parentPath, name)))
        .toSorted(),
    partStored: () =>
      eventually(async () => (await files()).some(({ name }) => name.endsWith('.part'))),
  };
});

test('of an object with versions none is left after remove', async () => {
  const { open, stored } = await createBucket({ versions: true });
  const store = await open();
  for (const length of [1, 6 * MiB])
    await store.write(Readable.from([Buffer.alloc(length)]), `${length}.pdf`);
  await store.write(Readable.from(['a later version']), '1.pdf');
  assert.equal((await stored()).length, 3);
  await store.remove('1.pdf');
  await store.remove(`${6 * MiB}.pdf`);
  assert.deepEqual(await stored(), []);
});

for (const [what, changed, name] of [
  ['a bucket that does not exist', { bucket: 'no-such-bucket' }, /^DOCUMENTS_URL names the bucket/],
  [
    'a wrong secret',
    { secretAccessKey: 'wrong-secret' },
    /^S3_SECRET_ACCESS_KEY is refused by http/,
  ],
  [
    'a key without permission',
    { accessKeyId: 'test:other', secretAccessKey: 'other' },
    /^S3_ACCESS_KEY_ID may not read, write/,
  ],
] as const)
  test(`${what} ends the start with exit code 3 and its name, without the secret`, async (t) => {
    const { s3 } = await createBucket();
    const env = s3Environment({ ...s3, ...changed });
    await assert.rejects(hostProcess(t, await temporaryDirectory(t), env), (error: unknown) => {
      assert.ok(error instanceof EndedEarly);
      assert.equal(error.code, 3);
      assert.match(String(error.lines.at(-1)?.message), name);
      assert.doesNotMatch(JSON.stringify(error.lines), /testing|wrong-secret/);
      return true;
    });
  });

/** Returns the answer of /health, which is used for a second. */
const healthOf = async (origin: string) => {
  const response = await fetch(`${origin}/health`);
  const { message = '' } = (await response.json()) as { message?: string };
  return { status: response.status, message };
};

test('a host whose service does not respond starts, says so, and is ready once it responds', async (t) => {
  const { s3 } = await createBucket();
  const proxy = await startCuttableProxy(s3.endpoint);
  t.after(() => proxy[Symbol.asyncDispose]());
  proxy.cut();
  const settings = hostSettings({ ...s3, endpoint: proxy.origin });
  const host = await testHost(t, { settings });
  const [line] = host.lines.filter(({ event }) => event === 'documents-unavailable');
  assert.match(String(line?.problem), /^S3_ENDPOINT http:\/\/localhost:\d+ cannot be reached/);
  const { status, message } = await healthOf(host.origin);
  assert.equal(status, 503);
  assert.equal(message, line?.problem);
  // All but documents.
  const id = await apply(host);
  proxy.restore();
  await eventually(async () => (await healthOf(host.origin)).status === 200);
  assert.equal((await upload(host.origin, documentParts(id, 'cv', 'bytes'))).body.status, 1);
});

test('a document is a 503 with Retry-After when the service disappears in the middle, and nothing is recorded', async (t) => {
  const tested = await createBucket();
  const { s3 } = tested;
  const proxy = await startCuttableProxy(s3.endpoint);
  t.after(() => proxy[Symbol.asyncDispose]());
  let minutes = 0;
  const host = await testHost(t, {
    settings: hostSettings({ ...s3, endpoint: proxy.origin }),
    clock: () => new Date(Date.now() + minutes * 60_000),
  });
  const id = await apply(host);
  const whole = encode(documentParts(id, 'cv', randomBytes(16 * MiB)));
  const { request, reply } = openUpload(host.origin, { 'content-length': whole.length });
  request.write(whole.subarray(0, 8 * MiB));
  await tested.partStored();
  proxy.cut();
  request.end(whole.subarray(8 * MiB));
  const { httpStatus, headers, body } = await reply;
  assert.deepEqual([httpStatus, headers.get('retry-after'), body.status], [503, '5', 0]);
  assert.match(body.message ?? '', /cannot be reached just now/);
  const { documents, orphaned } = await recorded(host);
  assert.deepEqual([documents.length, orphaned.length], [0, 1]);

  proxy.restore();
  assert.equal((await upload(host.origin, documentParts(id, 'cv', 'later'))).body.status, 1);
  minutes = 16;
  await host.close();
  const next = await testHost(t, {
    dataDir: host.dataDir,
    settings: hostSettings(s3),
    clock: () => new Date(Date.now() + minutes * 60_000),
  });
  await eventually(async () => (await recorded(next)).orphaned.length === 0);
  assert.equal((await tested.stored()).length, 1);
});

/** A call is repeated for two seconds, which a busy machine may need for its first attempt: they do not pass. */
const stopTime = (t: TestContext) => t.mock.method(performance, 'now', () => 0);

test('bytes that change on the way to the service are sent again, and never stored', async (t) => {
  stopTime(t);
  const { s3, stored } = await createBucket();
  const proxy = await startCorruptingProxy(t, Number(new URL(s3.endpoint).port));
  const store = s3Store({ ...s3, endpoint: `http://127.0.0.1:${proxy.port}` });
  const bytes = Buffer.alloc(6 * MiB, proxy.marker);
  proxy.corrupt(1);
  assert.equal(await store.write(Readable.from([bytes]), 'a.pdf'), bytes.length);
  assert.ok((await buffer(store.read('a.pdf'))).equals(bytes));
  await store.remove('a.pdf');
  proxy.corrupt(1000);
  // Refused although the source gives no more bytes.
  const open = new Readable({ read() {} });
  open.push(bytes);
  await assert.rejects(store.write(open, 'b.pdf'), {
    name: 'DocumentsUnavailableError',
    message: /responded 400 BadDigest/,
  });
  proxy.corrupt(0);
  await store.remove('b.pdf');
  assert.deepEqual(await stored(), []);
});

test('a document larger than 10,000 parts can contain is refused with the message for a large file', async (t) => {
  const { settings, s3, stored } = await createBucket();
  const { maxBytes } = s3Store(s3);
  assert.equal(maxBytes, 10_000 * 5 * MiB);
  const host = await testHost(t, { settings });
  const { request, reply } = openUpload(host.origin, { 'content-length': maxBytes + 3 * MiB });
  request.write(encode(documentParts('1', 'cv', 'the first bytes')).subarray(0, 150));
  const { httpStatus, body } = await reply;
  assert.deepEqual([httpStatus, body.message], [413, 'File size is large for cv']);
  assert.deepEqual(await stored(), []);
});

test('a document with one byte too many is not stored', async () => {
  const { s3, stored } = await createBucket();
  const store = s3Store(s3, { maxParts: 2 });
  assert.equal(store.maxBytes, 10 * MiB);
  const source = (length: number) => Readable.from([Buffer.alloc(length)]);
  assert.equal(await store.write(source(10 * MiB), 'a.pdf'), 10 * MiB);
  await assert.rejects(store.write(source(10 * MiB + 1), 'b.pdf'), /larger than maxBytes/);
  await store.remove('b.pdf');
  assert.deepEqual(await stored(), ['a.pdf']);
});

test('one document more than a host receives at the same time waits, and is refused if none ends', async () => {
  const { s3 } = await createBucket();
  const store = s3Store(s3, { maxDocuments: 1, maxWaitMs: 1000 });
  const open = new Readable({ read() {} });
  const first = store.write(open, 'a.pdf');
  await assert.rejects(store.write(Readable.from(['b']), 'b.pdf'), DocumentsUnavailableError);
  open.push('a');
  open.push(null);
  const second = store.write(Readable.from(['c']), 'c.pdf');
  assert.deepEqual([await first, await second], [1, 1]);
});

test('the upload of a document that fails is ended although the list of uploads does not have it yet', async (t) => {
  const { s3, stored } = await createBucket();
  const endpoint = await startProxy(t, s3, ({ method, url = '' }, outgoing) => {
    if (method !== 'GET' || !/[?&]uploads/.test(url)) return false;
    outgoing.end('<ListMultipartUploadsResult></ListMultipartUploadsResult>');
    return true;
  });
  const store = s3Store({ ...s3, endpoint });
  const parts = async function* () {
    yield Buffer.alloc(11 * MiB);
    throw new Error('the visitor left');
  };
  await assert.rejects(store.write(Readable.from(parts()), 'a.pdf'), /the visitor left/);
  assert.deepEqual(await stored(), []);
});

test('a call that the service refuses for a moment is repeated', async (t) => {
  stopTime(t);
  const { s3 } = await createBucket();
  const refusals: number[] = [];
  const endpoint = await startProxy(t, s3, ({ method }, outgoing) => {
    const status = method === 'PUT' ? refusals.shift() : undefined;
    if (status !== undefined) outgoing.writeHead(status).end();
    return status !== undefined;
  });
  const store = s3Store({ ...s3, endpoint });
  for (const status of [429, 500, 502, 503, 504]) {
    refusals.push(status);
    assert.equal(await store.write(Readable.from(['a']), `${status}.pdf`), 1);
    assert.deepEqual(refusals, []);
  }
});

test('only an upload that had to be begun again ends those of its document', async (t) => {
  stopTime(t);
  const { s3 } = await createBucket();
  let lost = 0;
  const calls: string[] = [];
  const endpoint = await startProxy(t, s3, ({ method, url = '' }, outgoing) => {
    const isOfUploads = /[?&]uploads/.test(url);
    if (isOfUploads) calls.push(`${method}`);
    if (!isOfUploads || method !== 'POST' || lost === 0) return false;
    lost -= 1;
    outgoing.destroy();
    return true;
  });
  const store = s3Store({ ...s3, endpoint });
  const bytes = Buffer.alloc(6 * MiB);
  await store.write(Readable.from([bytes]), 'a.pdf');
  assert.deepEqual(calls, ['POST']);
  lost = 1;
  await store.write(Readable.from([bytes]), 'b.pdf');
  assert.deepEqual(calls, ['POST', 'POST', 'GET', 'POST']);
});

test('a check fails while the service lacks uploads in parts, or their list, and has no need of a restart', async (t) => {
  const { s3 } = await createBucket();
  let lacking: string | undefined;
  const endpoint = await startProxy(t, s3, ({ method = '', url = '' }, outgoing) => {
    if (method !== lacking || !/[?&]uploads/.test(url)) return false;
    outgoing.writeHead(501).end('<Error><Code>NotImplemented</Code></Error>');
    return true;
  });
  const store = s3Store({ ...s3, endpoint });
  for (lacking of ['POST', 'GET'])
    for (const _ of ['at start', 'later'])
      await assert.rejects(store.check(), {
        name: 'DocumentsUnavailableError',
        message: `S3_ENDPOINT ${endpoint} lacks a call that documents need (501).`,
      });
  lacking = undefined;
  await store.check();
});

test('a check of readiness writes nothing, other than that of the start', async (t) => {
  const { s3 } = await createBucket();
  const methods: unknown[] = [];
  const endpoint = await startProxy(t, s3, ({ method }) => {
    methods.push(method);
    return false;
  });
  const store = s3Store({ ...s3, endpoint });
  await store.check();
  assert.ok(methods.includes('PUT') && methods.includes('DELETE'));
  methods.length = 0;
  await store.check();
  assert.deepEqual(methods, ['GET']);
});

/** Starts a proxy and returns its address. It forwards what `answer` does not answer. */
async function startProxy(
  t: TestContext,
  { endpoint }: S3Settings,
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean,
): Promise<string> {
  const { port } = new URL(endpoint);
  const proxy = createServer((incoming, outgoing) => {
    if (answer(incoming, outgoing)) return;
    const { method, url: path, headers } = incoming;
    incoming.pipe(
      request({ port, method, path, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      }),
    );
  });
  return `http://127.0.0.1:${await listenLocally(t, proxy)}`;
}

/** Starts a TCP proxy that changes a letter of the first block of markers in each of a number of chunks. */
async function startCorruptingProxy(t: TestContext, port: number) {
  const marker = 'a marker of the document ';
  let left = 0;
  const server = net.createServer((client) => {
    const upstream = net.connect(port, '127.0.0.1');
    client.on('data', (chunk: Buffer) => {
      const at = left > 0 ? chunk.indexOf(marker) : -1;
      if (at >= 0) {
        left -= 1;
        chunk.write('A', at);
      }
      upstream.write(chunk);
    });
    upstream.pipe(client);
    for (const socket of [client, upstream])
      socket
        .on('error', () => {})
        .on('close', () => [client, upstream].map((one) => one.destroy()));
  });
  return {
    marker,
    port: await listenLocally(t, server),
    corrupt: (chunks: number) => {
      left = chunks;
    },
  };
}
