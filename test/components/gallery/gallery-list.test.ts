import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { sortItems } = await import('#src/components/gallery/gallery-list.tsx');

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
