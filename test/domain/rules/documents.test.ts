import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  documentOrder,
  extensionOf,
  formatBytes,
  isComplete,
  mediaTypeOf,
} from '#src/domain/rules/documents.ts';

for (const [filename, extension, mediaType] of [
  ['cv.pdf', 'pdf', 'application/pdf'],
  ['cv.DOC ', 'doc', 'application/msword'],
  ['cv.docx', 'docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['a.b.png', 'png', 'image/png'],
  ['a.jpg', 'jpg', 'image/jpeg'],
  ['a.jpeg', 'jpeg', 'image/jpeg'],
  ['a.svg', 'svg', 'application/octet-stream'],
  ['pdf', '', 'application/octet-stream'],
  ['a.', '', 'application/octet-stream'],
  ['a.b/pdf', '', 'application/octet-stream'],
  ['a.b\\pdf', '', 'application/octet-stream'],
] as const)
  test(`"${filename}" has the extension "${extension}" and the media type ${mediaType}`, () =>
    assert.deepEqual([extensionOf(filename), mediaTypeOf(filename)], [extension, mediaType]));

for (const [bytes, text] of [
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [1500, '1.5 KB'],
  [9_940, '9.9 KB'],
  [10_400, '10 KB'],
  [999_000, '999 KB'],
  [1_000_000, '1 MB'],
  [1_200_000_000, '1.2 GB'],
  [1_000_000_000_000, '1 TB'],
  [5_000_000_000_000_000, '5000 TB'],
] as const)
  test(`${bytes} bytes are ${text}`, () => assert.equal(formatBytes(bytes), text));

test('documents are complete with every type, and not without one', () => {
  assert.equal(isComplete(documentOrder), true);
  for (const type of documentOrder) {
    assert.equal(isComplete(documentOrder.filter((other) => other !== type)), false, type);
    assert.equal(isComplete([type]), false, type);
  }
});
