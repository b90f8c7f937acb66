import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  positionAfter,
  positionCount,
  visibleItems,
} from '#src/components/carousel/carousel-rules.ts';

test('a row that shows all its items has one position; the first position follows the last', () => {
  assert.equal(positionCount(4, 4, false), 1);
  assert.equal(positionCount(8, 4, false), 5);
  assert.equal(positionCount(7, 5, true), 7);
  assert.equal(positionAfter(4, 1, 5), 0);
  assert.equal(positionAfter(0, -1, 5), 4);
});

test('the visible items continue at the start of a looping row only', () => {
  assert.deepEqual([...visibleItems(6, 8, 4, false)], [4, 5, 6, 7]);
  assert.deepEqual([...visibleItems(6, 7, 5, true)], [6, 0, 1, 2, 3]);
  assert.deepEqual([...visibleItems(0, 2, 4, false)], [0, 1]);
});
