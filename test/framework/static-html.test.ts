import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReactElement } from 'react';
import { runInLanguage } from '#src/language/server.ts';

const { createElement, Fragment } = await import('react');
const { latestElement, staticHtml } = await import('#src/framework/static-html.tsx');

const Line = ({ text, open }: { text: string; open: boolean }) =>
  createElement('details', { className: 'line', open }, text);

const propsOf = (...content: Parameters<typeof staticHtml>) =>
  (staticHtml(...content) as ReactElement<{ id: string; html: string; as: string }>).props;

test('renders components as React does, with an id of their content', () => {
  const content = [
    createElement(Line, { open: true, text: 'Bread & salt' }),
    createElement('label', { htmlFor: 'a', popover: 'auto' }, '<script>'),
  ];
  const { id, html } = propsOf(content);
  assert.equal(
    html,
    '<details class="line" open="">Bread &amp; salt</details><label for="a" popover="auto">&lt;script&gt;</label>',
  );
  assert.equal(propsOf(createElement(Fragment, null, ...content)).html, html);
  assert.equal(propsOf(content).id, id);
  assert.notEqual(propsOf(content.slice(1)).id, id);
  assert.equal(propsOf(content, { as: 'ul', className: 'list' }).as, 'ul');
});

test('renders a component without props once for each language', () => {
  let renders = 0;
  const Part = () => createElement('p', null, ++renders);
  const english = propsOf(Part);
  assert.deepEqual(propsOf(Part), english);
  const french = runInLanguage('fr', () => propsOf(Part));
  assert.deepEqual([english.html, french.html], ['<p>1</p>', '<p>2</p>']);
});

test('throws at what has to wait for its data', () => {
  const Late = async () => createElement('p');
  assert.throws(() => staticHtml(createElement(Late)));
});

test('keeps the latest element of an object in each language', () => {
  let renders = 0;
  const Counter = () => createElement('p', null, ++renders);
  const create = () => createElement(Counter);
  const [item, other] = [{}, {}];
  const first = latestElement(item, 'Monday', create);
  const french = runInLanguage('fr', () => latestElement(item, 'Monday', create));
  assert.equal(latestElement(item, 'Monday', create), first);
  assert.deepEqual(propsOf(first), propsOf(first));
  assert.equal(new Set([first, french, latestElement(other, 'Monday', create)]).size, 3);
  const tuesday = latestElement(item, 'Tuesday', create);
  assert.notEqual(tuesday, first);
  assert.equal(latestElement(item, 'Tuesday', create), tuesday);
});
