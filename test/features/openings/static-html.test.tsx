import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ReactNode, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { staticHtml } from '#src/features/openings/static-html.ts';

function Line({ children, open }: { children: ReactNode; open?: boolean }) {
  return (
    <details className="line" open={open}>
      <summary>{children}</summary>
    </details>
  );
}

describe('static HTML', () => {
  test('is what React itself would write', () => {
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
    assert.equal(plain(staticHtml(tree).html), plain(renderToStaticMarkup(tree)));
  });

  test('escapes any text and any attribute as React does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, title) => {
        const tree = <p title={title}>{text}</p>;
        const decode = (html: string) =>
          html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
        assert.equal(decode(staticHtml(tree).html), decode(renderToStaticMarkup(tree)));
        assert.doesNotMatch(staticHtml(tree).html.slice('<p title="'.length), /<(?!\/p>$)/);
      }),
    );
  });

  test('sets stylesheets aside, each once', () => {
    const sheet = <link rel="stylesheet" href="/panel.css" precedence="default" />;
    const { html, stylesheets } = staticHtml([sheet, <p key="p">Bread</p>, sheet]);
    assert.equal(html, '<p>Bread</p>');
    assert.equal(stylesheets.length, 1);
  });

  test('refuses what it would lose: handlers, hooks, promises, raw HTML', (t) => {
    // React says so too when a hook is called outside of it.
    t.mock.method(console, 'error', () => {});
    const Counter = () => <p>{useState(0)[0]}</p>;
    const Late = async () => <p>late</p>;
    for (const node of [
      <button key="1" type="button" onClick={() => {}} />,
      <p key="2" style={{ color: 'red' }} />,
      // biome-ignore lint/security/noDangerouslySetInnerHtml: to see it refused.
      <p key="3" dangerouslySetInnerHTML={{ __html: '<b>' }} />,
      <Counter key="4" />,
      <Late key="5" />,
    ])
      assert.throws(() => staticHtml(node));
  });
});
