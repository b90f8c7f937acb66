import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  closedSubmenus,
  isOpen,
  nextSubmenu,
  type SubmenuEvent,
} from '#src/components/main-nav/menu-rules.ts';

const after = (...events: SubmenuEvent[]) => events.reduce(nextSubmenu, closedSubmenus);

test('a press opens a submenu and the next press closes it', () => {
  assert.deepEqual(after({ type: 'press', path: [1] }).path, [1]);
  assert.deepEqual(after({ type: 'press', path: [1] }, { type: 'press', path: [1] }).path, []);
});

test('closing a submenu inside another leaves the outer one open', () => {
  const state = after(
    { type: 'press', path: [1] },
    { type: 'press', path: [1, 4] },
    { type: 'press', path: [1, 4] },
  );
  assert.deepEqual(state.path, [1]);
});

test('opening a submenu closes the other submenu of its level', () => {
  const state = after({ type: 'press', path: [1] }, { type: 'press', path: [2] });
  assert.equal(isOpen(state, [1]), false);
  assert.equal(isOpen(state, [2]), true);
});

test('in hover mode a submenu opens and closes with the mouse, in mobile mode it does not', () => {
  const over: SubmenuEvent = { type: 'enter', path: [1], mode: 'hover' };
  assert.deepEqual(after(over).path, [1]);
  assert.deepEqual(after(over, { type: 'leave', path: [1], mode: 'hover' }).path, []);
  assert.deepEqual(after({ ...over, mode: 'mobile' }).path, []);
});

test('a press on a submenu that the mouse has opened keeps it open after the mouse leaves', () => {
  const state = after(
    { type: 'enter', path: [1], mode: 'hover' },
    { type: 'press', path: [1] },
    { type: 'leave', path: [1], mode: 'hover' },
  );
  assert.deepEqual(state.path, [1]);
});

test('Escape closes one level, a press elsewhere closes all', () => {
  const deep = [
    { type: 'press', path: [1] },
    { type: 'press', path: [1, 4] },
  ] as const;
  assert.deepEqual(after(...deep, { type: 'escape' }).path, [1]);
  assert.deepEqual(after(...deep, { type: 'outside' }).path, []);
});
