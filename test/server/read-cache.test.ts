import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadCache } from '#src/server/read-cache.ts';

const setUp = (ttlMs = 1000, timeoutMs = 50) => {
  let time = 1_000_000;
  let loads = 0;
  const cache = createReadCache({ ttlMs, timeoutMs, maxEntries: 3, now: () => time });
  return {
    loads: () => loads,
    wait: (ms: number) => {
      time += ms;
    },
    read: (load: () => Promise<string>, key = 'k', allowStale = true) =>
      cache.read(
        key,
        () => {
          loads += 1;
          return load();
        },
        allowStale,
      ),
  };
};
const gives = (value: string) => () => Promise.resolve(value);
const fails = () => Promise.reject(new Error('down'));
const hangs = () => new Promise<string>(() => {});

test('a value is reused until its time is over', async () => {
  const { read, loads, wait } = setUp();
  assert.deepEqual(await read(gives('a')), { value: 'a' });
  wait(999);
  assert.deepEqual(await read(gives('b')), { value: 'a' });
  wait(1);
  assert.deepEqual(await read(gives('b')), { value: 'b' });
  assert.equal(loads(), 2);
});

test('readers who come together share one load', async () => {
  const { read, loads } = setUp();
  const answers = await Promise.all([read(gives('a')), read(gives('b')), read(gives('c'))]);
  assert.deepEqual(answers, Array(3).fill({ value: 'a' }));
  assert.equal(loads(), 1);
});

test('with a time of 0 every read loads, those that come together too', async () => {
  const { read, loads } = setUp(0);
  await Promise.all([read(gives('a')), read(gives('b'))]);
  await read(gives('c'));
  assert.equal(loads(), 3);
});

test('a failed read gives the last good value and says since when it may be out of date', async () => {
  const { read, wait } = setUp();
  await read(gives('a'));
  wait(5000);
  assert.deepEqual(await read(fails), { value: 'a', staleSince: new Date(1_000_000) });
});

test('after a failure nobody asks again for a while, then the next reader does', async () => {
  const { read, loads, wait } = setUp();
  await read(gives('a'));
  wait(5000);
  await read(fails);
  await read(gives('b'));
  assert.equal(loads(), 2);
  wait(1000);
  assert.deepEqual(await read(gives('b')), { value: 'b' });
});

test('a slow read is not waited for where a last good value can be shown', async () => {
  const { read, wait } = setUp();
  await read(gives('a'));
  wait(5000);
  assert.deepEqual(await read(hangs), { value: 'a', staleSince: new Date(1_000_000) });
});

test('what a slow read gives in the end is kept for the readers after', async () => {
  const { read, wait } = setUp();
  await read(gives('a'));
  wait(5000);
  const { promise, resolve } = Promise.withResolvers<string>();
  await read(() => promise);
  resolve('b');
  await promise;
  assert.deepEqual(await read(gives('c')), { value: 'b' });
});

test('a failed read throws its error where nothing was read before', async () => {
  await assert.rejects(setUp().read(fails), /down/);
});

test('a failed read throws its error to a reader who wants nothing stale', async () => {
  const { read, wait } = setUp();
  await read(gives('a'));
  wait(5000);
  await assert.rejects(read(fails, 'k', false), /down/);
});

test('the values unused for longest are forgotten first', async () => {
  const { read, loads } = setUp();
  for (const key of ['a', 'b', 'c', 'd']) await read(gives(key), key);
  await read(gives('d'), 'd');
  assert.equal(loads(), 4);
  await read(gives('a'), 'a');
  assert.equal(loads(), 5);
});
