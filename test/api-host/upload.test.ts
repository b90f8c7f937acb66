import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { openHostData } from '#src/api-host/data.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';
import { apply, settingsIn, type TestHost, testHost } from './support/host.ts';
import {
  documentParts,
  encode,
  filesKept,
  openUpload,
  type Part,
  upload,
} from './support/upload.ts';

async function recorded(host: TestHost) {
  const data = await openHostData(settingsIn(host.dataDir));
  try {
    return {
      documents: await data.db.selectFrom('documents').selectAll().orderBy('received_at').execute(),
      loose: await data.db.selectFrom('loose_files').selectAll().execute(),
    };
  } finally {
    await data.close();
  }
}

/** Nothing is left of an upload that failed: no file, no record, no name waiting to be removed. */
async function assertNothingKept(host: TestHost) {
  assert.deepEqual(await filesKept(host.dataDir), []);
  assert.deepEqual(await recorded(host), { documents: [], loose: [] });
}

test('a document is kept byte by byte, under a name of the host’s own, for this user alone', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));
  const { httpStatus, body } = await upload(
    host.origin,
    documentParts(id, 'cv', bytes, { filename: 'My "best" cv\n🍞.PDF' }),
  );
  assert.deepEqual(
    [httpStatus, body],
    [
      200,
      {
        status: 1,
        message: 'Document uploaded',
        data: { applicant_id: id, document_type: 'cv', received: ['cv'] },
      },
    ],
  );
  const [file, ...others] = await filesKept(host.dataDir);
  assert.ok(file !== undefined && others.length === 0);
  assert.match(file, /documents\/\d{4}-\d{2}\/[0-9a-f-]{36}\.pdf$/);
  assert.deepEqual(await readFile(file), bytes);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const { documents, loose } = await recorded(host);
  assert.equal(documents[0]?.bytes, bytes.length);
  assert.equal(documents[0]?.filename, 'My %22best%22 cv%0A🍞.PDF');
  assert.deepEqual(loose, []);
});

test('the parts may come in any order, before the file or after it', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  const parts = documentParts(id, 'cv', 'bytes');
  for (const order of [parts, parts.toReversed(), [parts[1], parts[0], parts[2]] as Part[]])
    assert.equal((await upload(host.origin, order)).body.status, 1);
});

test('six documents make the set, and final_file closes it', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  const send = (type: string, final = false, bytes = `the ${type}`) =>
    upload(host.origin, documentParts(id, type, bytes, { final }));
  for (const [index, type] of documentOrder.entries()) {
    const { body } = await send(type, index === 5);
    assert.deepEqual(body.data.received.toSorted(), documentOrder.slice(0, index + 1).toSorted());
  }
  const again = await send('cv', false, 'another cv');
  assert.deepEqual(
    [again.httpStatus, again.body.message],
    [409, 'The documents of this application are complete.'],
  );
  // Its answer may have been lost on the way.
  const last = await send('passport', true, 'the passport');
  assert.deepEqual([last.httpStatus, last.body.status], [200, 1]);
  assert.equal((await filesKept(host.dataDir)).length, 6);
});

test('after final_file, a document that never arrived may still come', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  await upload(host.origin, documentParts(id, 'cv', 'a'));
  await upload(host.origin, documentParts(id, 'passport', 'b', { final: true }));
  assert.equal((await upload(host.origin, documentParts(id, 'waec', 'c'))).body.status, 1);
  assert.equal((await upload(host.origin, documentParts(id, 'waec', 'd'))).httpStatus, 409);
});

test('a final_file that says no closes nothing', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  for (const value of ['', '0', 'false'])
    await upload(host.origin, [
      ...documentParts(id, 'cv', value || 'x'),
      { name: 'final_file', value },
    ]);
  assert.equal((await upload(host.origin, documentParts(id, 'cv', 'again'))).body.status, 1);
});

test('a document sent again replaces the former one, whose bytes go', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  await upload(host.origin, documentParts(id, 'cv', 'first'));
  const { body } = await upload(
    host.origin,
    documentParts(id, 'cv', 'second', { filename: 'new.docx' }),
  );
  assert.deepEqual(body.data.received, ['cv']);
  const files = await filesKept(host.dataDir);
  assert.deepEqual(await Promise.all(files.map((file) => readFile(file, 'utf8'))), ['second']);
  const { documents, loose } = await recorded(host);
  assert.deepEqual([documents.length, documents[0]?.filename, loose], [1, 'new.docx', []]);
});

test('a document that breaks off leaves the one sent earlier as it was', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  await upload(host.origin, documentParts(id, 'cv', 'first'));
  const before = await recorded(host);
  const whole = encode(documentParts(id, 'cv', Buffer.alloc(300_000)));
  const { request, reply } = openUpload(host.origin, { 'content-length': whole.length });
  request.write(whole.subarray(0, 200_000));
  await eventually(async () => (await filesKept(host.dataDir)).length === 2);
  request.destroy();
  await assert.rejects(reply);
  await eventually(async () => (await filesKept(host.dataDir)).length === 1);
  assert.deepEqual(await recorded(host), before);
  assert.deepEqual(
    host.lines.filter(({ level }) => level === 'error'),
    [],
  );
});

for (const [what, parts, httpStatus, message] of [
  [
    'an applicant who does not exist',
    documentParts('nobody', 'cv', 'x'),
    404,
    'There is no such applicant.',
  ],
  [
    'an applicant who does not exist, told first',
    documentParts('nobody', 'cv', 'x').toReversed(),
    404,
    'There is no such applicant.',
  ],
  [
    'no applicant_info',
    documentParts('1', 'cv', 'x').slice(0, 1),
    422,
    'applicant_info must be the application as JSON, with its applicant_id.',
  ],
  [
    'an applicant_info that is no JSON',
    [...documentParts('1', 'cv', 'x').slice(0, 1), { name: 'applicant_info', value: '{' }],
    422,
    'applicant_info must be the application as JSON, with its applicant_id.',
  ],
  [
    'a type by another name',
    documentParts('1', 'cv', 'x', { filename: 'cv.exe' }),
    415,
    'Invalid File type for "cv"',
  ],
  [
    'no extension',
    documentParts('1', 'nysc', 'x', { filename: 'cv' }),
    415,
    'Invalid File type for "nysc"',
  ],
  [
    'a picture as cv',
    documentParts('1', 'cv', 'x', { filename: 'cv.png' }),
    415,
    'Invalid File type for "cv"',
  ],
  [
    'a Word file as passport',
    documentParts('1', 'passport', 'x', { filename: 'p.doc' }),
    415,
    'Invalid File type for "passport"',
  ],
  [
    'no such type of document',
    documentParts('1', 'photo', 'x'),
    422,
    'Send one document, under the name of its type.',
  ],
  [
    'no file',
    documentParts('1', 'cv', 'x').slice(1),
    422,
    'Send one document, under the name of its type.',
  ],
  [
    'two files',
    [...documentParts('1', 'cv', 'x'), ...documentParts('1', 'waec', 'y')],
    422,
    'Send one document, under the name of its type.',
  ],
  [
    'a field too large',
    [...documentParts('1', 'cv', 'x'), { name: 'more', value: 'x'.repeat(2 ** 20 + 1) }],
    413,
    'The body is too large.',
  ],
  [
    'too many fields',
    [
      ...documentParts('1', 'cv', 'x'),
      ...Array.from({ length: 40 }, (_, n) => ({ name: `f${n}`, value: '' })),
    ],
    413,
    'The body is too large.',
  ],
] as const)
  test(`${what}: ${httpStatus}, in words, and nothing is kept`, async (t) => {
    const host = await testHost(t);
    const reply = await upload(host.origin, parts);
    assert.deepEqual(
      [reply.httpStatus, reply.body.status, reply.body.message],
      [httpStatus, 0, message],
    );
    await assertNothingKept(host);
  });

test('a document_type that is not the name the file came under, and an empty file, are turned down', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  const [file, info] = documentParts(id, 'cv', 'x') as [Part, Part];
  const other = await upload(host.origin, [file, info, { name: 'document_type', value: 'waec' }]);
  assert.deepEqual(
    [other.httpStatus, other.body.message],
    [422, 'document_type must be the name the file is sent under.'],
  );
  const empty = await upload(host.origin, documentParts(id, 'cv', ''));
  assert.deepEqual(
    [empty.httpStatus, empty.body.errors],
    [422, [{ field: 'cv', message: 'This field is required.' }]],
  );
  assert.deepEqual(await filesKept(host.dataDir), []);
});

test('the limit is inclusive, and a file one byte over it is refused as its bytes flow', async (t) => {
  const host = await testHost(t, { settings: { uploadMaxBytes: 200_000 } });
  const id = await apply(host);
  const fits = await upload(host.origin, documentParts(id, 'cv', Buffer.alloc(200_000, 1)));
  assert.equal(fits.body.status, 1);
  const tooLarge = await upload(host.origin, documentParts(id, 'waec', Buffer.alloc(200_001, 1)));
  assert.deepEqual(
    [tooLarge.httpStatus, tooLarge.body.message],
    [413, 'File size is large for waec'],
  );
  assert.equal((await filesKept(host.dataDir)).length, 1);
});

test('a file too large by its declared length is refused before its bytes come', async (t) => {
  const host = await testHost(t, { settings: { uploadMaxBytes: 200_000 } });
  const { request, reply } = openUpload(host.origin, { 'content-length': 50_000_000 });
  request.write(encode(documentParts('1', 'cv', 'the first bytes')).subarray(0, 150));
  const { httpStatus, body } = await reply;
  assert.deepEqual([httpStatus, body.message], [413, 'File size is large for cv']);
  request.destroy();
  await assertNothingKept(host);
});

test('a file without a declared length is refused at the byte that passes the limit', async (t) => {
  const host = await testHost(t, { settings: { uploadMaxBytes: 3_000_000 } });
  const { request, reply } = openUpload(host.origin, { 'transfer-encoding': 'chunked' });
  request.write(encode(documentParts('1', 'cv', '')).subarray(0, 130));
  const stuff = Buffer.alloc(65_536, 7);
  let sent = 0;
  const pump = setInterval(() => {
    if (request.destroyed) return;
    request.write(stuff);
    sent += stuff.length;
  }, 1);
  t.after(() => clearInterval(pump));
  const { httpStatus, body } = await reply;
  clearInterval(pump);
  assert.deepEqual([httpStatus, body.message], [413, 'File size is large for cv']);
  assert.ok(sent < 30_000_000, `${sent} bytes sent before the answer`);
  request.destroy();
  await eventually(async () => (await filesKept(host.dataDir)).length === 0);
});

test('an upload that falls silent is given up, and nothing of it is kept', async (t) => {
  const host = await testHost(t, { uploadIdleMs: 150 });
  const whole = encode(documentParts('1', 'cv', Buffer.alloc(300_000)));
  const { request, reply } = openUpload(host.origin, { 'content-length': whole.length });
  request.write(whole.subarray(0, 100_000));
  const { httpStatus, body } = await reply;
  assert.deepEqual([httpStatus, body.message], [408, 'The body took too long to arrive.']);
  request.destroy();
  await assertNothingKept(host);
});

test('a slow upload that never falls silent for long arrives', async (t) => {
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

test('a form that is no form, or ends in the middle, is turned down and nothing is kept', async (t) => {
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
  await assertNothingKept(host);
});

test('file names are shown, never followed', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  for (const filename of [
    '../../../etc/passwd.pdf',
    '/abs/olute.pdf',
    'C:\\x\\..\\y.pdf',
    '.pdf',
    '....//a.pdf',
    `${'n'.repeat(5000)}.pdf`,
    '\u202Efdp.exe.pdf',
  ]) {
    const { body } = await upload(host.origin, documentParts(id, 'cv', filename, { filename }));
    assert.equal(body.status, 1, filename);
    const files = await filesKept(host.dataDir);
    assert.equal(files.length, 1);
    assert.match(files[0] ?? '', /\/documents\/\d{4}-\d{2}\/[0-9a-f-]{36}\.pdf$/);
    const shown = (await recorded(host)).documents[0]?.filename ?? '';
    assert.ok(shown.length <= 255 && !/[\\/]/.test(shown), shown);
  }
});

test('the same document sent twenty times at once is there once, whole', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      upload(host.origin, documentParts(id, 'cv', Buffer.alloc(100_000, index))),
    ),
  );
  assert.ok(replies.every(({ body }) => body.status === 1));
  const files = await filesKept(host.dataDir);
  assert.equal(files.length, 1);
  const bytes = await readFile(files[0] ?? '');
  assert.ok(bytes.length === 100_000 && bytes.every((byte) => byte === bytes[0]));
  assert.deepEqual((await recorded(host)).loose, []);
});

test('closing the host cuts off an upload that takes too long, and tidies up after it', async (t) => {
  const host = await testHost(t);
  const whole = encode(documentParts('1', 'cv', Buffer.alloc(300_000)));
  const { request } = openUpload(host.origin, { 'content-length': whole.length });
  request.write(whole.subarray(0, 200_000));
  await eventually(async () => (await filesKept(host.dataDir)).length === 1);
  const gone = new Promise((resolve) => request.once('close', resolve));
  await host.close(50);
  await gone;
  await assertNothingKept(host);
});

/** Waits for what another process or thread brings about; fails after a while. */
async function eventually(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('it never came to hold');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
