import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { createReadCache, type Read } from '#src/api-client/read-cache.ts';

let time: number;
beforeEach(() => {
  time = 1000;
  mock.method(performance, 'now', () => time);
  mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
});
afterEach(() => mock.reset());
const wait = (ms: number) => {
  time += ms;
  mock.timers.tick(ms);
};

const setUp = (ttlMs = 1000, timeoutMs = 50) => {
  let loads = 0;
  let load: () => Promise<string>;
  const failures: unknown[] = [];
  const readOf = (key: string) => ({
    key,
    load: async () => {
      loads += 1;
      const value = await load();
      return { value, version: value };
    },
  });
  const cache = createReadCache({
    ttlMs,
    timeoutMs,
    maxEntries: 3,
    onFailure: (error) => failures.push(error),
  });
  return {
    failures,
    loads: () => loads,
    refresh: (next: () => Promise<string>) => {
      load = next;
      return cache.refresh(readOf('k'));
    },
    read: async (next: () => Promise<string>, key = 'k') => {
      load = next;
      const { value, staleSince } = await cache.read(readOf(key));
      return staleSince ? { value, staleSince } : { value };
    },
  };
};
const returns = (value: string) => () => Promise.resolve(value);
const fails = () => Promise.reject(new Error('down'));
const hangs = () => new Promise<string>(() => {});

test('reuses a value until its time to live has passed', async () => {
  const { read, loads } = setUp();
  assert.deepEqual(await read(returns('a')), { value: 'a' });
  wait(1000);
  assert.deepEqual(await read(returns('b')), { value: 'a' });
  wait(1);
  assert.deepEqual(await read(returns('b')), { value: 'b' });
  assert.equal(loads(), 2);
});

test('a clock that is set back does not make a value current for longer', async () => {
  const { read } = setUp();
  await read(returns('a'));
  wait(1001);
  mock.timers.setTime(1);
  assert.deepEqual(await read(returns('b')), { value: 'b' });
});

test('refresh replaces a current value, which may be used if the load fails', async () => {
  const { read, refresh } = setUp();
  await read(returns('a'));
  assert.equal(await refresh(returns('b')), 'b');
  assert.deepEqual(await read(returns('c')), { value: 'b' });
  await assert.rejects(refresh(fails));
  assert.deepEqual(await read(returns('c')), { value: 'b', staleSince: new Date(1_000_000) });
});

test('a load that ends after a later one does not replace its value', async () => {
  const { read, refresh } = setUp();
  await read(returns('a'));
  wait(5000);
  const slow = Promise.withResolvers<string>();
  await read(() => slow.promise);
  wait(1);
  assert.equal(await refresh(returns('newer')), 'newer');
  slow.resolve('older');
  await slow.promise;
  await new Promise(setImmediate);
  assert.deepEqual(await read(returns('c')), { value: 'newer' });
});

test('a reader does not wait while the load of another one has exceeded the timeout', async () => {
  const { read, loads } = setUp();
  await read(returns('a'));
  wait(5000);
  await read(hangs);
  const { value } = await Promise.race([
    read(hangs),
    new Promise<{ value: string }>((resolve) => setImmediate(resolve, { value: 'waits' })),
  ]);
  assert.equal(value, 'a');
  assert.equal(loads(), 2);
});

test('reports a failure that an earlier value covers', async () => {
  const { read, failures } = setUp();
  await read(returns('a'));
  wait(5000);
  await read(fails);
  assert.match(String(failures), /down/);
  wait(5000);
  await read(hangs);
  assert.match(String(failures[1]), /No response within 50 ms/);
});

test('gives the object of the load before if that is what it loads', async () => {
  const read: Read<unknown> = {
    key: 'k',
    load: (earlier) => Promise.resolve(earlier ?? { value: { openings: 2 }, version: '1' }),
  };
  const cache = createReadCache({
    ttlMs: 1000,
    timeoutMs: 50,
    maxEntries: 3,
    onFailure: () => {},
  });
  const first = await cache.read(read);
  wait(5000);
  const second = await cache.read(read);
  assert.equal(first.value, second.value);
});

test('concurrent reads share one load', async () => {
  const { read, loads } = setUp();
  const responses = await Promise.all([read(returns('a')), read(returns('b')), read(returns('c'))]);
  assert.deepEqual(responses, Array(3).fill({ value: 'a' }));
  assert.equal(loads(), 1);
});

test('with a time to live of 0 every read loads, and a value is used only if the next load fails', async () => {
  const { read, loads } = setUp(0);
  await read(returns('a'));
  assert.deepEqual(await read(returns('b')), { value: 'b' });
  assert.deepEqual(await read(fails), { value: 'b', staleSince: new Date(1_000_000) });
  assert.deepEqual(await read(returns('c')), { value: 'c' });
  assert.equal(loads(), 4);
});

for (const [what, load] of [
  ['a failed load', fails],
  ['a load that exceeds the timeout', hangs],
] as const)
  test(`${what} gives the last good value and the time since which it is stale`, async () => {
    const { read } = setUp();
    await read(returns('a'));
    wait(5000);
    assert.deepEqual(await read(load), { value: 'a', staleSince: new Date(1_000_000) });
  });

test('after a failed load the next one waits for the time to live', async () => {
  const { read, loads } = setUp();
  await read(returns('a'));
  wait(5000);
  await read(fails);
  await read(returns('b'));
  assert.equal(loads(), 2);
  wait(1001);
  assert.deepEqual(await read(returns('b')), { value: 'b' });
});

test('the value of a slow load is stored for later reads', async () => {
  const { read } = setUp();
  await read(returns('a'));
  wait(5000);
  const { promise, resolve } = Promise.withResolvers<string>();
  await read(() => promise);
  resolve('b');
  await new Promise(setImmediate);
  assert.deepEqual(await read(returns('c')), { value: 'b' });
});

test('a failed load throws its error without a last good value', async () => {
  await assert.rejects(setUp().read(fails), /down/);
});

test('removes the least recently used values beyond the maximum', async () => {
  const { read, loads } = setUp();
  for (const key of ['a', 'b', 'c', 'd']) await read(returns(key), key);
  await read(returns('d'), 'd');
  assert.equal(loads(), 4);
  await read(returns('a'), 'a');
  assert.equal(loads(), 5);
});
