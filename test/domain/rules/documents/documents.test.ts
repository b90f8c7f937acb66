import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { extensionOf, isComplete } from '#src/domain/rules/documents/documents.ts';
import { mediaTypeOf } from '#src/domain/rules/documents/file-formats.ts';
import { checkBytes } from '#test/support/file-message.ts';

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
  ['.pdf', 'pdf', 'application/pdf'],
] as const)
  test(`"${filename}" has the extension "${extension}" and the media type ${mediaType}`, () =>
    assert.deepEqual([extensionOf(filename), mediaTypeOf(filename)], [extension, mediaType]));

test('documents are complete with every type, and not without one', () => {
  assert.equal(isComplete(documentOrder, documentOrder), true);
  for (const type of documentOrder) {
    assert.equal(
      isComplete(
        documentOrder.filter((other) => other !== type),
        documentOrder,
      ),
      false,
      type,
    );
    assert.equal(isComplete([type], documentOrder), false, type);
  }
});

test('documents are sent in the order of section 7, and each type allows the extensions of section 5 only', async () => {
  assert.deepEqual(documentOrder, ['cv', 'nysc', 'waec', 'undergraduate', 'other', 'passport']);
  const contents = { pdf: '%PDF-', doc: '{\\rtf1', docx: '{\\rtf1', png: '\x89PNG\r\n\x1a\n' };
  const pictures = { jpg: '\xff\xd8\xff', jpeg: '\xff\xd8\xff', txt: 'a', exe: 'MZ\x90' };
  for (const [extension, content] of Object.entries({ ...contents, ...pictures })) {
    const allowed: string[] = [];
    for (const type of documentOrder) {
      const checked = await checkBytes(type, `file.${extension}`, Buffer.from(content, 'latin1'));
      if (checked.kind === 'valid') allowed.push(type);
    }
    const ofPassport = extension === 'pdf' || /^(?:png|jpe?g)$/.test(extension);
    const ofOthers = /^(?:pdf|docx?)$/.test(extension);
    const others: string[] = ofOthers ? documentOrder.filter((type) => type !== 'passport') : [];
    assert.deepEqual(allowed, [...others, ...(ofPassport ? ['passport'] : [])], extension);
  }
});
