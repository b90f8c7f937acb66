import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { normalizePhone } from '#src/domain/rules/application.ts';
import { isBlankHtml } from '#src/domain/rules/form-rules.ts';

describe("an editor's value", () => {
  for (const html of [
    '',
    ' ',
    '<p></p>',
    '<p><br></p>',
    '&nbsp;',
    '<p>&#160;</p>',
    '\ufeff<div>\u200b</div>',
  ])
    it(`${JSON.stringify(html)} is blank`, () => assert.equal(isBlankHtml(html), true));
  for (const html of ['a', '<p>a</p>', '&amp;', '<p>.</p>', '<p>&#1114112;</p>'])
    it(`${JSON.stringify(html)} is not`, () => assert.equal(isBlankHtml(html), false));
  it('decides in linear time for tags that are not closed', () => {
    const startedAt = performance.now();
    assert.equal(isBlankHtml('<'.repeat(200_000)), false);
    // Milliseconds; a quadratic search takes more than a minute.
    assert.ok(performance.now() - startedAt < 5000);
  });
});

describe('a phone number', () => {
  const table: [string, string][] = [
    ['08031234567', '08031234567'],
    [' 0803 123 4567 ', '08031234567'],
    ['0803-123-4567', '08031234567'],
    ['(0803) 123.4567', '08031234567'],
    ['0803–123–4567', '08031234567'],
    ['+234 803 123 4567', '08031234567'],
    ['+234 (0) 803 123 4567', '08031234567'],
    ['00234 803 123 4567', '08031234567'],
    ['\u202a0803 123\u200b 4567\u202c', '08031234567'],
    ['\u2066+234 803 123 4567\u2069', '08031234567'],
    ['0803 123 456', '0803123456'],
    ['+44 20 7946 0958', '+442079460958'],
    ['call me', 'callme'],
  ];
  for (const [typed, kept] of table)
    it(`${JSON.stringify(typed)} is normalized to ${kept}`, () =>
      assert.equal(normalizePhone(typed), kept));
});
