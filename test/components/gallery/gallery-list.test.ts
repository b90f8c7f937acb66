import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCategories } from '#src/domain/model/gallery-category.ts';

const { sortItems } = await import('#src/components/gallery/gallery-list.tsx');

test('an item has one category or several', () => {
  assert.deepEqual(readCategories(1), [1]);
  assert.deepEqual(readCategories('2, 3,3'), [2, 3]);
});

test('a category that is not a number starting at 1 is an error with that message', () => {
  for (const wrong of ['bread', '', '0', 0, -1, 1.5, '1,', '1,b'])
    assert.throws(
      () => readCategories(wrong),
      { name: 'GalleryCategoryError', message: /category must be a number starting at 1/ },
      String(wrong),
    );
});

test('items with a sort value come first in ascending order; the others keep the given order', () => {
  const sorted = sortItems([
    { id: 'a' },
    { id: 'b', sort: 10 },
    { id: 'c', sort: '9' },
    { id: 'd' },
  ]);
  const ids = sorted.map(({ id }) => id);
  assert.deepEqual(ids, ['c', 'b', 'a', 'd']);
});
