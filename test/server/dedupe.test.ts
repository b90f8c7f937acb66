import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { createDedupe } from '#src/server/dedupe.ts';

describe('equal work', () => {
  let at = 1;
  let done: string[] = [];
  const work = (result: string) => async () => {
    done.push(result);
    return result;
  };
  const settled = () => new Promise(setImmediate);
  const once = () =>
    createDedupe<string>({
      ttlMs: (result) => (result === 'sent' ? 1000 : 0),
      maxEntries: 2,
      now: () => at,
    });
  beforeEach(() => {
    at = 1;
    done = [];
  });

  test('is done once while it is under way, and all who ask get its result', async () => {
    const ask = once();
    const gate = Promise.withResolvers<string>();
    const slow = () => {
      done.push('slow');
      return gate.promise;
    };
    const asked = [ask(['a'], slow), ask(['a'], slow)];
    at += 60_000;
    asked.push(ask(['a'], slow));
    gate.resolve('failed');
    assert.deepEqual(await Promise.all(asked), ['failed', 'failed', 'failed']);
    assert.deepEqual(done, ['slow']);
  });

  test('is answered from what is known until its time is over', async () => {
    const ask = once();
    await ask(['a'], work('sent'));
    await settled();
    at += 999;
    assert.equal(await ask(['a'], work('again')), 'sent');
    at += 2;
    assert.equal(await ask(['a'], work('again')), 'again');
    assert.deepEqual(done, ['sent', 'again']);
  });

  test('is done again at once where the result is not to be repeated, or there was none', async () => {
    const ask = once();
    await ask(['a'], work('failed'));
    await settled();
    await assert.rejects(ask(['a'], () => Promise.reject(new Error('broken'))));
    await settled();
    await ask(['a'], work('sent'));
    assert.deepEqual(done, ['failed', 'sent']);
  });

  test('is told from other work by every part and by where one part ends', async () => {
    const ask = once();
    await Promise.all([['ab', 'c'], ['a', 'bc'], ['ab']].map((parts) => ask(parts, work('sent'))));
    assert.equal(done.length, 3);
  });

  test('is forgotten, oldest first, where there is too much to remember', async () => {
    const ask = once();
    for (const part of ['a', 'b', 'c']) await ask([part], work('sent'));
    await settled();
    await ask(['c'], work('sent'));
    assert.equal(done.length, 3);
    await ask(['a'], work('sent'));
    assert.equal(done.length, 4);
  });
});
