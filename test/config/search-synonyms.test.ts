import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSynonyms, sameWords, synonyms } from '#src/config/search-synonyms.ts';
import { faultLine } from '#src/config/site-file.ts';
import { phraseKey } from '#src/domain/catalogue/query.ts';
import { searchWords } from '#src/domain/catalogue/words.ts';
import { languages } from '#src/language/server.ts';

test('the sample config has thirty groups, each with the words of all languages', () => {
  assert.equal(new Set(synonyms.values()).size, 30);
  const groupOf = (word: string) => synonyms.get(phraseKey(searchWords(word)));
  for (const at of Array(30).keys()) {
    const words = languages.flatMap(({ site }) => site.search.synonyms[at]?.split(',') ?? []);
    assert.equal(new Set(words.map(groupOf)).size, 1, `${words}`);
  }
});

test('each word of a group leads to the first word of each language, which is that of the openings', () => {
  for (const word of ['night', 'nigth', 'nite', 'overnight', 'nuit'])
    assert.deepEqual(sameWords.get(word), [['night'], ['nuit']], word);
  const faults: string[] = [];
  readSynonyms([['night'], ['']], (fault) => faults.push(faultLine(fault)), 'sameWords');
  assert.deepEqual(faults, ['search.sameWords.0: "" has a word without letters']);
});

for (const [what, lists, error] of [
  [
    'a word in two groups',
    [['cook, chef', 'driver, Chefs']],
    '.1: "Chefs" is in search.synonyms.0 too',
  ],
  [
    'a word in another group of another language',
    [
      ['cook, chef', 'head, lead'],
      ['cuisinier', 'chef'],
    ],
    '.1: "chef" is in search.synonyms.0 too',
  ],
  ['a word twice in a group', [['cook, chef, cooks']], '.0: "cooks" is there twice'],
  [
    'a word written together and apart',
    [['dish washer, dishwasher']],
    '.0: "dishwasher" is there twice',
  ],
  ['an empty word', [['cook,, chef']], '.0: "cook,, chef" has a word without letters'],
  ['a group of one word', [['cook']], '.0: has one word only'],
] as const)
  test(`${what} is an error that names the group`, () => {
    const faults: string[] = [];
    readSynonyms(lists, (fault) => faults.push(faultLine(fault)));
    assert.deepEqual(faults, [`search.synonyms${error}`]);
  });

test('languages may share words of a group', () => {
  const groups = readSynonyms([['suya, grill'], ['suya, grillade']], () => assert.fail());
  assert.deepEqual(groups, [['suya', 'grill', 'grillade']]);
});
