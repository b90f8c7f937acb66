import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { createDedupe } from '#src/jobs/dedupe.ts';

describe('dedupe', () => {
  let at = 1;
  let done: string[] = [];
  const work = (result: string) => async () => {
    done.push(result);
    return result;
  };
  const settled = () => new Promise(setImmediate);
  const createTestDedupe = () =>
    createDedupe<string>({
      ttlMs: (result) => (result === 'sent' ? 1000 : 0),
      maxEntries: 2,
      now: () => at,
    });
  beforeEach(() => {
    at = 1;
    done = [];
  });

  test('runs concurrent equal work once and gives every caller its result', async () => {
    const dedupe = createTestDedupe();
    const pending = Promise.withResolvers<string>();
    const slow = () => {
      done.push('slow');
      return pending.promise;
    };
    const results = [dedupe(['a'], slow), dedupe(['a'], slow)];
    at += 60_000;
    results.push(dedupe(['a'], slow));
    pending.resolve('failed');
    assert.deepEqual(await Promise.all(results), ['failed', 'failed', 'failed']);
    assert.deepEqual(done, ['slow']);
  });

  test('reuses a result until its time to live has passed', async () => {
    const dedupe = createTestDedupe();
    await dedupe(['a'], work('sent'));
    await settled();
    at += 999;
    assert.equal(await dedupe(['a'], work('again')), 'sent');
    at += 2;
    assert.equal(await dedupe(['a'], work('again')), 'again');
    assert.deepEqual(done, ['sent', 'again']);
  });

  test('runs work again after a result with a time to live of 0 or a rejection', async () => {
    const dedupe = createTestDedupe();
    await dedupe(['a'], work('failed'));
    await settled();
    await assert.rejects(dedupe(['a'], () => Promise.reject(new Error('broken'))));
    await settled();
    await dedupe(['a'], work('sent'));
    assert.deepEqual(done, ['failed', 'sent']);
  });

  test('treats work as different when a part or a boundary between parts differs', async () => {
    const dedupe = createTestDedupe();
    await Promise.all(
      [['ab', 'c'], ['a', 'bc'], ['ab']].map((parts) => dedupe(parts, work('sent'))),
    );
    assert.equal(done.length, 3);
  });

  test('removes the oldest results beyond the maximum', async () => {
    const dedupe = createTestDedupe();
    for (const part of ['a', 'b', 'c']) await dedupe([part], work('sent'));
    await settled();
    await dedupe(['c'], work('sent'));
    assert.equal(done.length, 3);
    await dedupe(['a'], work('sent'));
    assert.equal(done.length, 4);
  });
});
