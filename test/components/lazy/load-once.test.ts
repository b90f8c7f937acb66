import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadOnce, maxAttempts } from '#src/components/lazy/load-when-visible.ts';

test('all who ask share one loading', async () => {
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

test('a loading that failed may be tried again, but not for ever', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    throw new Error('offline');
  });
  for (let ask = 0; ask < maxAttempts + 3; ask += 1) await assert.rejects(load(), /offline/);
  assert.equal(loads, maxAttempts);
});
