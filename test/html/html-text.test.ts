import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { preview } from '#src/domain/rules/text/preview.ts';
import { htmlToText, textBlocks } from '#src/html/html-text.ts';
import { escapeMarkup } from '#src/html/text-to-html.ts';
import { codePoint } from '#test/support/code-point.ts';

const foldSpace = (text: string) => text.replace(/[\s\u200b\ufeff]+/gu, ' ').trim();

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

  it('is the text that was escaped, without any element', () => {
    const elements: string[] = [];
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        const escaped = escapeMarkup(text);
        assert.equal(htmlToText(escaped), foldSpace(text));
        const parser = new Parser({ onopentag: (name) => elements.push(name) });
        parser.end(`<p title="${escaped}">${escaped}</p>`);
        assert.deepEqual(elements.splice(0), ['p']);
      }),
    );
  });
});

describe('the blocks of a text', () => {
  /** `#` is a heading, and an empty line stands as `/`. */
  const table: [string, string, string[]][] = [
    ['a list has dashes', '<ul><li>a</li><li>b</li></ul>', ['- a', '- b']],
    ['an ordered list has numbers', '<ol><li>a</li><li>b</li></ol>', ['1. a', '2. b']],
    ['each list counts from one', '<ol><li>a</ol><ol><li>b</ol>', ['1. a', '/1. b']],
    [
      'a nested list is indented, and the outer one goes on',
      '<ol><li>a<ul><li>b<ol><li>c</ol></ul></li><li>d</ol>',
      ['1. a', '  - b', '    1. c', '2. d'],
    ],
    ['a second paragraph of an item has no mark', '<ol><li><p>a<p>b</ol>', ['1. a', '   b']],
    ['an item that begins with a nested list', '<ul><li><ol><li>a</ol></ul>', ['  1. a']],
    ['an item without a list', '<li>a</li>b', ['- a', '/b']],
    ['an item without a list indents nothing', '<li><p>a</p>b</li>', ['- a', '/b']],
    ['a text between items has no mark', '<ul>a<li>b</li>c</ul>', ['a', '/- b', '/c']],
    ['a text after a list has no mark', '<ul><li>a</ul>b<p>c', ['- a', '/b', '/c']],
    ['an empty item counts, and is no block', '<ol><li><li>b</ol>', ['2. b']],
    ['a heading ends with its element', 'a<h2>b</h2>c', ['a', '/# b', '/c']],
    ['a heading keeps its paragraphs', '<h3><div>a</div></h3>b', ['# a', '/b']],
    ['a line break is part of a block', 'a<br>b', ['a\nb']],
    ['hidden elements do not end a block', 'a<style>b</style>c<title>d</title>', ['a c']],
    ['cells are words', '<table><tr><td>a<td>b<tr><td>c</table>', ['a b', '/c']],
  ];
  for (const [name, html, blocks] of table)
    it(name, () =>
      assert.deepEqual(
        textBlocks(html).map(
          ({ text, isHeading, mark, hasEmptyLineBefore }) =>
            `${hasEmptyLineBefore ? '/' : ''}${isHeading ? '# ' : ''}${mark}${text}`,
        ),
        blocks,
      ),
    );
});
