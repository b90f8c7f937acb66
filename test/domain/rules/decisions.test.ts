import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decideCandidate, isSuccess, mayApply } from '#src/domain/api/response-status.ts';
import { decideSearch } from '#src/domain/catalogue/search-parameters.ts';
import { firstIssuePerField, issueMessage } from '#src/domain/model/issues.ts';
import {
  documentOrder,
  extensionOf,
  validateDocument,
} from '#src/domain/rules/documents/documents.ts';
import { validateContactMessage } from '#src/domain/rules/forms/contact.ts';

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
  const messagesFor = (...input: Parameters<typeof validateDocument>) =>
    validateDocument(...input).map((issue) => issueMessage(issue));

  it('is sent in the order cv, nysc, waec, undergraduate, other, passport', () =>
    assert.deepEqual(documentOrder, ['cv', 'nysc', 'waec', 'undergraduate', 'other', 'passport']));

  it('allows only the extensions of section 5', () => {
    const allowed = ['pdf', 'doc', 'docx', 'png', 'jpg', 'jpeg', 'txt', 'exe', 'heic'].map(
      (extension) =>
        documentOrder.filter(
          (type) => messagesFor(type, { name: `file.${extension}` }).length === 0,
        ),
    );
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

  it('is required', () =>
    assert.deepEqual(messagesFor('cv', undefined), ['This field is required.']));
  it('of the wrong type is reported with its type', () =>
    assert.deepEqual(messagesFor('cv', { name: 'me.png', size: 1 }), [
      'Invalid File type for "cv"',
    ]));
  it('is rejected above a lowered limit', () =>
    assert.deepEqual(messagesFor('nysc', { name: 'me.pdf', size: 11 }, 10), [
      'File size is large for nysc',
    ]));

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

describe('a search', () => {
  const table = [
    [{}, { kind: 'all' }],
    [{ company_id: '', q: '  ' }, { kind: 'all' }],
    [{ q: 'baker' }, { kind: 'select-company' }],
    [
      { company_id: '3', q: ' baker ' },
      { kind: 'search', company_id: '3', q: 'baker' },
    ],
    [{ company_id: '3' }, { kind: 'search', company_id: '3', q: '' }],
  ] as const;
  for (const [input, decision] of table)
    it(`for ${JSON.stringify(input)} is ${decision.kind}`, () =>
      assert.deepEqual(decideSearch(input), decision));
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
