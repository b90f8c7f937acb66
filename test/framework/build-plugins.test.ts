import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { shortName } from '#src/framework/build-plugins.ts';
import { root } from '#test/support/site.ts';

test('a class has the same short name in every folder and for every import', () => {
  const name = shortName('item', '/a/src/components/list/list.module.css');
  assert.match(name, /^_[\w-]{5}$/);
  assert.equal(shortName('item', '/b/c/src/components/list/list.module.css?inline'), name);
  assert.notEqual(shortName('other', '/a/src/components/list/list.module.css'), name);
});

test('no two classes of the site have the same short name', () => {
  const names = globSync('src/**/*.module.css', { cwd: root }).flatMap((file) => {
    const css = readFileSync(`${root}${file}`, 'utf8');
    const classes = new Set(Array.from(css.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name));
    return [...classes].map((name) => shortName(name, `/${file}`));
  });
  assert.ok(names.length > 300);
  assert.equal(new Set(names).size, names.length);
});
