import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DocumentType } from '#src/domain/model/document-types.ts';

import { collectEnds, endBytes } from '#src/domain/rules/documents/file-ends.ts';

import {
  detectFormat,
  type FileFormatName,
  fileFormats,
  headBytes,
  isEncrypted,
} from '#src/domain/rules/documents/file-formats.ts';
import { withNoBreakSpaces } from '#src/domain/rules/text/no-break-spaces.ts';
import { fr } from '#src/texts/fr.ts';
import { checkBytes, checkEnds, fileMessage } from '#test/support/file-message.ts';

import {
  compoundFile,
  type Entry,
  endsOf,
  types,
  wordDocument,
  zipOf,
} from '#test/support/office-files.ts';

const bytes = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
const jpeg = bytes([0xff, 0xd8, 0xff, 0xe1]);
const docx = zipOf([types, wordDocument]);
const trash: Entry = ['[trash]/0000.dat', 'x'];
/** If only this entry is known, the archive is no Word document. */
const unknown: Entry = ['a.dat', 'x'];
const good: readonly (readonly [string, DocumentType, string, Uint8Array])[] = [
  ['a PDF', 'cv', 'cv.pdf', bytes('%PDF-1.4')],
  ['a PDF in capitals', 'cv', 'CV.PDF', bytes('%PDF-1.4')],
  ['a PDF with bytes before its header', 'cv', 'cv.pdf', bytes(Array(1000).fill(10), '%PDF-1.4')],
  ['a PDF after a mail header', 'cv', 'cv.pdf', bytes('MIME-Version: 1.0\n\n%PDF-1.4')],
  ['an old Word file', 'cv', 'cv.doc', bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
  ['an old Word file with a directory', 'cv', 'cv.doc', compoundFile(['WordDocument'])],
  ['an encrypted .docx', 'cv', 'cv.docx', compoundFile(['EncryptionInfo', 'EncryptedPackage'])],
  ['RTF named .doc', 'cv', 'cv.doc', bytes('{\\rtf1')],
  ['RTF after a byte order mark', 'cv', 'cv.doc', bytes([0xef, 0xbb, 0xbf], '{\\rtf1')],
  ['RTF after a line break', 'cv', 'cv.doc', bytes('\r\n{\\rtf1')],
  ['a .docx of Word', 'cv', 'cv.docx', docx],
  ['a .docx of LibreOffice', 'cv', 'cv.docx', zipOf([['_rels/.rels', ''], wordDocument, types])],
  ['a .docx that begins with trash', 'cv', 'cv.docx', zipOf([trash, wordDocument, types])],
  [
    'a .docx with labels and signatures first',
    'cv',
    'cv.docx',
    zipOf([['docMetadata/LabelInfo.xml', ''], ['_xmlsignatures/sig1.xml', ''], wordDocument]),
  ],
  ['a .docx with a mimetype', 'cv', 'cv.docx', zipOf([['mimetype', 'x'], wordDocument, types])],
  [
    'a .docx with backslashes and without types',
    'cv',
    'cv.docx',
    zipOf([trash, ['\\Word\\document.xml', '']]),
  ],
  ['a stored .docx', 'cv', 'cv.docx', zipOf([trash, wordDocument], { store: true })],
  ['a .docx with zip64 records', 'cv', 'cv.docx', zipOf([unknown, wordDocument], { zip64: true })],
  [
    'a .docx with a comment',
    'cv',
    'cv.docx',
    zipOf([unknown, wordDocument], { comment: 'of mine' }),
  ],
  ['a .docx after other bytes', 'cv', 'cv.docx', Buffer.concat([docx.subarray(0, 4), docx])],
  [
    'a large .docx with an Excel table',
    'cv',
    'cv.docx',
    zipOf(
      [types, ['word/media/a.bin', 'x'.repeat(600_000)], ['word/embeddings/a.xlsx', ''], trash],
      { store: true },
    ),
  ],
  [
    'a large .docx whose parts are at its end',
    'cv',
    'cv.docx',
    zipOf([unknown, ['a.bin', 'x'.repeat(600_000)], wordDocument], { store: true }),
  ],
  ['a .docx that was cut', 'cv', 'cv.docx', docx.subarray(0, 100)],
  ['a .docx named .doc', 'cv', 'cv.doc', docx],
  ['a JPEG named .png', 'passport', 'me.png', jpeg],
  ['a PNG named .jpeg', 'passport', 'me.jpeg', bytes([0x89], 'PNG\r\n\x1a\n')],
];
for (const [what, type, name, content] of good)
  test(`${what} is accepted under its own name`, async () =>
    assert.deepEqual(await checkBytes(type, name, content), { kind: 'valid', filename: name }));

for (const [type, name, content, right] of [
  ['cv', 'DOC-20261126-WA0007.', bytes('%PDF-1.6'), 'DOC-20261126-WA0007.pdf'],
  ['cv', '1000012345', docx, '1000012345.docx'],
  ['cv', '1000012345', compoundFile(['WordDocument']), '1000012345.doc'],
  ['cv', 'cv.pdf.', bytes('%PDF-1.6'), 'cv.pdf'],
  ['cv', 'cv.pdf .. ', bytes('%PDF-1.6'), 'cv.pdf'],
  ['cv', 'cv.pdf (1)', bytes('%PDF-1.6'), 'cv.pdf (1).pdf'],
  ['cv', 'CV of J. Okafor', docx, 'CV of J. Okafor.docx'],
  ['cv', 'cv.dotx', docx, 'cv.docx'],
  ['cv', 'cv.dot', compoundFile(['WordDocument']), 'cv.doc'],
  ['passport', 'me.jfif', jpeg, 'me.jpg'],
  ['passport', 'me.JPE', jpeg, 'me.jpg'],
  ['passport', 'me', bytes([0x89], 'PNG\r\n\x1a\n'), 'me.png'],
] as const)
  test(`"${name}" is renamed to "${right}"`, async () => {
    assert.deepEqual(await checkBytes(type, name, content), { kind: 'valid', filename: right });
    const head = content.subarray(0, headBytes);
    const beginning = { head, tail: head, isBeginning: true } as const;
    const started = await checkEnds(type, name, beginning);
    assert.deepEqual(started, { kind: 'valid', filename: right });
  });

const asPdf =
  'Open it and save it as PDF: on a phone under Share or Print, on a computer under Save as or Print. Then choose the PDF.';
const office = 'Please choose a PDF or a Word document.';
const excel = zipOf([
  ['[Content_Types].xml', ''],
  ['xl/workbook.xml', ''],
]);
const otherOffice = 'an Excel, PowerPoint, OpenDocument or Pages file';
const archive =
  'is a zip or RAR archive, not a Word document. Please unpack it and choose the document that is in it.';
const bad: readonly (readonly [DocumentType, string, Uint8Array, string])[] = [
  ['cv', 'cv.pdf', bytes('hello'), `is a text file, not a PDF. ${asPdf}`],
  ['cv', 'cv.pdf', bytes([1, 2]), `is not a PDF. ${office}`],
  ['cv', 'cv', bytes([1, 2]), `is of no type that we know. ${office}`],
  ['cv', 'cv.pdf', bytes('MZ\x90\0'), `is not a PDF. ${office}`],
  ['cv', 'cv.exe', bytes('%PDF-1.4'), 'is a PDF. Please name it .pdf and choose it again.'],
  [
    'cv',
    'cv.pdf',
    docx,
    'is a Word document, not a PDF. Please name it .docx and choose it again.',
  ],
  [
    'cv',
    'cv.pdf',
    compoundFile(['WordDocument']),
    'is a Word document, not a PDF. Please name it .doc and choose it again.',
  ],
  ['cv', 'cv.docx', zipOf([['mimetype', '']]), `is ${otherOffice}, not a Word document. ${asPdf}`],
  ['cv', 'cv.odt', zipOf([['mimetype', '']]), `is ${otherOffice}. ${asPdf}`],
  ['cv', 'cv.pages', zipOf([['Index/Document.iwa', '']]), `is ${otherOffice}. ${asPdf}`],
  ['cv', 'cv.rtf', bytes('{\\rtf1'), `is an RTF document. ${asPdf}`],
  ['cv', 'cv.docx', excel, `is ${otherOffice}, not a Word document. ${asPdf}`],
  ['cv', 'cv.doc', compoundFile(['Workbook']), `is ${otherOffice}, not a Word document. ${asPdf}`],
  [
    'cv',
    'cv',
    compoundFile(['EncryptedPackage']),
    'is an Office file with a password. Open it, save it without its password, and choose it again.',
  ],
  ['cv', 'cv.docx', zipOf([['a.exe', '']]), archive],
  ['cv', 'cv.docx', zipOf([['cv.docx', docx]], { store: true }), archive],
  ['cv', 'cv.doc', bytes('<html xmlns:w="u">'), `is a text file, not a Word document. ${asPdf}`],
  ['cv', 'cv.doc', jpeg, `is a JPEG picture, not a Word document. ${asPdf}`],
  [
    'cv',
    'cv.heic',
    bytes('\0\0\0\x18ftypheic'),
    `is a HEIC picture, as iPhones take them. ${asPdf}`,
  ],
  [
    'passport',
    'me.jpg',
    bytes('\0\0\0\x18ftypheic'),
    `is a HEIC picture, as iPhones take them, not a JPEG or PNG picture. ${asPdf}`,
  ],
  [
    'passport',
    'me.jpg',
    bytes('RIFF\0\0\0\0WEBP'),
    `is a WebP, AVIF or GIF picture, not a JPEG or PNG picture. ${asPdf}`,
  ],
  [
    'passport',
    'me.jpg',
    bytes('%PDF-1.4'),
    'is a PDF, not a JPEG or PNG picture. Please name it .pdf and choose it again.',
  ],
  [
    'passport',
    'cv.docx',
    docx,
    'is a Word document. Please choose a JPEG or PNG picture or a PDF.',
  ],
  ['cv', 'me.jpg', jpeg, `is a JPEG picture. ${asPdf}`],
  [
    'passport',
    'me.pdf',
    jpeg,
    'is a JPEG picture, not a PDF. Please name it .jpg and choose it again.',
  ],
];
for (const [type, name, content, found] of bad)
  test(`the message is: “${name}” ${found}`, async () => {
    const result = await checkBytes(type, name, content);
    assert.equal(fileMessage(result, name), `Invalid File type for "${type}": “${name}” ${found}`);
  });

test('an empty file has its own message, whatever its name', async () => {
  for (const name of ['cv.pdf', 'cv'])
    assert.equal(
      fileMessage(await checkBytes('cv', name, Buffer.alloc(0)), name),
      `“${name}” is empty. Please choose a file with something in it.`,
    );
});

test('the message in French names the file in French quotation marks, or no file', async () => {
  const invalid = await checkBytes('cv', 'cv.doc', jpeg);
  assert.equal(
    fileMessage(invalid, 'cv.doc', fr),
    withNoBreakSpaces(
      'Type de fichier non valable pour « CV » : « cv.doc » est une image JPEG, pas un document Word. Ouvrez-le et enregistrez-le en PDF : sur un téléphone avec Partager ou Imprimer, sur un ordinateur avec Enregistrer sous ou Imprimer. Choisissez ensuite le PDF.',
    ),
  );
  const empty = await checkBytes('cv', 'cv.doc', Buffer.alloc(0));
  assert.match(fileMessage(empty, undefined, fr), /^Le fichier est vide\. /);
});

test('a PDF header may follow 1024 other bytes, and no more', async () => {
  const after = (count: number) =>
    checkBytes('cv', 'cv.pdf', bytes(Array(count).fill(10), '%PDF-1.4'));
  assert.equal((await after(1024)).kind, 'valid');
  assert.equal((await after(1025)).kind, 'invalid');
});

test('a signature counts at its offset only', async () => {
  for (const [head, found] of [
    [bytes('\0\0\0\x18ftypheic'), 'is a HEIC picture'],
    [bytes('\0\0\0\x18ftypheic', Array(20).fill(0)), 'is a HEIC picture'],
    [bytes('\0\0\0\x18ftypavif'), 'is a WebP, AVIF or GIF picture'],
    [bytes('\0\0\0\x18ftypmp42heic'), 'is not a JPEG'],
    [bytes('\0\0\0\0\x18ftypheic'), 'is not a JPEG'],
    [bytes('ftypheic'), 'is a text file, not a JPEG'],
    [bytes('RIFF\0\0\0\0WEBP'), 'is a WebP, AVIF or GIF picture'],
    [bytes('RIFF\0\0\0\0\0WEBP'), 'is not a JPEG'],
    [bytes('RIFF\0\0\0\0WAVE'), 'is not a JPEG'],
    [bytes('\0', 'GIF89a'), 'is not a JPEG'],
    [bytes('\0', [0xff, 0xd8, 0xff]), 'is not a JPEG'],
    [bytes('\0\0MZ'), 'is not a JPEG'],
  ] as const) {
    const result = await checkBytes('passport', 'me.jpg', head);
    const message = fileMessage(result, 'me.jpg');
    assert.ok(message.includes(found), `${head.toString('latin1')}: ${message}`);
  }
});

/** An archive that was cut shows only its first entry. */
const cut = (entry: string) => zipOf([[entry, '']]).subarray(0, -22);
const formats: readonly (readonly [FileFormatName | undefined, readonly Uint8Array[]])[] = [
  ['rtf', [bytes('{\\rtf'), bytes('\xef\xbb\xbf\n{\\rtf')]],
  ['doc', [compoundFile(['WordDocument'])]],
  [
    'heic',
    ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'mif1', 'msf1'].map((brand) =>
      bytes(`\0\0\0\x18ftyp${brand}`),
    ),
  ],
  [
    'otherPicture',
    ['\0\0\0\x18ftypavif', '\0\0\0\x18ftypavis', 'GIF89a', 'RIFF\0\0\0\0WEBP'].map((text) =>
      bytes(text),
    ),
  ],
  ['text', ['a', '\t\n\f\ra', '\xef\xbb\xbfa', '\xc3\x89\x80\x9f'].map((text) => bytes(text))],
  [
    undefined,
    [
      '',
      '\x01',
      'a\x1b',
      '\x7f',
      '\0\0\0\x18ftypisom',
      'MZ\x90\0',
      '\x7fELF',
      'RIFX\0\0\0\0WEBP',
    ].map((text) => bytes(text)),
  ],
  [
    'docx',
    [
      zipOf([['word/a', '']]),
      ...['[Content_Types].xml', '_rels/.rels', 'word/a', 'docProps/a', 'customXml/a'].map(cut),
      ...['docMetadata/a', '[trash]/a'].map(cut),
    ],
  ],
  ['docm', [zipOf([wordDocument, ['word/vbaProject.bin', '']])]],
  [
    'otherOffice',
    [
      ...['xl/a', 'ppt/a', 'mimetype', 'Index/Document.iwa', 'Index.zip', 'index.xml.gz'].map(
        (name) => zipOf([[name, '']]),
      ),
      ...['Workbook', 'Book', 'PowerPoint Document'].map((name) => compoundFile([name])),
      cut('mimetype'),
    ],
  ],
  ['encryptedOffice', [compoundFile(['WordDocument', 'EncryptedPackage'])]],
  [
    'office',
    [compoundFile(['VisioDocument']), compoundFile(['PowerPoint Document'], { entryType: 1 })],
  ],
  [
    'archive',
    [
      ...['a', 'word', 'a/word/a'].map((name) => zipOf([[name, '']])),
      cut('a/word/a'),
      bytes('Rar!\x1a\x07'),
    ],
  ],
];
for (const [format, files] of formats)
  test(
    format ? `each sign of the format ${format} is enough` : 'other files have no format',
    async () => {
      for (const file of files)
        assert.equal(detectFormat(await endsOf(file)), format, file.toString());
    },
  );

test('every document of the valid fixtures is accepted, and none is encrypted', async () => {
  const folder = new URL('../../../../fixtures/documents/', import.meta.url);
  const names = readdirSync(folder).filter((name) => /\.(?:pdf|docx?|png|jpe?g)$/.test(name));
  assert.ok(names.length > 0);
  for (const name of names) {
    const type = /\.(?:png|jpe?g)$/.test(name) ? 'passport' : 'cv';
    const content = readFileSync(new URL(name, folder));
    const result = await checkBytes(type, name, content);
    assert.deepEqual(result, { kind: 'valid', filename: name });
    assert.equal(isEncrypted(await endsOf(content)), false, name);
    assert.deepEqual(await checkBytes(type, 'file', content), {
      kind: 'valid',
      filename: `file.${name.split('.').pop()?.replace('jpeg', 'jpg')}`,
    });
  }
});

test('an encrypted file is recognized by its trailer, its package or its main stream', async () => {
  const middle = Buffer.alloc(endBytes);
  const trailer = 'trailer\n<< /Size 9 /Encrypt 8 0 R >>\nstartxref\n9\n%%EOF';
  for (const [content, encrypted] of [
    [Buffer.concat([bytes('%PDF-1.4\n'), middle, bytes(trailer)]), true],
    [Buffer.concat([bytes('%PDF-1.4\n', trailer), middle]), true],
    [bytes('%PDF-1.7\n<</Type/XRef/Encrypt<</Filter/Standard>>>>stream'), true],
    [bytes('%PDF-1.4\n<< /EncryptMetadata false >> (about /Encrypt)'), false],
    [bytes(trailer), false],
    [compoundFile(['EncryptionInfo', 'EncryptedPackage']), true],
    [compoundFile(['WordDocument'], { flags: 0x100 }), true],
    [compoundFile(['WordDocument'], { flags: 0x200 }), false],
    [Buffer.concat([compoundFile([]), Buffer.from('EncryptedPackage', 'utf16le')]), false],
    [docx, false],
  ] as const)
    assert.equal(isEncrypted(await endsOf(content)), encrypted);
});

test('a large .doc is known by its beginning if its directory is in neither end', async () => {
  const content = compoundFile(['WordDocument'], { around: 2 * endBytes });
  const result = await checkBytes('cv', '1000012345', content);
  assert.deepEqual(result, { kind: 'valid', filename: '1000012345.doc' });
});

const samples = [docx, excel, compoundFile(['WordDocument']), bytes('%PDF-1.4 /Encrypt 1 0 R')];
const anyFile = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }),
  // A file that was cut, with some bytes that lie.
  fc
    .record({
      sample: fc.constantFrom(...samples),
      cut: fc.nat(2000),
      lies: fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 8 }),
    })
    .map(({ sample, cut, lies }) => {
      const content = new Uint8Array(sample.subarray(0, Math.max(0, sample.length - (cut % 400))));
      for (const [at, value] of lies) if (content.length > 0) content[at % content.length] = value;
      return content;
    }),
);

test('any bytes get an answer, and the same one as in any chunks', async () => {
  await fc.assert(
    fc.asyncProperty(anyFile, fc.integer({ min: 1, max: 500 }), async (content, chunk) => {
      const collector = collectEnds();
      for (let at = 0; at < content.length; at += chunk)
        collector.add(content.subarray(at, at + chunk));
      const whole = await checkBytes('cv', 'cv.docx', content);
      assert.deepEqual(await checkEnds('cv', 'cv.docx', collector.ends()), whole);
      assert.equal(isEncrypted(collector.ends()), isEncrypted(await endsOf(content)));
      if (whole.kind === 'invalid' && content.length > 0)
        assert.match(fileMessage(whole, 'cv.docx'), /^Invalid File type for "cv": “cv\.docx” is /);
    }),
    { numRuns: 100 },
  );
});

test('the collector keeps the first and the last bytes of a file of any length', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: endBytes - 5, max: 6 * endBytes }),
      fc.integer({ min: 1000, max: 2 * endBytes }),
      async (length, chunk) => {
        const content = new Uint8Array(length).map((_, index) => (index * 7) ^ (index >> 8));
        const collector = collectEnds();
        for (let at = 0; at < length; at += chunk) collector.add(content.subarray(at, at + chunk));
        const [collected, read] = [collector.ends(), await endsOf(content)];
        for (const part of ['head', 'tail'] as const)
          assert.equal(Buffer.compare(collected[part], read[part]), 0, part);
      },
    ),
    { numRuns: 20 },
  );
});

test('no two formats have one extension', () => {
  const all = Object.values(fileFormats).flatMap(({ extensions }) => [...extensions]);
  assert.equal(new Set(all).size, all.length);
});
