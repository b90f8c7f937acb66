import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchIndex } from '#src/domain/catalogue/search-index.ts';
import { buildPostings, Vocabulary } from '#src/domain/catalogue/search-vocabulary.ts';

const opening = (id: string, role_name: string) => ({
  id,
  role_name,
  company_id: '',
  locations: [],
});
const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `word${from + at}`).join(' ');

test('a vocabulary is too large when the openings of its first list are less than half of its words', async () => {
  const vocabulary = new Vocabulary();
  assert.ok(!vocabulary.isTooLarge());
  await buildPostings(vocabulary, [opening('1', words(0, 100))], 'head');
  await buildPostings(vocabulary, [opening('2', words(100, 10_000))], 'head');
  assert.ok(!vocabulary.isTooLarge());
  await buildPostings(vocabulary, [opening('3', words(10_000, 10_300))], 'head');
  assert.ok(vocabulary.isTooLarge());
});

test('other work goes on while a long list is indexed', async () => {
  const openings = Array.from({ length: 3000 }, (_, at) => opening(`${at}`, words(at, at + 100)));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  await searchIndex(openings);
  clearInterval(timer);
  assert.ok(turns > 2, `${turns}`);
});
