import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueMessage } from '#src/domain/model/issues.ts';
import { type FieldRules, validateForm } from '#src/domain/rules/forms/form-rules.ts';

/** Returns the message of a form with one field for `value`. */
const messageFor = (rules: FieldRules, value: string) => {
  const [issue] = validateForm({ field: value, other: 'twin' }, { field: rules });
  return issue && issueMessage(issue);
};

const table: [FieldRules, good: string[], bad: string[], message: string][] = [
  [{ required: true }, ['a'], ['', '   '], 'This field is required.'],
  [
    { email: true },
    [
      ...[
        'a@b.ng',
        "o'neil-a+b@c.ng",
        "_9.#$&'*+/=?^`{|}~-@b.ng",
        'A@B-2.C-3.NG',
        'a@1b2.3c4',
        'a@bc.de',
      ],
      ...[`a@${'b'.repeat(63)}.ng`, `a@b.${'n'.repeat(63)}`],
    ],
    [
      ...['a@-b.ng', 'a@b-.ng', 'a@b.-n', 'a@b.n-', 'a@b..ng', 'a@b.ng.', '@b.ng', 'a@b_c.ng'],
      ...[`a@${'b'.repeat(64)}.ng`, `a@b.${'n'.repeat(64)}`],
      ...['a@b', 'a b@c.ng', 'a%b.ng@c.ng', 'b.ng!a@c.ng', '-a@b.ng', '@a.ng:b@c.ng'],
    ],
    'Please enter a valid email address.',
  ],
  [
    { url: true },
    ['https://a.ng/b?c', 'http://a.ng', 'ftp://a.ng'],
    ['a.ng', 'javascript:1', 'xhttp://a.ng', 'httpx://a.ng', 'sftp://a.ng'],
    'Please enter a valid URL.',
  ],
  [{ date: true }, ['2026-11-20', 'Nov 20, 2026'], ['someday'], 'Please enter a valid date.'],
  [
    { dateISO: true },
    ['2026-02-28', '2028-02-29'],
    ['2026-02-30', '20/11/2026', '2026-13-01', '12026-02-28', '2026-02-281'],
    'Please enter a valid date (ISO).',
  ],
  [
    { number: true },
    ['-1.5', '20'],
    ['1,5', 'ten', '1.', '.5', '+1'],
    'Please enter a valid number.',
  ],
  [{ digits: true }, ['007'], ['-7', '7.0'], 'Please enter only digits.'],
  [{ equalTo: 'other' }, ['twin'], ['Twin'], 'Please enter the same value again.'],
  [{ maxlength: 3 }, ['abc'], ['abcd'], 'Please enter no more than 3 characters.'],
  [{ minlength: 3 }, ['abc'], ['ab'], 'Please enter at least 3 characters.'],
  [
    { rangelength: [2, 3] },
    ['ab', 'abc'],
    ['a', 'abcd'],
    'Please enter a value between 2 and 3 characters long.',
  ],
  [{ range: [15, 100] }, ['15', '100'], ['14', '101'], 'Please enter a value between 15 and 100.'],
  [{ max: 50 }, ['50', '-1'], ['50.5'], 'Please enter a value less than or equal to 50.'],
  [{ min: 0 }, ['0'], ['-1'], 'Please enter a value greater than or equal to 0.'],
  [{ step: 0.1 }, ['0.3', '7'], ['0.35'], 'Please enter a multiple of 0.1.'],
  [{ step: 0.25 }, ['0.75', '1'], ['0.3'], 'Please enter a multiple of 0.25.'],
  [{ step: 5 }, ['10', '-5'], ['12'], 'Please enter a multiple of 5.'],
];

for (const [rules, good, bad, message] of table)
  test(`${JSON.stringify(rules)} accepts ${good.join(', ')} and reports "${message}" for ${bad.join(', ')}`, () => {
    for (const value of good) assert.equal(messageFor(rules, value), undefined, value);
    for (const value of bad) assert.equal(messageFor(rules, value), message, value);
  });

test('an email address has at most 320 characters, whatever the limit of the field', () => {
  const rule = { email: true } as const;
  assert.equal(messageFor(rule, `${'a'.repeat(315)}@b.ng`), undefined);
  const message = messageFor(rule, `${'a'.repeat(316)}@b.ng`);
  assert.equal(message, 'Please enter a valid email address.');
});

test('an empty field is an issue only if it is required', () => {
  for (const [rules] of table.slice(1)) assert.equal(messageFor(rules, ''), undefined);
});

test('a text without HTML is empty only if it has no visible character', () => {
  for (const value of ['&nbsp;', '<b>', '<p></p>']) {
    assert.equal(messageFor({ required: true }, value), undefined);
    assert.equal(messageFor({ required: true, html: true }, value), 'This field is required.');
  }
});

test('an issue has the parameters of its message, or none', () =>
  assert.deepEqual(
    validateForm({ a: 'x', b: 'xy' }, { a: { digits: true }, b: { maxlength: 1 } }),
    [
      { field: 'a', code: 'digits' },
      { field: 'b', code: 'maxlength', params: [1] },
    ],
  ));

test('a value that is not a number is reported before any limit', () =>
  assert.equal(messageFor({ range: [1, 5] }, 'two'), 'Please enter a valid number.'));

test('a number has at most 15 digits', () => {
  for (const [value, isValid] of [
    ['9'.repeat(15), true],
    ['-9.'.padEnd(17, '9'), true],
    ['9'.repeat(16), false],
    ['-9.'.padEnd(18, '9'), false],
  ] as const)
    assert.equal(messageFor({ number: true }, value) === undefined, isValid, value);
});
