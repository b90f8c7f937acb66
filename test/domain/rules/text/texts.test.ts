import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nigeria } from '#src/domain/model/application-options.ts';
import { normalizeContactPhone, normalizePhone } from '#src/domain/rules/forms/phone.ts';
import { isBlankHtml } from '#src/domain/rules/text/blank-html.ts';
import { asciiDigits } from '#src/domain/rules/text/text.ts';

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

describe('digits of other scripts', () => {
  for (const digits of ['٢٧', '۲۷', '२७', '২৭', '２７', '๒๗', '𑁨𑁭', '𝟐𝟟', '27'])
    it(`${digits} is 27`, () => assert.equal(asciiDigits(digits), '27'));
  it('changes no other character', () =>
    assert.equal(asciiDigits('a-2,5 é᾽½\ud800'), 'a-2,5 é᾽½\ud800'));
});

describe('a phone number', () => {
  const table: [string, string][] = [
    ['08031234567', '08031234567'],
    [' 0803 123 4567 ', '08031234567'],
    ['0803-123-4567', '08031234567'],
    ['(0803) 123.4567', '08031234567'],
    ['0803–123–4567', '08031234567'],
    ['+234 803 123 4567', '08031234567'],
    ['234 803 123 4567', '08031234567'],
    ['8031234567', '08031234567'],
    ['0803/123-4567', '08031234567'],
    ['0803\u2212123\u22124567', '08031234567'],
    ['tel:+234-803-123-4567', '08031234567'],
    ['TEL:0803%20123%204567', '08031234567'],
    ['\uff10\uff18\uff10\uff13\uff11\uff12\uff13\uff14\uff15\uff16\uff17', '08031234567'],
    ['\uff0b\uff12\uff13\uff14\uff08\uff10\uff09803 123 4567', '08031234567'],
    ['\u0660\u0668\u0660\u0663\u0661\u0662\u0663\u0664\u0665\u0666\u0667', '08031234567'],
    ['\u06f0\u06f8\u06f0\u06f3\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7', '08031234567'],
    ['7031234567', '07031234567'],
    ['9131234567', '09131234567'],
    ['6031234567', '6031234567'],
    ['8231234567', '8231234567'],
    ['80312345678', '80312345678'],
    ['12348031234567', '12348031234567'],
    ['2125551234', '2125551234'],
    ['18031234567', '18031234567'],
    ['+234 (0) 803 123 4567', '08031234567'],
    ['00234 803 123 4567', '08031234567'],
    ['\u202a0803 123\u200b 4567\u202c', '08031234567'],
    ['\u2066+234 803 123 4567\u2069', '08031234567'],
    ['0803 123 456', '0803123456'],
    ['+44 20 7946 0958', '+442079460958'],
    ['call me', 'callme'],
    // NFKC would decompose both, and a second normalization would sort their marks.
    ['\u{1d15e}\ufc5e', '\u{1d15e}\ufc5e'],
    ['tel:tel:0803 123 4567', '08031234567'],
  ];
  for (const [typed, kept] of table)
    it(`${JSON.stringify(typed)} is normalized to ${kept}`, () =>
      assert.equal(normalizePhone(typed, [nigeria]), kept));
  for (const [typed, kept] of [
    ['+234 803 123 4567', '08031234567'],
    [' +44 20 7946 0958 ext. 2\u200b', '+44 20 7946 0958 ext. 2'],
    ['+1 (212) 555-1234', '+1 (212) 555-1234'],
    ['+4 0803 123 4567', '+4 0803 123 4567'],
    ['0803 123 45678', '0803 123 45678'],
    ['', ''],
  ] as const)
    it(`${JSON.stringify(typed)} of a contact message becomes ${JSON.stringify(kept)}`, () =>
      assert.equal(normalizeContactPhone(typed), kept));
});
