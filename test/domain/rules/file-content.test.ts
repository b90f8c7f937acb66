import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { DocumentType } from '#src/domain/model/options.ts';
import { contentErrorMessage, contentHeadBytes } from '#src/domain/rules/file-content.ts';

const bytes = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
const zip = (entry: string) =>
  bytes('PK\x03\x04', Array(22).fill(0), [entry.length, 0, 0, 0], entry, 'rest');

const good: readonly (readonly [string, DocumentType, string, Uint8Array])[] = [
  ['a PDF', 'cv', 'cv.pdf', bytes('%PDF-1.4')],
  ['a PDF in capitals', 'cv', 'CV.PDF', bytes('%PDF-1.4')],
  ['a PDF with bytes before its header', 'cv', 'cv.pdf', bytes(Array(1000).fill(10), '%PDF-1.4')],
  ['an old Word file', 'cv', 'cv.doc', bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
  ['RTF named .doc', 'cv', 'cv.doc', bytes('{\\rtf1')],
  ['a Word 2 file', 'cv', 'cv.doc', bytes([0xdb, 0xa5, 0x2d, 0, 0, 0])],
  ['a .docx of Word', 'cv', 'cv.docx', zip('[Content_Types].xml')],
  ['a .docx of LibreOffice', 'cv', 'cv.docx', zip('_rels/.rels')],
  ['a .docx of Google', 'cv', 'cv.docx', zip('word/numbering.xml')],
  ['a .docx named .doc', 'cv', 'cv.doc', zip('[Content_Types].xml')],
  ['a JPEG named .png', 'passport', 'me.png', bytes([0xff, 0xd8, 0xff, 0xe1])],
  ['a PNG named .jpeg', 'passport', 'me.jpeg', bytes([0x89], 'PNG\r\n\x1a\n')],
];
for (const [what, type, name, head] of good) {
  test(`${what} is accepted`, () => assert.equal(contentErrorMessage(type, name, head), undefined));
}

const bad: readonly (readonly [DocumentType, string, Uint8Array, string])[] = [
  ['cv', 'cv.pdf', bytes(''), '"cv.pdf" is empty. Please choose a file with something in it.'],
  ['cv', 'cv.pdf', bytes('hello'), '"cv.pdf" is not a PDF.'],
  ['cv', 'cv.pdf', bytes('MZ\x90'), '"cv.pdf" is a program, not a PDF.'],
  [
    'cv',
    'cv.pdf',
    zip('word/a'),
    '"cv.pdf" is a Word document, not a PDF. Please name it .doc and choose it again.',
  ],
  ['cv', 'cv.docx', zip('mimetype'), '"cv.docx" is an OpenDocument text, not a Word document.'],
  ['cv', 'cv.docx', zip('a.exe'), '"cv.docx" is a zip archive, not a Word document.'],
  ['cv', 'cv.doc', bytes([0xff, 0xd8, 0xff]), '"cv.doc" is a JPEG picture, not a Word document.'],
  [
    'passport',
    'me.jpg',
    bytes('\0\0\0\x18ftypheic'),
    '"me.jpg" is a HEIC picture, as iPhones take them, not a JPEG or PNG picture.',
  ],
  [
    'passport',
    'me.jpg',
    bytes('RIFF\0\0\0\0WEBP'),
    '"me.jpg" is a WebP picture, not a JPEG or PNG picture.',
  ],
  [
    'passport',
    'me.jpg',
    bytes('%PDF-1.4'),
    '"me.jpg" is a PDF, not a JPEG or PNG picture. Please name it .pdf and choose it again.',
  ],
];
for (const [type, name, head, message] of bad) {
  test(`the message is: ${message}`, () =>
    assert.equal(
      contentErrorMessage(type, name, head),
      head.length === 0 ? message : `Invalid File type for "${type}": ${message}`,
    ));
}

test('the PDF header is searched in the first bytes only', () => {
  const late = bytes(Array(contentHeadBytes).fill(10), '%PDF-1.4');
  assert.notEqual(contentErrorMessage('cv', 'cv.pdf', late), undefined);
});

test('every document of the valid fixtures is accepted', () => {
  const folder = new URL('../../../fixtures/documents/', import.meta.url);
  const names = readdirSync(folder).filter((name) => /\.(?:pdf|docx?|png|jpe?g)$/.test(name));
  assert.ok(names.length > 0);
  for (const name of names) {
    const type = /\.(?:png|jpe?g)$/.test(name) ? 'passport' : 'cv';
    const head = readFileSync(new URL(name, folder)).subarray(0, contentHeadBytes);
    assert.equal(contentErrorMessage(type, name, head), undefined, name);
  }
});
