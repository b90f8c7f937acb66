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
  assert.deepEqual(parts, [
    ['search', 1],
    ['sections', 2],
  ]);
});
