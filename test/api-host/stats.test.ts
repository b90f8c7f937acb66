import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median } from '#src/api-host/admin/stats.ts';

for (const [values, expected] of [
  [[], null],
  [[7], 7],
  [[9, 1], 1],
  [[10, 9, 1], 9],
  [[10, 100, 9, 1], 9],
  [[5, 3, 100, 4, 1], 4],
] as const)
  test(`the median of ${values.join(', ') || 'no values'} is ${expected}`, () => {
    assert.equal(median(values), expected);
  });
