import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance } from '#src/domain/rules/text/edit-distance.ts';

for (const [from, to, distance] of [
  ['', '', 0],
  ['bread', 'bread', 0],
  ['', 'ab', 2],
  ['baker', 'bake', 1],
  ['baker', 'maker', 1],
  ['ab', 'ba', 2],
  ['abc', 'xabc', 1],
  ['kitten', 'sitting', 3],
  ['abc', 'xyz', 3],
] as const)
  test(`${distance} letters are inserted, deleted or replaced between '${from}' and '${to}'`, () =>
    assert.deepEqual([editDistance(from, to), editDistance(to, from)], [distance, distance]));
