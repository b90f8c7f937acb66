import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { canonicalHref, listPageHref } from '#src/addresses.ts';
import {
  companyOf,
  hasFilters,
  isIndexed,
  isRepetition,
  listFilters,
  needsCompany,
  pageNumbers,
  pageOf,
  readSearch,
  type Search,
  type SearchAddress,
  searchQuery,
  searchRecord,
  sortOrders,
  withChoice,
} from '#src/domain/catalogue/search-parameters.ts';
import { en } from '#src/texts/en.ts';

const none: Search = { q: '' };

test('each address has the parameters on which its page depends', () => {
  const search: Search = {
    company_id: ['2'],
    q: 'chef',
    city: ['Lagos'],
    type: ['FULL_TIME'],
    language: ['fr'],
    sort: 'pay',
    page: 3,
  };
  const namesOf = (address: SearchAddress) => [
    ...new URLSearchParams(searchQuery(search, address)).keys(),
  ];
  const filters = ['company_id', 'q', 'city', 'type', 'language'];
  assert.deepEqual(namesOf('list'), [...filters, 'sort', 'page']);
  assert.deepEqual(namesOf('canonical'), [...filters, 'page']);
  assert.deepEqual(namesOf('feed'), [...filters, 'sort']);
  assert.deepEqual(namesOf('jobs'), [...filters, 'sort', 'page']);
  assert.deepEqual(namesOf('embed'), ['company_id', 'city', 'type', 'language', 'sort']);
});

test('a list can be sorted in three orders, and is filtered by company, city and type', () => {
  const orders = ['newest', 'closing', 'pay', 'oldest'].map((sort) => readSearch({ sort }).sort);
  assert.deepEqual(orders, ['newest', 'closing', 'pay', undefined]);
  const { company_id, city, type } = en.openings.filters;
  assert.deepEqual(
    [company_id.title, company_id.more.other, listFilters.company_id.shownChoices],
    ['Company', 'All {count} companies', 6],
  );
  assert.deepEqual(
    [city.title, city.more.one, city.more.other, listFilters.city.shownChoices],
    ['City', 'All {count} city', 'All {count} cities', 3],
  );
  assert.deepEqual(
    [type.title, type.more.one, type.more.other, 'shownChoices' in listFilters.type],
    ['Type', 'All {count} type', 'All {count} types', false],
  );
});

test('a search without a company must choose one, unless it is empty', () => {
  assert.equal(needsCompany({ q: 'chef' }), true);
  assert.equal(needsCompany({ company_id: ['2'], q: 'chef' }), false);
  assert.equal(needsCompany({ q: '' }), false);
  assert.deepEqual(readSearch({ company_id: ' ', q: ' ' }), none);
  assert.deepEqual(readSearch({ company_id: ' 2 ', q: ' a ' }), { company_id: ['2'], q: 'a' });
});

test('the API host is searched at one company, and at none of several', () => {
  assert.equal(companyOf(readSearch({ company_id: '2', q: 'chef' })), '2');
  assert.equal(companyOf(readSearch({ company_id: ['1', '2'] })), undefined);
  assert.equal(companyOf(none), undefined);
});

test('the company that is chosen in the form, after an empty value, takes the place of several ones', () => {
  const companies = (last: string) =>
    readSearch(new URLSearchParams(`company_id=1&company_id=2&company_id=&company_id=${last}`));
  assert.deepEqual(companies('3').company_id, ['3']);
  assert.deepEqual(companies('').company_id, ['1', '2']);
});

describe('several values of a filter', () => {
  test('are sorted, each once whatever its case, and at most twenty', () => {
    const { city, company_id } = readSearch(
      new URLSearchParams(
        'city=&city=Lagos&city= abuja&city=LAGOS&city=Abuja&company_id=2&company_id=10&company_id=2',
      ),
    );
    assert.deepEqual(
      [city, company_id],
      [
        ['Lagos', 'abuja'],
        ['10', '2'],
      ],
    );
    const many = Array.from({ length: 50 }, (_, at) => `c${at + 10}`);
    assert.deepEqual(readSearch({ city: many.toReversed() }).city, many.slice(0, 20));
  });

  test('are those of a filter that takes one: the first in order', () =>
    assert.deepEqual(readSearch({ type: ['PART_TIME', 'FULL_TIME'] }).type, ['FULL_TIME']));

  test('give one address, whatever their order', () => {
    const address = '/?company_id=1&company_id=2&city=Abuja&city=Lagos';
    for (const query of [
      'city=Lagos&city=Abuja&company_id=2&company_id=1',
      'company_id=1&city=Abuja&company_id=2&city=Lagos&city=Lagos',
    ]) {
      const search = readSearch(new URLSearchParams(query));
      assert.equal(listPageHref(search), address);
      assert.equal(canonicalHref(search), address);
    }
  });

  test('are added and removed one by one; a filter with one value and the order get another', () => {
    const lagos = withChoice(readSearch({ q: 'cook', page: 3 }), 'city', 'Lagos');
    assert.deepEqual(lagos, { q: 'cook', city: ['Lagos'] });
    const both = withChoice(lagos, 'city', 'Abuja');
    assert.deepEqual(both.city, ['Abuja', 'Lagos']);
    assert.deepEqual(withChoice(both, 'city', 'Lagos').city, ['Abuja']);
    assert.deepEqual(withChoice(lagos, 'city', 'Lagos'), { q: 'cook' });
    const full = withChoice(lagos, 'type', 'FULL_TIME');
    assert.deepEqual(withChoice(full, 'type', 'PART_TIME').type, ['PART_TIME']);
    assert.equal(withChoice(lagos, 'sort', 'pay').sort, 'pay');
    assert.equal(withChoice(withChoice(lagos, 'sort', 'pay'), 'sort', 'pay').sort, undefined);
    assert.deepEqual([none, lagos, full].map(hasFilters), [false, true, true]);
  });

  test('are one text of a record, which is the same for equal searches and has the names of one value', () => {
    const record = searchRecord(readSearch({ city: ['Lagos', 'Abuja'], company_id: '1', q: 'a' }));
    assert.deepEqual(record, { company_id: '1', q: 'a', city: 'Abuja\u001fLagos' });
    assert.deepEqual(readSearch(record), { company_id: ['1'], q: 'a', city: ['Abuja', 'Lagos'] });
    // The version before wrote and compares this text.
    assert.equal(
      JSON.stringify(searchRecord(readSearch({ language: 'fr', type: 'X', city: 'Kano', q: 'a' }))),
      '{"company_id":"","q":"a","city":"Kano","type":"X","language":"fr"}',
    );
  });
});

describe('the query string of a search', () => {
  test('contains the search and the filters under the names of the contract', () =>
    assert.equal(
      listPageHref({
        company_id: ['2'],
        q: 'baker & chef',
        city: ['Port Harcourt'],
        type: ['FULL_TIME'],
        sort: 'closing',
        page: 3,
      }),
      '/?company_id=2&q=baker+%26+chef&city=Port+Harcourt&type=FULL_TIME&sort=closing&page=3',
    ));

  test('is / for an empty search', () => {
    assert.equal(listPageHref(none), '/');
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
        (company_id, q, city, type, sort, page) => {
          const search: Search = {
            ...(company_id !== '' && { company_id: [company_id] }),
            q,
            ...(city !== '' && { city: [city] }),
            ...(type !== '' && { type: [type] }),
            ...(sort && { sort }),
            ...(page > 1 && { page }),
          };
          assert.deepEqual(readSearch(new URLSearchParams(searchQuery(search))), search);
        },
      ),
    );
  });

  test('ignores what is no text, no order and no page number', () => {
    assert.deepEqual(
      readSearch({ company_id: [{}], q: { toString: () => 'x' }, city: {}, type: null, sort: 1 }),
      none,
    );
    for (const sort of ['', 'Newest', 'price', 'constructor'])
      assert.deepEqual(readSearch({ sort }), none);
    for (const page of ['', '0', '-1', '1.5', '1e3', 'x', '9999999', '1'])
      assert.deepEqual(readSearch({ page }), none);
  });

  test('is truncated to 200 characters', () => {
    const long = 'b'.repeat(5000);
    const { q, city, type } = readSearch({ q: long, city: long, type: long });
    assert.deepEqual([q.length, city?.[0]?.length, type?.[0]?.length], [200, 200, 200]);
  });
});

for (const [search, indexed, repetition] of [
  [{}, true, false],
  [{ city: 'Kano', page: 2 }, true, false],
  [{ company_id: '1' }, true, false],
  [{ city: 'Kano', sort: 'pay' }, true, true],
  [{ city: 'Kano', type: 'OTHER' }, false, true],
  [{ company_id: '1', city: 'Kano' }, false, true],
  [{ company_id: '1', q: 'cook' }, false, true],
  [{ city: ['Kano', 'Lagos'] }, false, true],
  [{ company_id: ['1', '2'] }, false, true],
] as const)
  test(`a list of ${JSON.stringify(search)} is ${indexed ? '' : 'not '}indexed, and links to it are ${repetition ? 'not ' : ''}followed`, () => {
    const known = readSearch(search);
    assert.deepEqual([isIndexed(known), isRepetition(known)], [indexed, repetition]);
  });

test('a page beyond the end is the last', () => {
  assert.deepEqual(pageOf(none, 0), { page: 1, pages: 1 });
  assert.deepEqual(pageOf(none, 50), { page: 1, pages: 1 });
  assert.deepEqual(pageOf({ ...none, page: 9 }, 51), { page: 2, pages: 2 });
});

test('the page links include the first page, the last page and the neighbors', () => {
  assert.deepEqual(pageNumbers(1, 3), [1, 2, 3]);
  assert.deepEqual(pageNumbers(1, 200), [1, 2, undefined, 200]);
  assert.deepEqual(pageNumbers(100, 200), [1, undefined, 99, 100, 101, undefined, 200]);
});
