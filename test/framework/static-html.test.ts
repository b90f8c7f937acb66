import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInLanguage } from '#src/language/server.ts';

const { createElement, Fragment } = await import('react');
const { createMarkup, latestElement, renderMarkup } = await import(
  '#src/framework/static-html.tsx'
);

const Line = ({ text, open }: { text: string; open: boolean }) =>
  createElement('details', { className: 'line', open }, text);

test('renders components as React does, with a digest of their content', () => {
  const { html, digest } = renderMarkup(
    createElement(
      Fragment,
      null,
      createElement(Line, { open: true, text: 'Bread & salt' }),
      createElement('label', { htmlFor: 'a', popover: 'auto' }, '<script>'),
    ),
  );
  assert.equal(
    html.toString(),
    '<details class="line" open="">Bread &amp; salt</details><label for="a" popover="auto">&lt;script&gt;</label>',
  );
  assert.equal(digest, createMarkup(html.toString()).digest);
  assert.notEqual(digest, createMarkup('other').digest);
});

test('throws at what has to wait for its data', () => {
  const Late = async () => createElement('p');
  assert.throws(() => renderMarkup(createElement(Late)));
});

test('keeps the latest element of an object in each language', () => {
  const elementOf = latestElement<object>();
  const create = () => createElement('p');
  const [item, other] = [{}, {}];
  const first = elementOf(item, 'Monday', create);
  const french = runInLanguage('fr', () => elementOf(item, 'Monday', create));
  assert.equal(elementOf(item, 'Monday', create), first);
  assert.equal(renderMarkup(first), renderMarkup(first));
  assert.equal(new Set([first, french, elementOf(other, 'Monday', create)]).size, 3);
  const tuesday = elementOf(item, 'Tuesday', create);
  assert.notEqual(tuesday, first);
  assert.equal(elementOf(item, 'Tuesday', create), tuesday);
});
