import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { referrers } from '#src/domain/model/options.ts';
import {
  readSearch,
  type Search,
  searchAddress,
  searchQuery,
  sortOrders,
  withoutFilters,
} from '#src/domain/rules/search.ts';

const none: Search = { company_id: '', q: '' };

describe('the query string of a search', () => {
  test('contains the search and the filters under the names of the contract', () => {
    assert.equal(
      searchAddress({
        company_id: '2',
        q: 'baker & chef',
        city: 'Port Harcourt',
        type: 'FULL_TIME',
        sort: 'closing',
        page: 3,
      }),
      '/?company_id=2&q=baker+%26+chef&city=Port+Harcourt&type=FULL_TIME&sort=closing&page=3',
    );
  });

  test('is / for an empty search', () => {
    assert.equal(searchAddress(none), '/');
    assert.equal(searchQuery(none), '');
  });

  test('gives the same search when it is read, for any input', () => {
    const text = fc.string({ maxLength: 60 }).map((value) => value.trim());
    fc.assert(
      fc.property(
        text,
        text,
        text,
        text,
        fc.option(fc.constantFrom(...sortOrders), { nil: undefined }),
        fc.integer({ min: 1, max: 999_999 }),
        fc.option(fc.constantFrom(...referrers.map(({ value }) => value)), { nil: undefined }),
        (company_id, q, city, type, sort, page, ref) => {
          const search = {
            company_id,
            q,
            ...(city !== '' && { city }),
            ...(type !== '' && { type }),
            ...(sort && { sort }),
            ...(page > 1 && { page }),
            ...(ref && { ref }),
          };
          assert.deepEqual(readSearch(new URLSearchParams(searchQuery(search))), search);
        },
      ),
    );
  });

  test('ignores what is no text, no order and no page number', () => {
    assert.deepEqual(
      readSearch({ company_id: ['1'], q: { toString: () => 'x' }, city: {}, type: null, sort: 1 }),
      none,
    );
    for (const sort of ['', 'Newest', 'price', 'constructor'])
      assert.deepEqual(readSearch({ sort }), none);
    for (const page of ['', '0', '-1', '1.5', '1e3', 'x', '9999999', '1'])
      assert.deepEqual(readSearch({ page }), none);
    for (const ref of ['', 'other', 'LinkedIn', '__proto__', '<b>'])
      assert.deepEqual(readSearch({ ref }), none);
  });

  test('without filters still says where the visitor came from', () => {
    const search = readSearch({ company_id: '2', q: 'x', city: 'Kano', page: 2, ref: 'staff' });
    assert.equal(searchAddress(withoutFilters(search)), '/?ref=staff');
  });

  test('is truncated to 200 characters', () => {
    const long = 'b'.repeat(5000);
    const { q, city, type } = readSearch({ q: long, city: long, type: long });
    assert.deepEqual([q.length, city?.length, type?.length], [200, 200, 200]);
  });
});
