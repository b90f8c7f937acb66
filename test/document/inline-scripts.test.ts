import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { createIsTrustedScript, createScriptScanner } from '#src/document/inline-scripts.ts';

const siteScript = 'document.documentElement.dataset.skin="basil"';
const flight = '(self.__FLIGHT_DATA||=[]).push("0:{\\"a\\":\\"<\\/script>\\"}")';

const isTrusted = (content: string, attributes = '') =>
  createIsTrustedScript([siteScript])(content, attributes);

for (const [what, content, attributes] of [
  ['the script of the site', siteScript, ''],
  ['flight data', flight, ''],
  [
    'flight data in bytes',
    '(self.__FLIGHT_DATA||=[]).push(Uint8Array.from(atob("AAE="), m => m.codePointAt(0)))',
    '',
  ],
  ['the bootstrap', "window.addEventListener('vite:preloadError', f)", ' id="_R_"'],
  ['a boundary that completes', '$RC("B:0","S:0")', ''],
] as const) {
  test(`trusts ${what}`, () => assert.ok(isTrusted(content, attributes)));
}

for (const [what, content] of [
  ['any other script', 'alert(1)'],
  ['the script of the site with an addition', `${siteScript};alert(1)`],
  ['flight data with an addition', `${flight};alert(1)`],
  ['flight data that is computed', '(self.__FLIGHT_DATA||=[]).push("a"+alert(1))'],
  ['a call of the runtime with something computed', '$RC("B:0",alert(1))'],
  ['a bootstrap without its id', "window.addEventListener('vite:preloadError', alert)"],
] as const) {
  test(`does not trust ${what}`, () => assert.ok(!isTrusted(content)));
}

test('does not trust a second bootstrap in a page', () => {
  const isTrustedOnPage = createIsTrustedScript([]);
  const bootstrap = 'globalThis.__WAKU_HYDRATE__ = true;';
  assert.ok(isTrustedOnPage(bootstrap, ' id="_R_"'));
  assert.ok(!isTrustedOnPage(bootstrap, ' id="_R_"'));
});

test('trusts every script that React writes while it streams', async () => {
  const path = createRequire(import.meta.url).resolve('react-dom/server.edge');
  const source = readFileSync(
    path.replace('server.edge.js', 'cjs/react-dom-server.edge.production.js'),
    'utf8',
  );
  const literals = source.matchAll(/^\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")[;,]?$/gm);
  const scripts = [...literals]
    .map(([, literal = '']) => new Function(`return ${literal}`)() as string)
    .filter((text) => /^(?:\$R|requestAnimationFrame)/.test(text));
  assert.ok(scripts.length >= 6);
  for (const text of scripts) {
    const script = text.endsWith('("') ? `${text}B:0","S:0")` : text;
    assert.ok(isTrusted(script), script.slice(0, 60));
  }
});

test('finds the scripts wherever the page is split', () => {
  const page = `<p>a < b</p><script type="application/ld+json">{"a":1}</script><script id="x">${siteScript}</script><script src="/a.js"></script><p>é</p>`;
  for (let cut = 0; cut <= page.length; cut++) {
    const found: string[] = [];
    const scanner = createScriptScanner((content, _attributes, tag) => {
      found.push(content);
      return tag;
    });
    const output = scanner.push(page.slice(0, cut)) + scanner.push(page.slice(cut)) + scanner.end();
    assert.equal(output, page);
    assert.deepEqual(found, [siteScript]);
  }
});
