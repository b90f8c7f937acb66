import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preloadIndexes } from '#src/components/lightbox/lightbox-rules.ts';

test('preloads no previous and two next pictures', () => {
  assert.deepEqual(preloadIndexes(0, 5), [1, 2]);
  assert.deepEqual(preloadIndexes(3, 5), [4, 0]);
});

test('a short gallery preloads each picture once and not the current one', () => {
  assert.deepEqual(preloadIndexes(0, 1), []);
  assert.deepEqual(preloadIndexes(1, 2), [0]);
});
