import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counterParts, preload, preloadIndexes } from '#src/components/lightbox/lightbox-rules.ts';

test('no picture before and two after the one shown are fetched ahead', () => {
  assert.deepEqual(preload, { previous: 0, next: 2 });
  assert.deepEqual(preloadIndexes(0, 5), [1, 2]);
  assert.deepEqual(preloadIndexes(3, 5), [4, 0]);
});

test('a short row fetches nothing twice, and not what is already shown', () => {
  assert.deepEqual(preloadIndexes(0, 1), []);
  assert.deepEqual(preloadIndexes(1, 2), [0]);
});

test('the counter is read in its parts', () => {
  assert.deepEqual(counterParts('%curr% of %total%'), ['curr', { text: ' of ' }, 'total']);
});
