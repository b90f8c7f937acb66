import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBytes, fileMessage } from '#test/support/file-message.ts';
import { compoundFile, wordDocument, zipOf } from '#test/support/office-files.ts';

const macros = zipOf([wordDocument, ['word/vbaProject.bin', '']]);
const text = (content: string) => Buffer.from(content, 'latin1');
const asPdf =
  'Open it and save it as PDF: on a phone under Share or Print, on a computer under Save as or Print. Then choose the PDF.';
const unpack = 'Please unpack it and choose the document that is in it.';

/** What is said of the formats that file-content.test.ts does not have under the name of a PDF. */
const rejected = [
  [macros, 'a Word document with macros', asPdf],
  [compoundFile(['VisioDocument']), 'an Office file', asPdf],
  [text('\x89PNG\r\n\x1a\n'), 'a PNG picture', asPdf],
  [zipOf([['a', '']]), 'a zip or RAR archive', unpack],
] as const;
for (const [content, label, advice] of rejected)
  test(`${label} named .pdf is named with what to do`, async () => {
    const result = await checkBytes('cv', 'cv.pdf', content);
    const message = `Invalid File type for "cv": “cv.pdf” is ${label}, not a PDF. ${advice}`;
    assert.equal(fileMessage(result, 'cv.pdf'), message);
  });

/** The extensions of other formats. */
const otherExtensions =
  'docx doc docm dotx dotm dot rtf xlsx xls xlsm pptx ppt ppsx pps odt ods odp pages html htm mht mhtml xml txt csv md log png jpg jpeg jfif jpe jif pjpeg pjp heic heif avif webp gif mp4 mov 3gp zip rar exe com bat sh msi';
for (const extension of otherExtensions.split(' '))
  test(`a PDF named .${extension} must be renamed by its owner`, async () => {
    const result = await checkBytes('cv', `cv.${extension}`, text('%PDF-1.4'));
    assert.match(fileMessage(result, 'cv'), /Please name it \.pdf and choose/);
  });

for (const [what, content, extensions] of [
  ['a .docx', zipOf([wordDocument]), ['docx', 'doc']],
  ['a .doc', compoundFile(['WordDocument']), ['doc', 'docx']],
  ['RTF', text('{\\rtf1'), ['doc', 'docx']],
  ['an Office file with a password', compoundFile(['EncryptedPackage']), ['doc', 'docx']],
  ['an Office file', compoundFile(['VisioDocument']), ['doc', 'docx']],
] as const)
  test(`${what} is accepted as ${extensions.join(' and ')}, under which Word opens it`, async () => {
    for (const extension of extensions) {
      const filename = `cv.${extension}`;
      const result = await checkBytes('cv', filename, content);
      assert.deepEqual(result, { kind: 'valid', filename });
    }
  });

test('a document with macros is refused under the name of another Word document', async () => {
  for (const filename of ['cv.doc', 'cv.docx']) {
    const result = await checkBytes('cv', filename, macros);
    const message = `Invalid File type for "cv": “${filename}” is a Word document with macros. ${asPdf}`;
    assert.equal(fileMessage(result, filename), message);
  }
});

for (const extension of ['png', 'jpg', 'jpeg'])
  test(`a PNG and a JPEG are accepted as .${extension}`, async () => {
    for (const content of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff']) {
      const result = await checkBytes('passport', `me.${extension}`, text(content));
      assert.equal(result.kind, 'valid');
    }
  });

test('a signature counts with all its bytes, and a pattern only at its place', async () => {
  for (const content of [
    ...['\x89PNG\r\n\0\r', '\xff\xd8\xfe\0', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe2', 'Rar\0'],
    ...['GIF7\0', '\0\0\0\x18ftypavix', 'MZ\0'],
  ]) {
    const result = await checkBytes('cv', 'cv', text(content));
    assert.match(fileMessage(result, 'cv'), /is of no type that we know/);
  }
  for (const [content, label] of [
    ['see {\\rtf1', 'a text file'],
    ['see <html>', 'a text file'],
    ['<html>', 'a text file'],
  ] as const) {
    const result = await checkBytes('cv', 'cv.pdf', text(content));
    assert.match(fileMessage(result, 'cv'), new RegExp(`is ${label}, not`));
  }
});

test('an entry counts by its whole name and from the root of the archive', async () => {
  for (const name of ['a/xl/a', 'a/ppt/a', 'a/index/document.iwa', 'index.zip.a', 'mimetype.a']) {
    const result = await checkBytes('cv', 'cv.pdf', zipOf([[name, '']]));
    assert.match(fileMessage(result, 'cv'), /is a zip or RAR archive/, name);
  }
});
