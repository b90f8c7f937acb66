import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyedMutex } from '#src/features/documents/keyed-mutex.ts';

test('the tasks of one key run one after the other, and nothing of a key is kept after its last task', async () => {
  const mutex = new KeyedMutex();
  const events: string[] = [];
  const task =
    (name: string, fails = false) =>
    async () => {
      events.push(`${name} starts`);
      await new Promise(setImmediate);
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
    };
  const first = assert.rejects(mutex.run('a', task('a1', true)));
  const second = mutex.run('a', task('a2'));
  await mutex.run('b', task('b'));
  await Promise.all([first, second]);
  assert.deepEqual(
    events.filter((event) => event.startsWith('a')),
    ['a1 starts', 'a1 ends', 'a2 starts', 'a2 ends'],
  );
  assert.ok(events.indexOf('b starts') < events.indexOf('a2 starts'));
  assert.equal(mutex.size, 0);
});
