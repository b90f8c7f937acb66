import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createLiveSearch } from '#src/features/openings/search/live-search.ts';

/** Returns a live search with a fake clock, whose responses are sent by the test. */
function controlled(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const requests: { query: string; respond: (text: string) => void; fail: () => void }[] = [];
  const events: string[] = [];
  const live = createLiveSearch<string, string>({
    delayMs: 250,
    request: (query) =>
      new Promise((resolve, reject) => {
        requests.push({ query, respond: resolve, fail: () => reject(new Error('offline')) });
      }),
    onStart: (query) => events.push(`started ${query}`),
    onResult: (result, query) => events.push(`${query}: ${result}`),
    onError: (query) => events.push(`${query} failed`),
  });
  return { live, requests, events, advance: (ms: number) => t.mock.timers.tick(ms) };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a live search', () => {
  test('starts 250 ms after the last key, not before', (t) => {
    const { live, events, advance } = controlled(t);
    live.schedule('b');
    advance(200);
    live.schedule('br');
    advance(249);
    assert.deepEqual(events, []);
    advance(1);
    assert.deepEqual(events, ['started br']);
  });

  test('starts at once when submitted, and cancels the scheduled search', (t) => {
    const { live, events, advance } = controlled(t);
    live.schedule('bre');
    live.run('bread');
    advance(1000);
    assert.deepEqual(events, ['started bread']);
  });

  test('ignores the response to an older query', async (t) => {
    const { live, requests, events } = controlled(t);
    live.run('b');
    live.run('bread');
    requests[1]?.respond('two loaves');
    requests[0]?.respond('forty openings');
    await settled();
    assert.deepEqual(events, ['started b', 'started bread', 'bread: two loaves']);
  });

  test('ignores a response after a new key', async (t) => {
    const { live, requests, events } = controlled(t);
    live.run('b');
    live.schedule('br');
    requests[0]?.respond('forty openings');
    await settled();
    assert.deepEqual(events, ['started b']);
  });

  test('reports an error of the newest query only', async (t) => {
    const { live, requests, events } = controlled(t);
    live.run('b');
    live.run('bread');
    requests[0]?.fail();
    requests[1]?.fail();
    await settled();
    assert.deepEqual(events, ['started b', 'started bread', 'bread failed']);
  });

  test('reports nothing after it is canceled', async (t) => {
    const { live, requests, events, advance } = controlled(t);
    live.run('bread');
    live.schedule('bread and butter');
    live.cancel();
    requests[0]?.respond('two loaves');
    advance(1000);
    await settled();
    assert.deepEqual(events, ['started bread']);
  });
});
