import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { servers } from '#test/support/deployment.ts';
import { apply, testHost } from './support/host.ts';
import {
  assertNothingStored,
  documentParts,
  encode,
  eventually,
  openUpload,
  type Part,
  storedDocuments,
  upload,
} from './support/upload.ts';

const noApplicant = 'There is no such applicant.';
const noInfo = 'applicant_info must be the application as JSON, with its applicant_id.';
const oneDocument = 'Send one document, under the name of its type.';
const cv = documentParts('1', 'cv', 'x');
const named = (type: string, filename: string) => documentParts('1', type, 'x', { filename });
const invalid = (type: string) => `Invalid File type for "${type}"`;
const large = { name: 'more', value: 'x'.repeat(2 ** 20 + 1) };
const many = Array.from({ length: 40 }, (_, n) => ({ name: `f${n}`, value: '' }));

const refused: readonly (readonly [string, readonly Part[], number, string])[] = [
  ['no such applicant', documentParts('nobody', 'cv', 'x'), 404, noApplicant],
  ['none, before the file', documentParts('nobody', 'cv', 'x').toReversed(), 404, noApplicant],
  ['no applicant_info', cv.slice(0, 1), 422, noInfo],
  ...['{', 'null', '1', '{}', '{"applicant_id":""}', '{"applicant_id":null}'].map(
    (value) =>
      [`${value}`, [...cv.slice(0, 1), { name: 'applicant_info', value }], 422, noInfo] as const,
  ),
  ['a type by another name', named('cv', 'cv.exe'), 415, invalid('cv')],
  ['no extension', named('nysc', 'cv'), 415, invalid('nysc')],
  ['a picture as cv', named('cv', 'cv.png'), 415, invalid('cv')],
  ['a Word file as passport', named('passport', 'p.doc'), 415, invalid('passport')],
  ['no such type of document', documentParts('1', 'photo', 'x'), 422, oneDocument],
  ['no file', cv.slice(1), 422, oneDocument],
  ['two files', [...cv, ...documentParts('1', 'waec', 'y')], 422, oneDocument],
  ['a field too large', [...cv, large], 413, 'The body is too large.'],
  ['too many fields', [...cv, ...many], 413, 'The body is too large.'],
];

test('each fault of an upload is refused with a message, and nothing is stored', async (t) => {
  const host = await testHost(t);
  for (const [what, parts, httpStatus, message] of refused) {
    const response = await upload(host.origin, parts);
    assert.deepEqual(
      [response.httpStatus, response.body.status, response.body.message],
      [httpStatus, 0, message],
      what,
    );
    await assertNothingStored(host);
  }
});

test('a document_type that differs from the file part’s name, and an empty file, are refused', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  const [file, info] = documentParts(id, 'cv', 'x') as [Part, Part];
  const other = await upload(host.origin, [file, info, { name: 'document_type', value: 'waec' }]);
  assert.deepEqual(
    [other.httpStatus, other.body.message],
    [422, 'document_type must equal the name of the file part.'],
  );
  const empty = await upload(host.origin, documentParts(id, 'cv', ''));
  assert.deepEqual(
    [empty.httpStatus, empty.body.errors],
    [422, [{ field: 'cv', message: 'This field is required.' }]],
  );
  assert.deepEqual(await storedDocuments(host.dataDir), []);
});

test('the size limit is inclusive, and a file one byte larger is refused while it is received', async (t) => {
  const host = await testHost(t, { settings: { uploadMaxBytes: 200_000 } });
  const id = await apply(host);
  const fits = await upload(host.origin, documentParts(id, 'cv', Buffer.alloc(200_000, 1)));
  assert.equal(fits.body.status, 1);
  const tooLarge = await upload(host.origin, documentParts(id, 'waec', Buffer.alloc(200_001, 1)));
  assert.deepEqual(
    [tooLarge.httpStatus, tooLarge.body.message],
    [413, 'File size is large for waec'],
  );
  assert.equal((await storedDocuments(host.dataDir)).length, 1);
});

test('a file whose declared length exceeds the limit is refused before its bytes are received', async (t) => {
  const host = await testHost(t, { settings: { uploadMaxBytes: 200_000 } });
  const { request, reply } = openUpload(host.origin, { 'content-length': 50_000_000 });
  request.write(encode(documentParts('1', 'cv', 'the first bytes')).subarray(0, 150));
  const { httpStatus, body } = await reply;
  assert.deepEqual([httpStatus, body.message], [413, 'File size is large for cv']);
  request.destroy();
  await assertNothingStored(host);
});

test('a document of an applicant who does not exist is refused before its bytes are received', async (t) => {
  const host = await testHost(t, { uploadIdleMs: 1000 });
  const [file, info] = documentParts('nobody', 'cv', Buffer.alloc(1_000_000, 1));
  assert.ok(file && info);
  const { request, reply } = openUpload(host.origin, { 'content-length': 1_001_000 });
  request.write(encode([info, file]).subarray(0, 2000));
  const { httpStatus, body } = await reply;
  assert.deepEqual([httpStatus, body.message], [404, 'There is no such applicant.']);
  request.destroy();
  await assertNothingStored(host);
});

test('a file without a declared length is refused at the first byte above the limit', async (t) => {
  const host = await testHost(t, { settings: { uploadMaxBytes: 3_000_000 } });
  const { request, reply } = openUpload(host.origin, { 'transfer-encoding': 'chunked' });
  request.write(encode(documentParts('1', 'cv', '')).subarray(0, 130));
  const stuff = Buffer.alloc(65_536, 7);
  let sent = 0;
  const pump = setInterval(() => {
    // What the host does not read is not sent either.
    if (request.destroyed || request.writableNeedDrain) return;
    request.write(stuff);
    sent += stuff.length;
  }, 1);
  t.after(() => clearInterval(pump));
  const { httpStatus, body } = await reply;
  clearInterval(pump);
  assert.deepEqual([httpStatus, body.message], [413, 'File size is large for cv']);
  assert.ok(sent < 30_000_000, `${sent} bytes sent before the answer`);
  request.destroy();
  await eventually(async () => (await storedDocuments(host.dataDir)).length === 0);
});

test('an upload that stops sending is aborted, and nothing of it is stored', async (t) => {
  const host = await testHost(t, { uploadIdleMs: 150 });
  const whole = encode(documentParts('1', 'cv', Buffer.alloc(300_000)));
  const { request, reply } = openUpload(host.origin, { 'content-length': whole.length });
  request.write(whole.subarray(0, 100_000));
  const { httpStatus, body } = await reply;
  assert.deepEqual([httpStatus, body.message], [408, 'The body took too long to arrive.']);
  request.destroy();
  await assertNothingStored(host);
});

test('an upload may stop sending for a minute', { skip: servers !== undefined }, async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const host = await testHost(t);
  const whole = encode(documentParts('1', 'cv', Buffer.alloc(300_000)));
  const { request, reply } = openUpload(host.origin, { 'content-length': whole.length });
  let isAnswered = false;
  void reply.then(() => (isAnswered = true));
  // One packet: when its file is there, nothing is left to be read, which would begin another minute.
  request.write(whole.subarray(0, 1000));
  while ((await storedDocuments(host.dataDir)).length === 0) await setImmediate();
  t.mock.timers.tick(59_999);
  await setImmediate();
  assert.ok(!isAnswered);
  t.mock.timers.tick(1);
  assert.equal((await reply).httpStatus, 408);
  request.destroy();
});

test('a slow upload that keeps sending is received', async (t) => {
  const host = await testHost(t, { uploadIdleMs: 400 });
  const id = await apply(host);
  const whole = encode(documentParts(id, 'cv', Buffer.alloc(1000, 1)));
  const { request, reply } = openUpload(host.origin, { 'content-length': whole.length });
  for (let at = 0; at < whole.length; at += 100) {
    request.write(whole.subarray(at, at + 100));
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  request.end();
  assert.equal((await reply).body.status, 1);
});

test('a body that is no form or is incomplete is refused, and nothing is stored', async (t) => {
  const host = await testHost(t);
  const whole = encode(documentParts('1', 'cv', 'x'.repeat(1000)));
  for (const [body, headers, httpStatus] of [
    [whole, { 'content-type': 'application/json' }, 415],
    [whole, { 'content-type': 'multipart/form-data' }, 415],
    [whole, { 'content-type': 'multipart/form-data; boundary=' }, 415],
    [whole, { 'content-type': 'multipart/form-data; boundary=other' }, 400],
    [whole.subarray(0, 600), {}, 400],
    [whole.subarray(0, 60), {}, 400],
    [Buffer.from('hello'), {}, 400],
    [Buffer.alloc(0), {}, 400],
  ] as const) {
    const { request, reply } = openUpload(host.origin, {
      ...headers,
      'content-length': body.length,
    });
    request.end(body);
    const { httpStatus: got, body: answer } = await reply;
    assert.deepEqual(
      [got, answer.status],
      [httpStatus, 0],
      `${JSON.stringify(headers)} ${body.length}`,
    );
  }
  await assertNothingStored(host);
});
