import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReactElement } from 'react';

const { createElement } = await import('react');
const { RenderOnce } = await import('#src/framework/render-once.client.tsx');
const { staticHtml } = await import('#src/framework/static-html.tsx');

let renders = 0;
const Counter = () => createElement('p', null, `<${++renders}>`);
const htmlOf = (id: string | undefined) =>
  (
    staticHtml(
      createElement(RenderOnce, { id, children: createElement(Counter) }),
    ) as ReactElement<{ html: string }>
  ).props.html;
const wrapped = (count: number) => `<div class="contents"><p>&lt;${count}&gt;</p></div>`;

test('renders its children once for each id, and for each page without an id', () => {
  assert.equal(htmlOf('a'), wrapped(1));
  assert.equal(htmlOf('a'), wrapped(1));
  assert.equal(htmlOf('b'), wrapped(2));
  assert.equal(htmlOf(undefined), wrapped(3));
  assert.equal(htmlOf(undefined), wrapped(4));
});
