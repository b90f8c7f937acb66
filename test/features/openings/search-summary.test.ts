import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Opening } from '#src/domain/model/opening.ts';
import { searchSummary } from '#src/features/openings/search-summary.ts';

const found = (count: number, q = '', company_id = '') =>
  searchSummary({
    kind: 'found',
    search: { company_id, q },
    openings: Array.from({ length: count }, () => ({}) as Opening),
  });

describe('the sentence above the list', () => {
  test('counts', () => {
    assert.equal(found(1), '1 opening');
    assert.equal(found(42), '42 openings');
  });

  test("names the query that found nothing, in the specification's words", () => {
    assert.equal(found(0, 'sous-vide', '1'), 'No openings found for "sous-vide"');
  });

  test('does not quote an empty query', () => {
    assert.equal(found(0), 'There are no openings today.');
    assert.equal(found(0, '', '1'), 'This company has no openings today.');
  });

  test("asks for a company in the specification's words", () => {
    assert.equal(
      searchSummary({ kind: 'select-company', search: { company_id: '', q: 'x' } }),
      'Please select a company to search...',
    );
  });
});
