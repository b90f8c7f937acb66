import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadOnce, maxAttempts } from '#src/components/lazy/load-when-visible.ts';

test('all callers share one load', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    return { loads };
  });
  const [one, other] = await Promise.all([load(), load()]);
  assert.equal(one, other);
  assert.equal(await load(), one);
  assert.equal(loads, 1);
});

test('a failed load is repeated by the next calls, up to the maximum', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    throw new Error('offline');
  });
  for (let call = 0; call < maxAttempts + 3; call += 1) await assert.rejects(load(), /offline/);
  assert.equal(loads, maxAttempts);
});
