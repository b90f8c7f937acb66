import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeForSearch, searchTerms } from '#src/domain/rules/search-terms.ts';

test('each letter that people type otherwise is found by the other letters', () => {
  assert.equal(normalizeForSearch('ßæœøđðħıłþɓɗƙƴ'), 'ssaeoeoddhilthbdky');
  assert.equal(normalizeForSearch('ÆŒØĐÐĦŁÞƁƊƘƳ'), 'aeoeoddhlthbdky');
});

test('accents, case and NUL make no difference', () => {
  // The lower case of İ has a combining dot.
  for (const text of ['Ìbàdàn', 'IBADAN', 'I\u0300ba\u0300da\u0300n', '\u0130badan', 'i\0badan'])
    assert.equal(normalizeForSearch(text), 'ibadan', text);
  // The lower case of ϓ is decomposed.
  assert.equal(normalizeForSearch('\u03d3'), normalizeForSearch('\u03c5'));
});

test('a word has letters and digits, and counts once', () => {
  assert.deepEqual(searchTerms('  Chef, "sous-chef" & 2nd-cook\0 '), [
    'chef',
    'sous',
    '2nd',
    'cook',
  ]);
  assert.deepEqual(searchTerms(' - "" '), []);
});
