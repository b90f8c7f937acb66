import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isBlankHtml } from '#src/domain/rules/text/blank-html.ts';
import { letterHtml } from '#src/features/application/form-values.ts';
import { htmlToText } from '#src/html/html-text.ts';
import { sanitizeLetter } from '#src/html/sanitizer.ts';
import { pastedHtml } from '#test/support/pasted-html.ts';

const cases: readonly [string, string, string][] = [
  ['one line', 'I bake.', '<p>I bake.</p>'],
  ['an empty line ends a paragraph', 'One.\n\nTwo.', '<p>One.</p><p>Two.</p>'],
  ['a line break stays one', 'One\ntwo', '<p>One<br>two</p>'],
  ['Windows and old Mac line ends', 'a\r\nb\rc', '<p>a<br>b<br>c</p>'],
  ['signs of HTML are text', 'I <3 bread & <b>', '<p>I &lt;3 bread &amp; &lt;b&gt;</p>'],
  ['blank lines alone are nothing', ' \n \n\n', ''],
];
for (const [name, typed, html] of cases)
  test(`a letter typed as text becomes paragraphs: ${name}`, () => {
    assert.equal(letterHtml(typed, 'text'), html);
  });

test("the editor's HTML, and an HTML fragment of a program, are unchanged", () => {
  assert.equal(letterHtml('<b>x</b>', 'html'), '<b>x</b>');
  assert.equal(letterHtml('<p>Dear <b>bakers</b></p>', 'text'), '<p>Dear <b>bakers</b></p>');
});

test('typed text is the same after sanitizing, and is blank only if it was before', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (typed) => {
      fc.pre(!/^\s*<(p|div|ul|ol|h[1-6]|blockquote)\b/i.test(typed));
      const html = sanitizeLetter(letterHtml(typed, 'text'));
      const words = (text: string) => text.replace(/[\s\u200b\ufeff]+/gu, '');
      assert.equal(words(htmlToText(html)), words(typed.replace(/\0/g, '\ufffd')));
      if (words(typed) === '') assert.ok(isBlankHtml(html));
    }),
  );
});

test('everything that the toolbar can create is kept', () => {
  for (const html of [
    '<p style="text-align:center"><strong>Bold</strong> <u>under</u></p>',
    '<h2>Heading</h2><blockquote>Quote</blockquote>',
    '<ul><li>one</li></ul><ol><li>two</li></ol>',
    '<p><span style="font-size:18px;font-family:Georgia, serif">big</span></p>',
  ])
    assert.equal(sanitizeLetter(html), html);
});

test('all text of any HTML except scripts and styles is kept', () => {
  fc.assert(
    fc.property(pastedHtml, ({ html, text }) => {
      const words = (value: string) => value.replace(/[\s\u200b\ufeff]+/gu, '');
      assert.equal(words(htmlToText(sanitizeLetter(html))), words(text));
    }),
    { numRuns: 300 },
  );
});

test('a letter that is nested beyond any editor is reduced to its text without being parsed as nested', () => {
  const deep = `${'<b>'.repeat(39_000)}Dear &amp; <i>bakers</i>`;
  assert.equal(sanitizeLetter(deep).replace(/\s+/g, ' '), '<p> Dear &amp; bakers </p>');
  const usual = `${'<div>'.repeat(30)}Dear <b>bakers</b>${'</div>'.repeat(30)}`;
  assert.match(sanitizeLetter(usual), /<b>bakers<\/b>/);
});
