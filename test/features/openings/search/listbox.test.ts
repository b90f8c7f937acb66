import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Listbox, pressKey } from '#src/features/openings/search/listbox.ts';

const closed: Listbox = { isOpen: false };
const open: Listbox = { isOpen: true };
const at = (active: number): Listbox => ({ isOpen: true, active });

describe('a key in a combobox with three options', () => {
  for (const [key, before, after, isHandled] of [
    ['ArrowDown', closed, at(0), true],
    ['ArrowDown', open, at(0), true],
    ['ArrowDown', at(1), at(2), true],
    ['ArrowDown', at(2), at(0), true],
    ['ArrowUp', closed, at(2), true],
    ['ArrowUp', open, at(2), true],
    ['ArrowUp', at(2), at(1), true],
    ['ArrowUp', at(0), at(2), true],
    ['Escape', at(1), closed, true],
    ['Escape', open, closed, true],
    ['Escape', closed, closed, false],
    ['Home', at(1), open, false],
    ['End', at(1), open, false],
    ['ArrowLeft', at(1), open, false],
    ['Home', open, open, false],
    ['Home', closed, closed, false],
    ['a', at(1), at(1), false],
  ] as const)
    test(`${key} changes ${JSON.stringify(before)} to ${JSON.stringify(after)}`, () =>
      assert.deepEqual(pressKey(before, key, 3), { listbox: after, isHandled }));

  test('does nothing without options', () => {
    for (const key of ['ArrowDown', 'ArrowUp', 'Escape', 'Home'])
      assert.deepEqual(pressKey(open, key, 0), { listbox: open, isHandled: false });
  });
});
