import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { allowlists } from '#src/html/allowlists.ts';
import { htmlToText } from '#src/html/html-text.ts';
import { sanitizeLetter } from '#src/html/sanitizer.ts';
import { type ComponentSite, openComponent } from '#test/components/support/component-page.ts';
import { pastedHtml } from '#test/support/pasted-html.ts';
import { pastedRules, sectionRules } from './pasted-rules.ts';
import type { BrowserResult } from './rules.fixture.tsx';

declare global {
  /** The fixture defines it in the browser. */
  function applyRules(html: string): BrowserResult;
}

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('rules.fixture.tsx', import.meta.url));
});

const attribute = fc.constantFrom(
  ...[' style="color:red;text-align:center"', ' class=a onclick="alert(1)"', ' align=right'],
  ...[' href="/admin"', ' href="javascript:alert(1)"', ' href=" https://a.example/?b=c&d "', ''],
);
const element = fc.constantFrom(
  ...'p div b a h1 h4 ul ol li td tr table pre img svg math style script textarea title form noscript template constructor'.split(
    ' ',
  ),
);
const piece = fc.oneof(
  fc.tuple(element, attribute).map(([name, text]) => `<${name}${text}>`),
  element.map((name) => `</${name}>`),
  fc.constantFrom('<!--', '-->', '<br>', '&lt;script&gt;', '&nbsp;', ' \n', 'Bread', '<', '>', '"'),
);
const randomHtml = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

/** Returns the elements, attributes and texts of HTML, without differences of notation. */
function partsOf(html: string): string[] {
  const parts: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) =>
      parts.push(`<${name}>`, JSON.stringify(attributes).replace(/[\s;]/g, '')),
    onclosetag: (name) => parts.push(`</${name}>`),
    ontext: (text) => parts.push(text),
  });
  parser.end(html);
  // A text may arrive in several parts.
  return parts
    .join('\0')
    .replace(/(?<![>}])\0(?!<)/g, '')
    .split('\0');
}

function assertAllowed(kind: 'pasted' | 'section', html: string): void {
  const { elements, attributes } = allowlists[kind];
  const allowed: Readonly<Record<string, readonly string[]>> = attributes;
  const parser = new Parser({
    onopentag(name, found) {
      assert.ok(elements.split(' ').includes(name), `<${name}> in ${html}`);
      for (const key of Object.keys(found))
        assert.ok(allowed[name]?.includes(key), `${key} ${html}`);
    },
  });
  parser.end(html);
}

test('a browser keeps all text and what the table allows, the server keeps all of that, and both read the same text', async (t) => {
  const { page } = await site.visit(t);
  const documents = fc.sample(pastedHtml, { numRuns: 300, seed: 8 });
  const hostile = fc.sample(randomHtml, { numRuns: 700, seed: 8 });
  const rules = [...pastedRules, ...sectionRules].map(([html]) => html);
  const samples = [...documents.map(({ html }) => html), ...hostile, ...rules];
  const results = await page.evaluate((all) => all.map((html) => applyRules(html)), samples);
  const ofRules = results.slice(-rules.length);
  for (const [index, [html, letter]] of pastedRules.entries())
    assert.equal(ofRules[index]?.pasted, letter, html);
  for (const [index, [html, copy]] of sectionRules.entries())
    assert.equal(
      ofRules[pastedRules.length + index]?.section.replaceAll(site.origin, 'https://site.example'),
      copy,
      html,
    );
  const words = (text: string) => text.replace(/[\s\u200b\ufeff]+/gu, '');
  for (const [index, { pasted, invalid, text, section }] of results.entries()) {
    assertAllowed('pasted', pasted);
    assertAllowed('section', section);
    assert.equal(invalid, undefined);
    assert.deepEqual(partsOf(sanitizeLetter(pasted)), partsOf(pasted), samples[index]);
    assert.equal(text.replace(/\s+/g, ' '), htmlToText(pasted));
    const source = documents[index];
    if (source) assert.equal(words(text), words(source.text), source.html);
  }
});

test('a paragraph with more parts than a call can have arguments is kept', async (t) => {
  const { page } = await site.visit(t);
  const length = await page.evaluate(
    () => applyRules(`<ul><li><p>${'<b>a</b>b'.repeat(100_000)}`).pasted.length,
  );
  assert.equal(length, '<ul><li></li></ul>'.length + 100_000 * '<strong>a</strong>b'.length);
});
