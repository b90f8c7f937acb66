import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBytes, fileMessage } from '#test/support/file-message.ts';
import {
  compoundFile,
  contentTypes,
  type Entry,
  types,
  zipOf,
} from '#test/support/office-files.ts';

const typed = (type: string) => zipOf([['[Content_Types].xml', contentTypes(type)] as Entry]);
const macros = 'ms-word.document.macroEnabled';
const template = 'openxmlformats-officedocument.wordprocessingml.template';
const text = (content: string) => Buffer.from(content, 'latin1');
const asPdf =
  'Open it and save it as PDF: on a phone under Share or Print, on a computer under Save as or Print. Then choose the PDF.';
const unpack = 'Please unpack it and choose the document that is in it.';
const other = 'Please choose a PDF or a Word document.';

/** A file of each format, and what is said of it where it may not be sent. */
const rejected = [
  [typed(macros), 'a Word document with macros', asPdf],
  [typed(template), 'a Word template', asPdf],
  [text('{\\rtf1'), 'an RTF document', asPdf],
  [
    compoundFile(['EncryptedPackage']),
    'an Office file with a password',
    'Open it, save it without its password, and choose it again.',
  ],
  [compoundFile(['VisioDocument']), 'an Office file', asPdf],
  [compoundFile(['Workbook']), 'an Excel workbook', asPdf],
  [compoundFile(['PowerPoint Document']), 'a PowerPoint presentation', asPdf],
  [zipOf([['mimetype', '']]), 'an OpenDocument text', asPdf],
  [zipOf([['Index.zip', '']]), 'a Pages document', asPdf],
  [text('<html>'), 'a web page', asPdf],
  [text('<w:wordDocument>'), 'an XML file of Word', asPdf],
  [text('hello'), 'a text file', asPdf],
  [text('\x89PNG\r\n\x1a\n'), 'a PNG picture', asPdf],
  [text('\xff\xd8\xff'), 'a JPEG picture', asPdf],
  [text('\0\0\0\x18ftypheic'), 'a HEIC picture, as iPhones take them', asPdf],
  [text('\0\0\0\x18ftypavif'), 'an AVIF picture', asPdf],
  [text('RIFF\0\0\0\0WEBP'), 'a WebP picture', asPdf],
  [text('GIF89a'), 'a GIF picture', asPdf],
  [text('\0\0\0\x18ftypisom'), 'a video', other],
  [zipOf([['a', '']]), 'a zip archive', unpack],
  [text('Rar!'), 'a RAR archive', unpack],
  [text('MZ'), 'a program', other],
] as const;
for (const [content, label, advice] of rejected)
  test(`${label} named .pdf is named with what to do`, async () => {
    const result = await checkBytes('cv', 'cv.pdf', content);
    const message = `Invalid File type for "cv": "cv.pdf" is ${label}, not a PDF. ${advice}`;
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
  ['a .docx', zipOf([types]), ['docx', 'doc']],
  ['a .doc', compoundFile(['WordDocument']), ['doc', 'docx']],
  ['a template', typed(template), ['doc', 'docx']],
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

for (const type of [macros, 'ms-word.template.macroEnabledTemplate'])
  test(`${type} is refused under the name of another Word document`, async () => {
    for (const filename of ['cv.doc', 'cv.docx']) {
      const result = await checkBytes('cv', filename, typed(type));
      const message = `Invalid File type for "cv": "${filename}" is a Word document with macros. ${asPdf}`;
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
    ...['\x89PNG\r\n\x1a\r', '\xff\xd8\xfe\0', '\xdb\xa5-\x01', '\x31\xbe\0\x01', '\x31\xbe\x01\0'],
    ...['\x7fELG', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe2', 'Rar\0', 'GIF7\0'],
  ]) {
    const result = await checkBytes('cv', 'cv', text(content));
    assert.match(fileMessage(result, 'cv'), /is of no type that we know/);
  }
  for (const [content, label] of [
    ['see {\\rtf1', 'a text file'],
    ['see <html>', 'a text file'],
    ['about MIME-Version: 1.0', 'a text file'],
    ['about Content-Type: multipart/related', 'a text file'],
    ['a\ncontent-type:multipart/related', 'a web page'],
    ['<?xml?><html>', 'a web page'],
    ['<?xml version="1.0"?> <body>', 'a web page'],
    ['<?xml?>a><html>', 'a text file'],
    ['\0\0\0\x18ftypavix', 'a video'],
    ['\0\0\0\x18ftyp\n\n\n\n', 'a video'],
  ] as const) {
    const result = await checkBytes('cv', 'cv.pdf', text(content));
    assert.match(fileMessage(result, 'cv'), new RegExp(`is ${label}, not`));
  }
});

test('an entry counts by its whole name and from the root of the archive', async () => {
  for (const name of ['a/xl/a', 'a/ppt/a', 'a/index/document.iwa', 'index.zip.a', 'mimetype.a']) {
    const result = await checkBytes('cv', 'cv.pdf', zipOf([[name, '']]));
    assert.match(fileMessage(result, 'cv'), /is a zip archive/, name);
  }
  const upper = contentTypes('x').replace('vnd.x', 'VND.OPENXMLFORMATS-wordprocessingml.document');
  const named = zipOf([['[Content_Types].xml', upper]]);
  assert.equal((await checkBytes('cv', 'cv', named)).kind, 'valid');
});
