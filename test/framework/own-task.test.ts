import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OwnTask } from '#src/framework/own-task.tsx';

test('each part is rendered in an iteration of the event loop of its own', async () => {
  let iteration = 0;
  let immediate: NodeJS.Immediate;
  const countIterations = () => {
    iteration += 1;
    immediate = setImmediate(countIterations);
  };
  immediate = setImmediate(countIterations);
  const parts = await Promise.all(
    ['search', 'sections'].map(async (children) => {
      const rendered = await OwnTask({ children });
      return [rendered, iteration];
    }),
  );
  clearImmediate(immediate);
  const [[first, firstAt], [second, secondAt]] = parts as [[unknown, number], [unknown, number]];
  assert.deepEqual([first, second], ['search', 'sections']);
  assert.ok(firstAt >= 1 && secondAt > firstAt, `${firstAt}, ${secondAt}`);
});
