import assert from 'node:assert/strict';
import { stat } from 'node:fs';
import { test } from 'node:test';
import { yieldToEventLoop } from '#src/jobs/yielding.ts';

test('resolves in a later iteration of the event loop, also after a read', async () => {
  let iterations = 0;
  const atResolution = await new Promise((resolve) => {
    // The callback of a read is followed by the immediates of the same iteration.
    stat(import.meta.filename, () => {
      const countIteration = () => {
        iterations += 1;
        if (iterations < 5) setImmediate(countIteration);
      };
      setImmediate(countIteration);
      void yieldToEventLoop().then(() => resolve(iterations));
    });
  });
  assert.equal(atResolution, 2);
});
