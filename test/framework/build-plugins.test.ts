import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortName } from '#src/framework/build-plugins.ts';

test('a class has the same short name in every folder and for every import', () => {
  const name = shortName('item', '/a/src/components/list/list.module.css');
  assert.match(name, /^_[\w-]{3}$/);
  assert.equal(shortName('item', '/b/c/src/components/list/list.module.css?inline'), name);
  assert.notEqual(shortName('other', '/a/src/components/list/list.module.css'), name);
});

test('of two classes with the same short name the second has a longer one', () => {
  const names = () =>
    Array.from({ length: 5000 }, (_, n) => shortName(`class${n}`, '/a/src/a.css'));
  const found = names();
  assert.equal(new Set(found).size, 5000);
  assert.ok(found.some((name) => /^_[\w-]{4}$/.test(name)));
  assert.deepEqual(names(), found);
});
