import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  openingIdOf,
  openingPath,
  pageNumbers,
  pageOf,
  readSearch,
  searchAddress,
} from '#src/features/openings/search-address.ts';

describe('the query string of a search', () => {
  test('contains the company and the text under the names of the API', () => {
    assert.equal(
      searchAddress({ company_id: '2', q: 'baker & chef' }),
      '/?company_id=2&q=baker+%26+chef',
    );
  });

  test('is / for an empty search', () => {
    assert.equal(searchAddress({ company_id: '', q: '' }), '/');
  });

  test('gives the same search when it is read, for any input', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.string({ maxLength: 60 }),
        fc.integer({ min: 1, max: 999_999 }),
        (company_id, q, page) => {
          const search = { company_id: company_id.trim(), q: q.trim(), ...(page > 1 && { page }) };
          const query = searchAddress(search).slice(2);
          assert.deepEqual(readSearch(new URLSearchParams(query)), search);
        },
      ),
    );
  });

  test('is read as empty where a value is not a string', () => {
    assert.deepEqual(readSearch({ company_id: ['1'], q: { toString: () => 'x' } }), {
      company_id: '',
      q: '',
    });
  });

  test('is truncated to 200 characters', () => {
    assert.equal(readSearch({ q: 'b'.repeat(5000) }).q.length, 200);
  });
});

test('an invalid page is the first, and a page beyond the end is the last', () => {
  for (const page of ['', '0', '-1', '1.5', '1e3', 'x', '9999999'])
    assert.equal(readSearch({ page }).page, undefined);
  const search = { company_id: '', q: '' };
  assert.deepEqual(pageOf(search, 0), { page: 1, pages: 1 });
  assert.deepEqual(pageOf(search, 50), { page: 1, pages: 1 });
  assert.deepEqual(pageOf({ ...search, page: 9 }, 51), { page: 2, pages: 2 });
});

test('the page links include the first page, the last page and the neighbors', () => {
  assert.deepEqual(pageNumbers(1, 3), [1, 2, 3]);
  assert.deepEqual(pageNumbers(1, 200), [1, 2, undefined, 200]);
  assert.deepEqual(pageNumbers(100, 200), [1, undefined, 99, 100, 101, undefined, 200]);
});

test("an opening's path is one segment for an id with any characters", () => {
  assert.equal(openingPath('night 22/ä?#'), '/application/night%2022%2F%C3%A4%3F%23');
});

test("an opening's path gives its id when it is read, and an invalid escape is not decoded", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      assert.equal(openingIdOf(openingPath(id).slice('/application/'.length)), id);
    }),
  );
  assert.equal(openingIdOf('%E0%A4%A'), '%E0%A4%A');
});
