import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readApplicationFixture } from '#cli/fixtures.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { checkFile } from '#src/features/documents/check-document.ts';
import { apply, testHost } from '#test/api-host/support/host.ts';
import { documentParts, upload } from '#test/api-host/support/upload.ts';
import { fixtureFolder } from '#test/cli/support/fixtures.ts';
import { form, startUploadSite } from '#test/features/documents/upload-site.ts';
import { compoundFile, types, wordDocument, zipOf } from '#test/support/office-files.ts';

const maxBytes = 5000;
const site = await startUploadSite({ maxBytes });
const folder = await fixtureFolder();
after(async () => {
  await site[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

interface Document {
  readonly type: DocumentType;
  readonly name: string;
  readonly bytes: Buffer;
}
type Check = (document: Document) => Promise<string>;

const browser: Check = async ({ type, name, bytes }) => {
  const { error } = await checkFile(type, new File([new Uint8Array(bytes)], name), maxBytes);
  return error?.message ?? '';
};

const visitorsSite: Check = async ({ type, name, bytes }) => {
  const response = await site.post(form([type, name, bytes]));
  const { message } = await response.json();
  return response.ok ? '' : message;
};

const commandLine: Check = async ({ type, name, bytes }) => {
  await folder.file(name, bytes);
  const fixture = await folder.application('fixture.json', {}, { [type]: name });
  const { problems } = await readApplicationFixture(fixture, async () => new Uint8Array());
  return problems.find(({ field }) => field === `documents.${type}`)?.message ?? '';
};

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const pdf = latin1('%PDF-1.7');
const png = latin1('\x89PNG\r\n\x1a\n');
const docx = zipOf([types, wordDocument]);
const sheet = zipOf([['xl/workbook.xml', '']]);

const good: readonly (readonly [DocumentType, string, Buffer])[] = [
  ['cv', 'cv.pdf', pdf],
  ['nysc', 'A.B.PDF', pdf],
  ['waec', 'waec.docx', docx],
  ['other', 'other.doc', docx],
  ['undergraduate', 'degree.doc', compoundFile(['WordDocument'])],
  ['passport', 'me.png', png],
  ['passport', 'me.jpg', png],
  ['passport', 'me.pdf', pdf],
];
/** The API host, which other clients use as well, judges by the name (decision 007). */
const goodByContent: readonly (readonly [DocumentType, string, Buffer])[] = [
  ['cv', 'cv', pdf],
  ['cv', 'CV of J. Okafor', docx],
  ['passport', 'me.jfif', latin1('\xff\xd8\xff')],
];
const badByName: readonly (readonly [DocumentType, string, Buffer])[] = [
  ['cv', 'cv.png', png],
  ['cv', 'cv.exe', pdf],
  ['waec', 'waec.txt', latin1('a text')],
  ['passport', 'me.docx', docx],
  ['passport', 'me.heic', latin1('\0\0\0\x18ftypheic')],
];
const badByContent: readonly (readonly [DocumentType, string, Buffer])[] = [
  ['cv', 'cv.pdf', latin1('a text')],
  ['cv', 'cv.pdf', png],
  ['nysc', 'nysc.docx', sheet],
  ['other', 'other.docx', pdf],
  ['passport', 'me.jpg', pdf],
  ['passport', 'me.png', latin1('\0\0\0\x18ftypheic')],
];

const judges = { browser, site: visitorsSite, 'command line': commandLine } as const;
const ofSection5 = (type: DocumentType) => `Invalid File type for "${type}"`;

for (const [judge, check] of Object.entries(judges))
  test(`the ${judge} accepts and refuses the same documents by name and content`, async () => {
    for (const [type, name, bytes] of [...good, ...goodByContent])
      assert.equal(await check({ type, name, bytes }), '', name);
    for (const [type, name, bytes] of [...badByName, ...badByContent]) {
      const message = await check({ type, name, bytes });
      assert.ok(message.startsWith(`${ofSection5(type)}: “${name}” is `), message);
      assert.equal(message, await browser({ type, name, bytes }));
    }
    assert.match(await check({ type: 'cv', name: 'cv.pdf', bytes: Buffer.alloc(0) }), /is empty/);
  });

test('the API host accepts and refuses the same documents by name', async (t) => {
  const host = await testHost(t, { settings: { uploadMaxBytes: maxBytes } });
  const id = await apply(host);
  const check: Check = async ({ type, name: filename, bytes }) => {
    const { body } = await upload(host.origin, documentParts(id, type, bytes, { filename }));
    return body.status === 1 ? '' : String(body.message);
  };
  for (const [type, name, bytes] of [...good, ...badByContent])
    assert.equal(await check({ type, name, bytes }), '', name);
  for (const [type, name, bytes] of [...badByName, ...goodByContent])
    assert.equal(await check({ type, name, bytes }), ofSection5(type));
  const empty = { type: 'cv', name: 'cv.pdf', bytes: Buffer.alloc(0) } as const;
  assert.equal(await check(empty), 'This field is required.');
  const large = { type: 'cv', name: 'cv.pdf', bytes: Buffer.concat([pdf, Buffer.alloc(maxBytes)]) };
  for (const judge of [check, browser, visitorsSite])
    assert.equal(await judge(large as Document), 'File size is large for cv');
});
