import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decideCandidate, isSuccess, mayApply } from '#src/domain/api/response-status.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { firstIssuePerField, issueMessage } from '#src/domain/model/issues.ts';
import { documentOrder, extensionOf } from '#src/domain/rules/documents/documents.ts';
import { checkDocument } from '#src/domain/rules/documents/file-content.ts';
import { validateContactMessage } from '#src/domain/rules/forms/contact.ts';
import { endsOf } from '#test/support/office-files.ts';

const nearMisses = [
  'true',
  'TRUE',
  'true ',
  '1',
  'success',
  0,
  2,
  1.5,
  -1,
  false,
  null,
  undefined,
  {},
  [1],
  [],
  Number.NaN,
];

describe('a response', () => {
  for (const status of [true, 'True', 1])
    it(`with status ${JSON.stringify(status)} is a success`, () => assert.ok(isSuccess(status)));
  for (const status of nearMisses)
    it(`with status ${String(status)} is not a success`, () => assert.ok(!isSuccess(status)));
});

describe('a candidate check', () => {
  it('allows the candidate with status 1', () => assert.ok(mayApply(1)));
  for (const status of [true, 'True', ...nearMisses])
    it(`refuses the candidate with status ${String(status)}`, () => assert.ok(!mayApply(status)));

  const table = [
    [['allowed'], 'may-apply'],
    [['refused', 'allowed'], 'may-apply'],
    [['no-response', 'allowed'], 'may-apply'],
    [['refused', 'refused'], 'refused'],
    [['refused', 'no-response'], 'refused'],
    [['no-response', 'refused'], 'refused'],
    [['no-response', 'no-response'], 'unreachable'],
  ] as const;
  for (const [answers, outcome] of table)
    it(`returns ${outcome} for ${answers.join(' and ')}`, () =>
      assert.equal(decideCandidate(answers), outcome));
});

describe('a document', () => {
  const contents: Readonly<Record<string, string>> = {
    doc: '{\\rtf1',
    docx: '{\\rtf1',
    png: '\x89PNG\r\n\x1a\n',
    jpg: '\xff\xd8\xff',
    jpeg: '\xff\xd8\xff',
  };
  const messageFor = async (type: DocumentType, name: string, size = 1, maxBytes?: number) => {
    const readEnds = () => endsOf(Buffer.from(contents[extensionOf(name)] ?? '%PDF-', 'latin1'));
    const checked = await checkDocument(type, { name, size, readEnds }, maxBytes);
    return checked.kind === 'valid' ? '' : issueMessage(checked);
  };

  it('is sent in the order cv, nysc, waec, undergraduate, other, passport', () =>
    assert.deepEqual(documentOrder, ['cv', 'nysc', 'waec', 'undergraduate', 'other', 'passport']));

  it('allows only the extensions of section 5', async () => {
    const allowed: string[][] = [];
    for (const extension of ['pdf', 'doc', 'docx', 'png', 'jpg', 'jpeg', 'txt', 'exe', 'heic']) {
      const messages = await Promise.all(
        documentOrder.map((type) => messageFor(type, `file.${extension}`)),
      );
      allowed.push(documentOrder.filter((_, index) => messages[index] === ''));
    }
    const office = ['cv', 'nysc', 'waec', 'undergraduate', 'other'];
    assert.deepEqual(allowed, [
      documentOrder,
      office,
      office,
      ['passport'],
      ['passport'],
      ['passport'],
      [],
      [],
      [],
    ]);
  });

  it('is required', async () =>
    assert.equal(await messageFor('cv', ''), 'This field is required.'));
  it('of the wrong type is reported with its type', async () =>
    assert.equal(await messageFor('cv', 'me.png'), 'Invalid File type for "cv"'));
  it('is rejected above a lowered limit', async () =>
    assert.equal(await messageFor('nysc', 'me.pdf', 11, 10), 'File size is large for nysc'));

  for (const [name, extension] of [
    ['CV.PDF', 'pdf'],
    ['my.cv.docx', 'docx'],
    ['noextension', ''],
    ['.pdf', 'pdf'],
    ['trailing.', ''],
    ['a.pdf/b', ''],
    ['cv.pdf ', 'pdf'],
  ] as const)
    it(`has the extension ${JSON.stringify(extension)} with the name ${JSON.stringify(name)}`, () =>
      assert.equal(extensionOf(name), extension));
});

describe('a contact message', () => {
  const message = {
    firstname: 'Ada',
    lastname: 'Obi',
    email: 'ada@example.com',
    phone: '',
    msg: 'Hello',
    subject: '',
  };
  const fields = (change: Partial<typeof message>) =>
    validateContactMessage({ ...message, ...change }).map((issue) => [issue.field, issue.code]);

  it('does not require a phone number', () => assert.deepEqual(fields({}), []));
  it('requires all other fields', () =>
    assert.deepEqual(fields({ firstname: '', lastname: '', email: '', msg: ' ' }), [
      ['firstname', 'required'],
      ['lastname', 'required'],
      ['email', 'required'],
      ['msg', 'required'],
    ]));
  it('requires a valid email address', () =>
    assert.deepEqual(fields({ email: 'ada@' }), [['email', 'email']]));
});

describe('issues', () => {
  it('are reduced to the first of each field', () => {
    const first = { field: 'a', code: 'required' } as const;
    assert.deepEqual(
      [...firstIssuePerField([first, { field: 'a', code: 'email' }])],
      [['a', first]],
    );
  });
});
