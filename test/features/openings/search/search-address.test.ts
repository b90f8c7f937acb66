import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  openingIdOf,
  openingPath,
  pageNumbers,
  pageOf,
} from '#src/features/openings/search/search-address.ts';

test('a page beyond the end is the last', () => {
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
