import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { htmlToText, preview, unescapeMarkup } from '#src/html/html-text.ts';
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
        assert.equal(unescapeMarkup(escaped), text);
        const parser = new Parser({ onopentag: (name) => elements.push(name) });
        parser.end(`<p title="${escaped}">${escaped}</p>`);
        assert.deepEqual(elements.splice(0), ['p']);
      }),
    );
  });
});
