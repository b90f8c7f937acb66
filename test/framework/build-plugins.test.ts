import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortName } from '#src/framework/build-plugins.ts';

test('a class has the same short name in every folder and for every import', () => {
  const name = shortName('item', '/a/src/components/list/list.module.css');
  assert.match(name, /^_[\w-]{3}$/);
  assert.equal(shortName('item', '/b/c/src/components/list/list.module.css?inline'), name);
  assert.notEqual(shortName('other', '/a/src/components/list/list.module.css'), name);
});

test('a build with two classes of the same short name fails, and names them', () => {
  const file = '/a/src/list.module.css';
  const names = new Map<string, string>();
  const another = Array.from({ length: 5000 }, (_, n) => `class${n}`);
  assert.throws(() => {
    for (const name of another) names.set(shortName(name, file), name);
  }, /^Error: Rename one of two classes, whose short names are equal: \/src\/list\.module\.css class\d+, \/src\/list\.module\.css class\d+$/);
});
