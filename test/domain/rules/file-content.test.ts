import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { DocumentType } from '#src/domain/model/document-types.ts';
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

test('a PDF header may follow 1024 other bytes, and no more', () => {
  const after = (count: number) => bytes(Array(count).fill(10), '%PDF-1.4');
  assert.equal(contentErrorMessage('cv', 'cv.pdf', after(1024)), undefined);
  assert.notEqual(contentErrorMessage('cv', 'cv.pdf', after(1025)), undefined);
});

const jpegName = (head: Uint8Array) => contentErrorMessage('passport', 'me.jpg', head) ?? '';
test('a signature counts at its offset only', () => {
  for (const [head, found] of [
    [bytes('\0\0\0\x18ftypheic'), 'is a HEIC picture'],
    [bytes('\0\0\0\x18ftypheic', Array(20).fill(0)), 'is a HEIC picture'],
    [bytes('\0\0\0\x18ftypavif'), 'is an AVIF picture'],
    [bytes('\0\0\0\x18ftypmp42heic'), 'is a video'],
    [bytes('\0\0\0\0\x18ftypheic'), 'is not a JPEG'],
    [bytes('ftypheic'), 'is not a JPEG'],
    [bytes('RIFF\0\0\0\0WEBP'), 'is a WebP picture'],
    [bytes('RIFF\0\0\0\0\0WEBP'), 'is not a JPEG'],
    [bytes('RIFF\0\0\0\0WAVE'), 'is not a JPEG'],
    [bytes('\0', 'GIF89a'), 'is not a JPEG'],
    [bytes('\0', [0xff, 0xd8, 0xff]), 'is not a JPEG'],
    [bytes('\0\0MZ'), 'is not a JPEG'],
  ] as const)
    assert.ok(jpegName(head).includes(found), `${head.toString('latin1')}: ${jpegName(head)}`);
});

test('the first name of a zip archive is read with its declared length, at its offset', () => {
  const named = (length: number, text: string) =>
    bytes('PK\x03\x04', Array(22).fill(0), [length % 256, length >> 8, 0, 0], text);
  const found = (head: Uint8Array) => contentErrorMessage('cv', 'cv.docx', head);
  assert.equal(found(named(5, 'word/document.xml')), undefined);
  // The name ends before its folder does.
  assert.match(found(named(4, 'word/')) ?? '', /a zip archive/);
  // 256 bytes and 5.
  assert.equal(found(named(261, `word/${'x'.repeat(256)}`)), undefined);
  assert.equal(found(named(256, `word/${'x'.repeat(251)}`)), undefined);
  assert.match(found(named(6, '.word/')) ?? '', /a zip archive/);
  assert.match(
    found(bytes('XX\x03\x04', Array(22).fill(0), [5, 0, 0, 0], 'word/')) ?? '',
    /is not/,
  );
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
