import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { pages, routeOf, routes } from '#src/routes.ts';
import { root } from '#test/support/site.ts';

/** The path at which Waku serves a file of src/pages. */
const pathOf = (file: string): string =>
  `/${file}`
    .replace(/\.tsx?$/, '')
    .replace(/^\/_api/, '')
    .replace(/\[\.\.\.\w+\]/, '*')
    .replace(/\[(\w+)\]/g, ':$1')
    .replace(/^\/index(\/index)?$/, (_, nested) => (nested ? '/index' : '/'));

test('the table has a row for each file of src/pages, and no other pages', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: `${root}src/pages` }).filter(
    // Parts of pages, for Waku. 404.tsx is rendered in place of a page.
    (file) => !/^(?:_(?!api\/)|404\.tsx$)/.test(file),
  );
  assert.deepEqual(new Set(Object.keys(pages)), new Set(files.map(pathOf)));
});

test('each row applies to its own path, and the last one to every other path', () => {
  for (const [pattern, route] of Object.entries(routes)) {
    const path = pattern.replaceAll(/:\w+|\*/g, 'x1');
    assert.equal(routeOf(`${path}?a=/contact`), route, pattern);
  }
  for (const path of ['/nothing', '/contact/us', '/application', '/INDEX', '', '*'])
    assert.equal(routeOf(path), routes['/*'], path);
});

test('a path that can be read answers HEAD too, and one that takes a body says how large it may be', () => {
  for (const [pattern, route] of Object.entries(routes)) {
    const methods: readonly string[] = route.methods;
    assert.equal(methods.includes('GET'), methods.includes('HEAD'), pattern);
    assert.equal(methods.includes('POST'), 'body' in route, pattern);
  }
});
