import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createLiveSearch } from '#src/features/openings/live-search.ts';

/** A search whose answers come when the test says so; the clock stands still until it is moved. */
function scripted(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked: { query: string; answer: (text: string) => void; fail: () => void }[] = [];
  const seen: string[] = [];
  const live = createLiveSearch<string, string>({
    delayMs: 250,
    ask: (query) =>
      new Promise((resolve, reject) => {
        asked.push({ query, answer: resolve, fail: () => reject(new Error('away')) });
      }),
    onAsk: (query) => seen.push(`asked ${query}`),
    onAnswer: (answer, query) => seen.push(`${query}: ${answer}`),
    onFailure: (query) => seen.push(`${query} failed`),
  });
  return { live, asked, seen, later: (ms: number) => t.mock.timers.tick(ms), settled };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a search as one types', () => {
  test('asks 250 ms after the last key, not before', (t) => {
    const { live, seen, later } = scripted(t);
    live.later('b');
    later(200);
    live.later('br');
    later(249);
    assert.deepEqual(seen, []);
    later(1);
    assert.deepEqual(seen, ['asked br']);
  });

  test('asks at once when it is submitted, and not again for what was waiting', (t) => {
    const { live, seen, later } = scripted(t);
    live.later('bre');
    live.now('bread');
    later(1000);
    assert.deepEqual(seen, ['asked bread']);
  });

  test('drops an answer that a newer question has overtaken', async (t) => {
    const { live, asked, seen } = scripted(t);
    live.now('b');
    live.now('bread');
    asked[1]?.answer('two loaves');
    asked[0]?.answer('forty openings');
    await settled();
    assert.deepEqual(seen, ['asked b', 'asked bread', 'bread: two loaves']);
  });

  test('drops an answer as soon as a new key is pressed', async (t) => {
    const { live, asked, seen } = scripted(t);
    live.now('b');
    live.later('br');
    asked[0]?.answer('forty openings');
    await settled();
    assert.deepEqual(seen, ['asked b']);
  });

  test('says that a question failed, but not one that is no longer asked', async (t) => {
    const { live, asked, seen } = scripted(t);
    live.now('b');
    live.now('bread');
    asked[0]?.fail();
    asked[1]?.fail();
    await settled();
    assert.deepEqual(seen, ['asked b', 'asked bread', 'bread failed']);
  });

  test('is silent once it is stopped', async (t) => {
    const { live, asked, seen, later } = scripted(t);
    live.now('bread');
    live.later('bread and butter');
    live.stop();
    asked[0]?.answer('two loaves');
    later(1000);
    await settled();
    assert.deepEqual(seen, ['asked bread']);
  });
});
