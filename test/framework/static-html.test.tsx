import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ReactNode, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  getStaticHtml,
  renderStaticHtml,
  storeStaticHtml,
} from '#src/framework/render-static-html.ts';

function Line({ children, open }: { children: ReactNode; open?: boolean }) {
  return (
    <details className="line" open={open}>
      <summary>{children}</summary>
    </details>
  );
}

describe('static HTML', () => {
  test('equals the HTML that React renders', () => {
    const tree = (
      <>
        <Line open>Bread &amp; salt</Line>
        <Line>
          {['a', 1, null, false, <br key="br" />]}
          <a href="/application/1?a=1&b=2" target="_blank" rel="noopener" aria-current={true}>
            {'<script>'}
          </a>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <use href="/icons.svg#plus" />
          </svg>
          <time dateTime="2026-10-03">3 October</time>
        </Line>
      </>
    );
    const plain = (html: string) => html.replaceAll(/\/>|><\/(?:use)>/g, '>');
    assert.equal(plain(renderStaticHtml(tree)), plain(renderToStaticMarkup(tree)));
  });

  test('escapes texts and attributes as React does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, title) => {
        const tree = <p title={title}>{text}</p>;
        const decode = (html: string) =>
          html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
        assert.equal(decode(renderStaticHtml(tree)), decode(renderToStaticMarkup(tree)));
        assert.doesNotMatch(renderStaticHtml(tree).slice('<p title="'.length), /<(?!\/p>$)/);
      }),
    );
  });

  test('throws at event handlers, hooks, promises, styles and raw HTML', (t) => {
    // React logs an error when a hook is called outside of a render.
    t.mock.method(console, 'error', () => {});
    const Counter = () => <p>{useState(0)[0]}</p>;
    const Late = async () => <p>late</p>;
    for (const node of [
      <button key="1" type="button" onClick={() => {}} />,
      <p key="2" style={{ color: 'red' }} />,
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the test expects an error
      <p key="3" dangerouslySetInnerHTML={{ __html: '<b>' }} />,
      <Counter key="4" />,
      <Late key="5" />,
    ])
      assert.throws(() => renderStaticHtml(node));
  });
});

describe('the store of static HTML', () => {
  test('returns the same entry any number of times', () => {
    storeStaticHtml('list-a', '<p>a</p>');
    assert.equal(getStaticHtml('list-a'), '<p>a</p>');
    assert.equal(getStaticHtml('list-a'), '<p>a</p>');
    assert.equal(getStaticHtml('list-b'), undefined);
  });

  test('deletes an entry after 30 seconds, unless it was stored again', () => {
    const start = Date.now();
    storeStaticHtml('used', 'used', start);
    storeStaticHtml('old', 'old', start);
    storeStaticHtml('used', 'used', start + 20_000);
    storeStaticHtml('new', 'new', start + 30_001);
    assert.deepEqual(['old', 'used', 'new'].map(getStaticHtml), [undefined, 'used', 'new']);
  });
});
