import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Vocabulary } from '#src/domain/catalogue/vocabulary.ts';
import { catalogueOf, plainOpening } from '#test/support/catalogue.ts';

const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `word${from + at}`).join(' ');
const opening = (id: number, role_name: string) => plainOpening({ id, role_name });

test('an opening that is unchanged in the next list is not read again', async (t) => {
  const all = [opening(1, 'Kitchen Porter'), opening(2, 'Baker')];
  const first = catalogueOf(all);
  const find = async (catalogue: typeof first, q: string) =>
    (await catalogue.ask({ q })).openings.map(({ id }) => id);
  assert.deepEqual(await find(first, 'porter'), ['1']);
  const matchAll = t.mock.method(String.prototype, 'matchAll');
  const next = first.next([opening(2, 'Porter'), ...all.slice(0, 1)]);
  assert.deepEqual(await find(next, 'porter'), ['2', '1']);
  const read = matchAll.mock.calls.map(({ this: text }) => String(text));
  assert.ok(read.includes('Porter') && !read.includes('Kitchen Porter'), read.join());
  assert.deepEqual(await find(first, 'porter'), ['1'], 'the list before answers as before');
  assert.deepEqual(await find(next.next([]).next(all), 'kitchen'), ['1']);
});

test('a vocabulary is too large when the openings of a list have less than half of its words', () => {
  const vocabulary = new Vocabulary();
  assert.ok(!vocabulary.isTooLarge());
  vocabulary.sequenceOf(opening(1, words(0, 100)));
  vocabulary.used = vocabulary.size;
  vocabulary.sequenceOf(opening(2, words(100, 10_000)));
  assert.ok(!vocabulary.isTooLarge());
  vocabulary.sequenceOf(opening(3, words(10_000, 10_300)));
  assert.ok(vocabulary.isTooLarge());
});

test('other work goes on while the words of a long list are read', async () => {
  const openings = Array.from({ length: 3000 }, (_, at) => opening(at, words(at, at + 100)));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  await catalogueOf(openings).similar({}, 1, 'byRole');
  clearInterval(timer);
  assert.ok(turns > 2, `${turns}`);
});
