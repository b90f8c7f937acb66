import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { openHostData } from '#src/api-host/data.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import { apply, settingsIn, temporaryDirectory, testHost } from './support/host.ts';
import {
  assertNothingStored,
  documentParts,
  encode,
  eventually,
  openUpload,
  type Part,
  readDocument,
  recorded,
  storedDocuments,
  upload,
} from './support/upload.ts';

test('a document is stored unchanged under a name the host generates', async (t) => {
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
  const [file, ...others] = await storedDocuments(host.dataDir);
  assert.ok(file !== undefined && others.length === 0);
  assert.match(file, /^\d{4}-\d{2}\/[0-9a-f-]{36}\.pdf$/);
  assert.deepEqual(await readDocument(host.dataDir, file), bytes);
  const { documents, orphaned } = await recorded(host);
  assert.equal(documents[0]?.bytes, bytes.length);
  assert.equal(documents[0]?.filename, 'My %22best%22 cv%0A🍞.PDF');
  assert.deepEqual(orphaned, []);
});

test('an encrypted document is stored, and the exports mark it', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  const encrypted = `%PDF-1.7\n${'x'.repeat(400_000)}\ntrailer\n<< /Encrypt 9 0 R >>`;
  for (const [type, bytes] of [
    ['cv', encrypted],
    ['waec', '%PDF-1.7'],
  ] as const)
    assert.equal((await upload(host.origin, documentParts(id, type, bytes))).body.status, 1);
  const file = join(await temporaryDirectory(t), 'list.csv');
  await hostCommand(host.dataDir, ['applications', '--export', file]);
  assert.match(await readFile(file, 'utf8'), /cv: cv\.pdf \(encrypted\)\nwaec: waec\.pdf"/);
  const { stdout } = await hostCommand(host.dataDir, ['applications', '--json']);
  const marks = JSON.parse(stdout)[0].documents.map((each: object) => Object(each).is_encrypted);
  assert.deepEqual(marks, [true, false]);
});

test('the parts may be sent in any order, before or after the file', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  const parts = documentParts(id, 'cv', 'bytes');
  for (const order of [parts, parts.toReversed(), [parts[1], parts[0], parts[2]] as Part[]])
    assert.equal((await upload(host.origin, order)).body.status, 1);
});

test('after final_file the documents of an applicant are complete', async (t) => {
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
  // Its response may have been lost.
  const last = await send('passport', true, 'the passport');
  assert.deepEqual([last.httpStatus, last.body.status], [200, 1]);
  assert.equal((await storedDocuments(host.dataDir)).length, 6);
});

test('an application that needs fewer documents is complete with the last of them, marked or not', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  const data = await openHostData(settingsIn(host.dataDir));
  const { db } = data.database;
  const stored = await db.selectFrom('applications').select('documents_needed').executeTakeFirst();
  // With a type of a later version, it still needs what it needed when it was sent.
  assert.equal(stored?.documents_needed, documentOrder.join());
  await db.updateTable('applications').set({ documents_needed: 'cv,passport' }).execute();
  await data.close();
  const shown = async () => {
    const { stdout } = await hostCommand(host.dataDir, ['applications', '--json']);
    return JSON.parse(stdout)[0];
  };
  // A site of the version before marks the sixth document only.
  await upload(host.origin, documentParts(id, 'cv', 'a'));
  assert.equal((await shown()).documents_complete_at, null);
  await upload(host.origin, documentParts(id, 'passport', 'b'));
  const { documents_complete_at, documents_needed } = await shown();
  assert.notEqual(documents_complete_at, null);
  assert.deepEqual(documents_needed, ['cv', 'passport']);
  assert.equal((await upload(host.origin, documentParts(id, 'nysc', 'c'))).httpStatus, 200);
  assert.match((await hostCommand(host.dataDir, ['applications'])).stdout, /\t2 of 2\t/);
});

test('after final_file, a document that never arrived can still be sent', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  await upload(host.origin, documentParts(id, 'cv', 'a'));
  await upload(host.origin, documentParts(id, 'passport', 'b', { final: true }));
  assert.equal((await upload(host.origin, documentParts(id, 'waec', 'c'))).body.status, 1);
  assert.equal((await upload(host.origin, documentParts(id, 'waec', 'd'))).httpStatus, 409);
});

test('a later final_file does not change which document closed the set', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  const send = async (type: string) =>
    (await upload(host.origin, documentParts(id, type, `the ${type}`, { final: true }))).httpStatus;
  assert.equal(await send('passport'), 200);
  assert.equal(await send('waec'), 200);
  // Only the response to the first may have been lost.
  assert.equal(await send('waec'), 409);
  assert.equal(await send('passport'), 200);
});

test('a negative final_file is ignored', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  await upload(host.origin, documentParts(id, 'nysc', 'first'));
  for (const value of ['', '0', 'false', 'No', 'null', 'undefined', ' 0 '])
    await upload(host.origin, [
      ...documentParts(id, 'cv', value || 'x'),
      { name: 'final_file', value },
    ]);
  // The document that closes the set could be sent again, too; another one could not.
  assert.equal((await upload(host.origin, documentParts(id, 'nysc', 'again'))).body.status, 1);
});

test('a document sent again replaces the former one, whose file is removed', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  for (const [type, bytes] of [
    ['nysc', 'another document'],
    ['cv', 'first'],
    ['waec', 'a third'],
  ] as const)
    await upload(host.origin, documentParts(id, type, bytes));
  const { body } = await upload(
    host.origin,
    documentParts(id, 'cv', 'second', { filename: 'new.docx' }),
  );
  assert.deepEqual(body.data.received.toSorted(), ['cv', 'nysc', 'waec']);
  const files = await storedDocuments(host.dataDir);
  const texts = await Promise.all(files.map((file) => readDocument(host.dataDir, file)));
  assert.deepEqual(texts.map(String).toSorted(), ['a third', 'another document', 'second']);
  const { documents, orphaned } = await recorded(host);
  const cv = documents.find(({ type }) => type === 'cv');
  assert.deepEqual([documents.length, cv?.filename, orphaned], [3, 'new.docx', []]);
});

test('an incomplete upload does not change the document sent earlier', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  await upload(host.origin, documentParts(id, 'cv', 'first'));
  const before = await recorded(host);
  const whole = encode(documentParts(id, 'cv', Buffer.alloc(300_000)));
  const { request, reply } = openUpload(host.origin, { 'content-length': whole.length });
  request.write(whole.subarray(0, 200_000));
  await eventually(async () => (await recorded(host)).orphaned.length === 1);
  request.destroy();
  await assert.rejects(reply);
  await eventually(async () => isDeepStrictEqual(await recorded(host), before));
  assert.equal((await storedDocuments(host.dataDir)).length, 1);
  assert.deepEqual(host.errors(), []);
});

test('file names are stored for display and never used as paths', async (t) => {
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
    'cv\u0007\u001b[31m\u0085\u2028.pdf',
  ]) {
    const { body } = await upload(host.origin, documentParts(id, 'cv', filename, { filename }));
    assert.equal(body.status, 1, filename);
    const files = await storedDocuments(host.dataDir);
    assert.equal(files.length, 1);
    assert.match(files[0] ?? '', /^\d{4}-\d{2}\/[0-9a-f-]{36}\.pdf$/);
    const shown = (await recorded(host)).documents[0]?.filename ?? '';
    assert.ok(shown.length <= 255 && !/[\\/\p{Cc}\p{Zl}\p{Zp}]/u.test(shown), shown);
  }
});

test('a file name is shown with 255 characters, and a space for control characters and line separators', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  for (const [filename, shown] of [
    ['a\u0001\tb\u007fc\u0085d\u2028\u2029e.pdf', 'a b c d e.pdf'],
    ['cv.pdf'.padStart(255, 'n'), 'cv.pdf'.padStart(255, 'n')],
    ['cv.pdf'.padStart(256, 'n'), `${'n'.repeat(250)}cv.pd`],
  ] as const) {
    await upload(host.origin, documentParts(id, 'cv', 'x', { filename }));
    assert.equal((await recorded(host)).documents[0]?.filename, shown);
  }
});

test('the same document sent twenty times concurrently is stored once and complete', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      upload(host.origin, documentParts(id, 'cv', Buffer.alloc(100_000, index))),
    ),
  );
  assert.ok(replies.every(({ body }) => body.status === 1));
  const files = await storedDocuments(host.dataDir);
  assert.equal(files.length, 1);
  const bytes = await readDocument(host.dataDir, files[0] ?? '');
  assert.ok(bytes.length === 100_000 && bytes.every((byte) => byte === bytes[0]));
  assert.deepEqual((await recorded(host)).orphaned, []);
});

test('closing the host aborts an upload that takes too long and removes its file', async (t) => {
  const host = await testHost(t);
  const whole = encode(documentParts('1', 'cv', Buffer.alloc(300_000)));
  const { request } = openUpload(host.origin, { 'content-length': whole.length });
  request.write(whole.subarray(0, 200_000));
  await eventually(async () => (await recorded(host)).orphaned.length === 1);
  const gone = new Promise((resolve) => request.once('close', resolve));
  await host.close(50);
  await gone;
  await assertNothingStored(host);
});
