import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { normalizePhone } from '#src/domain/rules/application.ts';
import { isBlankHtml } from '#src/domain/rules/form-rules.ts';
import { htmlToText, preview } from '#src/html/html-text.ts';

describe('the preview of a description', () => {
  it('of 250 characters is the whole text', () =>
    assert.equal(preview('a'.repeat(250)), 'a'.repeat(250)));
  it('longer than 250 characters ends with an ellipsis', () =>
    assert.equal(preview('a'.repeat(251)), `${'a'.repeat(250)}…`));
  it('counts text, not tags and entities', () =>
    assert.equal(preview(`<p>${'&amp;'.repeat(250)}</p>`), '&'.repeat(250)));
  it('does not split an emoji', () =>
    assert.equal(preview(`${'a'.repeat(249)}🍞 bread`), `${'a'.repeat(249)}…`));
  it('includes an emoji that fits exactly', () =>
    assert.equal(preview(`${'a'.repeat(248)}🍞 bread`), `${'a'.repeat(248)}🍞…`));
  it('is well-formed, no longer than 251, and a prefix of the text, whatever the HTML', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (html) => {
        const shown = preview(html);
        const text = htmlToText(html);
        assert.ok(shown.length <= 251);
        assert.ok(shown === text || text.startsWith(shown.slice(0, -1)));
        if (text.isWellFormed()) assert.ok(shown.isWellFormed());
      }),
    );
  });
});

describe('the text of HTML', () => {
  const table: [string, string, string][] = [
    ['separates blocks by a space', '<ul><li>Bread</li><li>Salt</li></ul>', 'Bread Salt'],
    ['does not split a word at inline tags', '<b>B</b>read', 'Bread'],
    ['breaks at br', 'one<br>two', 'one two'],
    ['decodes entities once', '&amp;lt; caf&eacute;&nbsp;bar', '&lt; café bar'],
    ['omits scripts and styles', 'a<script>alert(1)</script><style>p{}</style>b', 'a b'],
    ['reads invalid HTML', '<p>one<p>two</b', 'one two'],
    ['of an empty text is empty', '', ''],
  ];
  for (const [name, html, text] of table) it(name, () => assert.equal(htmlToText(html), text));
});

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
