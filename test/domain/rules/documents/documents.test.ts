import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOrder, extensionOf, isComplete } from '#src/domain/rules/documents/documents.ts';
import { mediaTypeOf } from '#src/domain/rules/documents/file-formats.ts';

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

test('documents are complete with every type, and not without one', () => {
  assert.equal(isComplete(documentOrder), true);
  for (const type of documentOrder) {
    assert.equal(isComplete(documentOrder.filter((other) => other !== type)), false, type);
    assert.equal(isComplete([type]), false, type);
  }
});
