import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkUpload } from '#src/features/documents/upload-file.ts';
import { MultipartError } from '#src/http/read-multipart.ts';
import { log } from '#src/telemetry/logger.ts';
import { replies } from '#test/support/scripted-host.ts';
import { startUploadSite } from './upload-site.ts';

const call = 'uploadapplicantdocument';
type Site = Awaited<ReturnType<typeof startUploadSite>>;

const partHead = (type: string) =>
  `--b\r\nContent-Disposition: form-data; name="${type}"; filename="${type}.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n`;
const mebibyte = Buffer.alloc(1024 * 1024, 'x');

/** Starts an upload: sends the headers and the beginning of the form. */
function begin(
  site: Site,
  headers: Record<string, string> = {},
  ...bytes: readonly (string | Buffer)[]
): ClientRequest {
  const outgoing = request(site.url, {
    method: 'POST',
    headers: {
      cookie: site.cookie,
      accept: 'application/json',
      'content-type': 'multipart/form-data; boundary=b',
      ...headers,
    },
  });
  outgoing.on('error', () => {});
  for (const each of bytes.length > 0 ? bytes : [partHead('cv'), mebibyte]) outgoing.write(each);
  return outgoing;
}

async function responseTo(outgoing: ClientRequest) {
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, headers: reply.headers, body: (await json(reply)) as object };
}

test('forwards a document while it arrives', async () => {
  await using site = await startUploadSite({ maxBytes: 1e9 });
  const outgoing = begin(site);
  const received = await site.host.called(call, 1, 'headers');
  assert.ok(!received.complete);
  outgoing.end('\r\n--b--\r\n');
  assert.equal((await responseTo(outgoing)).status, 200);
});

test('forwards a document as soon as the bytes of its check have arrived', async () => {
  await using site = await startUploadSite({ maxBytes: 1e9 });
  // A PDF header is searched in the first 1029 bytes.
  const outgoing = begin(site, {}, partHead('cv') + 'x'.repeat(1029 - '%PDF-1.7\n'.length));
  const received = await site.host.called(call, 1, 'headers');
  assert.ok(!received.complete);
  outgoing.destroy();
  await received.gone;
});

test('ends the call to the host when the browser disconnects', async () => {
  await using site = await startUploadSite({ maxBytes: 1e9 });
  const outgoing = begin(site);
  const received = await site.host.called(call, 1, 'headers');
  outgoing.destroy();
  await received.gone;
  assert.ok(!received.complete);
});

test('ends the call to the host at the first byte above the limit', async () => {
  await using site = await startUploadSite({ maxBytes: 3 * mebibyte.length });
  const outgoing = begin(site);
  for (let i = 0; i < 4; i++) outgoing.write(mebibyte);
  const { status, body } = await responseTo(outgoing);
  assert.equal(status, 413);
  assert.deepEqual(body, {
    title: 'An error occured',
    message: 'File size is large for cv',
    field: 'cv',
    received: [],
  });
  const [received] = site.host.callsTo(call);
  await received?.gone;
  assert.ok(!received?.complete && (received?.bytes ?? 0) < 4 * mebibyte.length);
  outgoing.destroy();
});

test('refuses a request that is longer than six documents before it reads the body', async () => {
  await using site = await startUploadSite({ maxBytes: 1000 });
  const outgoing = begin(site, { 'content-length': String(2 * 1024 ** 4) });
  assert.equal((await responseTo(outgoing)).status, 413);
  assert.equal(site.host.calls.length, 0);
  outgoing.destroy();
});

test('logs at info without an error that a browser disconnected during a document', async (t) => {
  const logged = Promise.withResolvers<unknown>();
  for (const level of ['info', 'warn', 'error'] as const)
    t.mock.method(log(), level, (line: unknown) => logged.resolve([level, line]));
  await using site = await startUploadSite({ maxBytes: 1e9 });
  const outgoing = begin(site);
  outgoing.write(mebibyte);
  await site.host.called(call, 1, 'headers');
  outgoing.destroy();
  assert.deepEqual(await logged.promise, ['info', { event: 'upload-aborted', field: 'cv' }]);
});

test('names the document that must be too large for the declared length', async () => {
  await using site = await startUploadSite({ maxBytes: mebibyte.length });
  const length = String(8 * mebibyte.length);
  const outgoing = begin(site, { 'content-length': length }, partHead('waec'));
  const { status, body } = await responseTo(outgoing);
  assert.equal(status, 413);
  assert.equal((body as { message: string }).message, 'File size is large for waec');
  assert.equal(site.host.calls.length, 0);
  outgoing.destroy();
});

test('refuses one document with a declared length beyond the limit before it forwards any of it', async () => {
  await using site = await startUploadSite({ maxBytes: 10 * mebibyte.length });
  const only = '--b\r\nContent-Disposition: form-data; name="document_type"\r\n\r\ncv\r\n';
  const length = String(12 * mebibyte.length);
  const outgoing = begin(site, { 'content-length': length }, only + partHead('cv'), mebibyte);
  const { status, body } = await responseTo(outgoing);
  assert.equal(status, 413);
  assert.equal((body as { message: string }).message, 'File size is large for cv');
  assert.equal(site.host.calls.length, 0);
  outgoing.destroy();
});

test('a browser that is still sending receives an early response', async () => {
  await using site = await startUploadSite({ maxBytes: 1000 });
  const outgoing = begin(site);
  for (let i = 0; i < 20; i++) outgoing.write(mebibyte);
  const { status } = await responseTo(outgoing);
  assert.equal(status, 413);
  outgoing.destroy();
});

test('reports an early refusal of the host at once', async () => {
  await using site = await startUploadSite({ maxBytes: 1e9 });
  site.host.next(call, {
    after: 0,
    // The declared length is complete, but the connection stays open.
    respond: ({ response }) => void response.writeHead(413, { 'content-length': 2 }).write('{}'),
  });
  const outgoing = begin(site);
  assert.equal((await responseTo(outgoing)).status, 413);
  outgoing.destroy();
});

test('returns 504 when the host stops reading', async () => {
  await using site = await startUploadSite({ maxBytes: 1e9, timeoutMs: 300 });
  site.host.next(call, replies.stallAfterBytes(1000));
  const outgoing = begin(site);
  for (let i = 0; i < 40; i++) outgoing.write(mebibyte);
  const { status } = await responseTo(outgoing);
  assert.equal(status, 504);
  outgoing.destroy();
});

test('returns 408 when the browser stops sending, and ends the call to the host', async () => {
  await using site = await startUploadSite({ maxBytes: 1e9, timeoutMs: 300 });
  const outgoing = begin(site);
  const { status } = await responseTo(outgoing);
  assert.equal(status, 408);
  await site.host.callsTo(call)[0]?.gone;
  outgoing.destroy();
});

test('a form with more files than there are documents is answered at once, in packets of any size', async () => {
  await using site = await startUploadSite();
  const types = ['cv', 'nysc', 'waec', 'undergraduate', 'other', 'passport'];
  for (const files of [7, 1000])
    for (const contentBytes of [0, 100, 2000])
      for (const packetBytes of [Infinity, 900, 64 * 1024]) {
        const content = `${'x'.repeat(contentBytes)}\r\n`;
        const parts = Array.from(
          { length: files },
          (_, i) => partHead(types[i % 6] ?? '') + content,
        );
        const body = `${parts.join('')}--b--\r\n`;
        const request = Buffer.from(
          `POST /api/uploadapplicantdocument HTTP/1.1\r\nHost: a\r\nCookie: ${site.cookie}\r\nAccept: application/json\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        const socket = connect(Number(new URL(site.origin).port), '127.0.0.1').setNoDelay();
        const response = Promise.race([once(socket, 'data'), once(socket, 'close')]);
        for (let at = 0; at < request.length; at += packetBytes) {
          socket.write(request.subarray(at, at + packetBytes));
          await nextTurn();
        }
        const what = `${files} files of ${contentBytes} bytes, packets of ${packetBytes}`;
        assert.match(String(await response), /^HTTP\/1\.1 400 /, what);
        socket.destroy();
      }
});

test('a document whose form failed before it is read is refused at once', async () => {
  const stream = Readable.from(['%PDF']);
  stream.on('error', () => {}).destroy(new MultipartError('tooManyFiles'));
  await nextTurn();
  const part = { kind: 'file', name: 'cv', filename: 'cv.pdf', contentType: '', stream } as const;
  await assert.rejects(checkUpload('cv', part, 1000, undefined), { problem: 'tooManyFiles' });
});

test('refuses a form that ends in the middle of a document', async () => {
  await using site = await startUploadSite({ maxBytes: 1e9 });
  const outgoing = begin(site);
  outgoing.end();
  const { status } = await responseTo(outgoing);
  assert.ok(status === 400 || status === 408, String(status));
  const [received] = site.host.callsTo(call);
  await received?.gone;
  assert.ok(!received?.complete);
});
