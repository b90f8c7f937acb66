import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { replies } from '#test/support/scripted-host.ts';
import { startUploadSite } from './upload-site.ts';

const call = 'uploadapplicantdocument';
type Site = Awaited<ReturnType<typeof startUploadSite>>;

const partHead = (type: string) =>
  `--b\r\nContent-Disposition: form-data; name="${type}"; filename="${type}.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n`;
const mebibyte = Buffer.alloc(1024 * 1024, 'x');

/** An upload under way: its head and the beginning of a document are sent, nothing is ended. */
function begin(site: Site, headers: Record<string, string> = {}, prefix = ''): ClientRequest {
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
  outgoing.write(prefix + partHead('cv'));
  outgoing.write(mebibyte);
  return outgoing;
}

async function answered(outgoing: ClientRequest) {
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, headers: reply.headers, body: (await json(reply)) as object };
}

test('a document is forwarded while it comes in', async () => {
  await using site = await startUploadSite({ maxBytes: 1e9 });
  const outgoing = begin(site);
  const received = await site.host.called(call, 1, 'headers');
  assert.ok(!received.complete);
  outgoing.end('\r\n--b--\r\n');
  assert.equal((await answered(outgoing)).status, 200);
});

test('when the browser goes away the call to the host ends', async () => {
  await using site = await startUploadSite({ maxBytes: 1e9 });
  const outgoing = begin(site);
  const received = await site.host.called(call, 1, 'headers');
  outgoing.destroy();
  await received.gone;
  assert.ok(!received.complete);
});

test('a document that passes the limit ends the call to the host at that byte', async () => {
  await using site = await startUploadSite({ maxBytes: 3 * mebibyte.length });
  const outgoing = begin(site);
  for (let i = 0; i < 4; i++) outgoing.write(mebibyte);
  const { status, body } = await answered(outgoing);
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

test('a request longer than six documents is refused before its body is read', async () => {
  await using site = await startUploadSite({ maxBytes: 1000 });
  const outgoing = begin(site, { 'content-length': String(2 * 1024 ** 4) });
  assert.equal((await answered(outgoing)).status, 413);
  assert.equal(site.host.calls.length, 0);
  outgoing.destroy();
});

test('a document that a request of that length must hold too large is refused by its own name', async () => {
  await using site = await startUploadSite({ maxBytes: mebibyte.length });
  const outgoing = request(site.url, {
    method: 'POST',
    headers: {
      cookie: site.cookie,
      accept: 'application/json',
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(8 * mebibyte.length),
    },
  }).on('error', () => {});
  outgoing.write(partHead('waec'));
  const { status, body } = await answered(outgoing);
  assert.equal(status, 413);
  assert.equal((body as { message: string }).message, 'File size is large for waec');
  assert.equal(site.host.calls.length, 0);
  outgoing.destroy();
});

test('one document declared too large is refused before any of it is forwarded', async () => {
  await using site = await startUploadSite({ maxBytes: 10 * mebibyte.length });
  const only = '--b\r\nContent-Disposition: form-data; name="document_type"\r\n\r\ncv\r\n';
  const outgoing = begin(site, { 'content-length': String(12 * mebibyte.length) }, only);
  const { status, body } = await answered(outgoing);
  assert.equal(status, 413);
  assert.equal((body as { message: string }).message, 'File size is large for cv');
  assert.equal(site.host.calls.length, 0);
  outgoing.destroy();
});

test('an answer that comes before the end is read by a browser that goes on sending for a while', async () => {
  await using site = await startUploadSite({ maxBytes: 1000 });
  const outgoing = begin(site);
  for (let i = 0; i < 20; i++) outgoing.write(mebibyte);
  const { status } = await answered(outgoing);
  assert.equal(status, 413);
  outgoing.destroy();
});

test('a host that refuses early is told to the browser at once', async () => {
  await using site = await startUploadSite({ maxBytes: 1e9 });
  site.host.next(call, {
    after: 0,
    // Complete by its length, on a connection that stays open.
    answer: ({ response }) => void response.writeHead(413, { 'content-length': 2 }).write('{}'),
  });
  const outgoing = begin(site);
  assert.equal((await answered(outgoing)).status, 413);
  outgoing.destroy();
});

test('a host that stops reading is given up after the time limit', async () => {
  await using site = await startUploadSite({ maxBytes: 1e9, timeoutMs: 300 });
  site.host.next(call, replies.stallAfterBytes(1000));
  const outgoing = begin(site);
  for (let i = 0; i < 40; i++) outgoing.write(mebibyte);
  const { status } = await answered(outgoing);
  assert.equal(status, 504);
  outgoing.destroy();
});

test('a browser that stops sending is given up after the time limit, and the host is let go', async () => {
  await using site = await startUploadSite({ maxBytes: 1e9, timeoutMs: 300 });
  const outgoing = begin(site);
  const { status } = await answered(outgoing);
  assert.equal(status, 408);
  await site.host.callsTo(call)[0]?.gone;
  outgoing.destroy();
});

test('a form that ends in the middle of a document is no document', async () => {
  await using site = await startUploadSite({ maxBytes: 1e9 });
  const outgoing = begin(site);
  outgoing.end();
  const { status } = await answered(outgoing);
  assert.ok(status === 400 || status === 408, String(status));
  const [received] = site.host.callsTo(call);
  await received?.gone;
  assert.ok(!received?.complete);
});
