import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { filterChoices, filterOpenings, yearlyPay } from '#src/domain/catalogue/filters.ts';
import {
  type Filters,
  filterNames,
  readSearch,
  type Search,
  sortOrders,
} from '#src/domain/catalogue/search-parameters.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { catalogueOf } from '#test/support/catalogue.ts';

type Fields = Partial<Omit<Opening, 'locations'>> & { readonly cities?: readonly string[] };

const opening = ({ cities = [], ...fields }: Fields = {}): Opening => ({
  id: '1',
  role_name: '',
  company_id: '',
  company_name: '',
  jobdescription: '',
  jobstatus: '',
  requiredskill: '',
  extra_skill: '',
  questions: [],
  ...fields,
  locations: cities.map((city) => ({ city })),
});
const list = (...all: Fields[]) => all.map((fields, n) => opening({ id: String(n), ...fields }));
const ids = (openings: readonly Opening[]) => openings.map(({ id }) => id).join(' ');
const naira = (max: number, unit = 'MONTH', currency = 'NGN') => ({
  salary: { min: 1, max, currency, unit },
});

describe('the filters of the list', () => {
  const openings = list(
    { cities: ['Lagos', 'Ibadan'], employment_type: 'FULL_TIME' },
    { cities: [' lagos '], employment_type: 'part_time' },
    { cities: ['Port  Harcourt'], employment_type: 'FULL_TIME' },
    {},
  );
  for (const [filter, expected] of [
    [{}, '0 1 2 3'],
    [{ city: 'Lagos' }, '0 1'],
    [{ city: 'LAGOS ' }, '0 1'],
    [{ city: 'Port Harcourt' }, '2'],
    [{ type: 'full_time' }, '0 2'],
    [{ city: 'Lagos', type: 'PART_TIME' }, '1'],
    [{ city: ['Kano', 'Port Harcourt', 'lagos'] }, '0 1 2'],
    [{ city: 'Kano' }, ''],
    [{ city: '__proto__', type: 'constructor' }, ''],
  ] as const)
    test(`select the openings ${expected || 'none'} for ${JSON.stringify(filter)}`, () =>
      assert.equal(ids(filterOpenings(openings, readSearch(filter))), expected));

  test('drop what no opening of the site has, and spell a city as the openings do', () => {
    const search = readSearch({
      company_id: ['9', '1'],
      city: ['lagos', 'Atlantis', 'IBADAN'],
      type: 'part_TIME',
      sort: 'pay',
    });
    assert.deepEqual(catalogueOf(openings).withKnownFilters(search), {
      ...search,
      city: ['Ibadan', 'Lagos'],
      type: ['part_time'],
    });
    const unknown = { ...search, city: ['Atlantis'], type: ['x'] };
    assert.deepEqual(catalogueOf(openings).withKnownFilters(unknown), {
      company_id: ['1', '9'],
      q: '',
      sort: 'pay',
    });
  });
});

test('choices are by their number of openings, and equal ones in the order of the API host', () => {
  const openings = list({ cities: ['Ouidah', 'Lagos', 'Abidjan'] }, { cities: ['Lagos'] });
  const totals = filterChoices('city', openings, {}).map(({ value, total }) => [value, total]);
  assert.deepEqual(totals, [
    ['Lagos', 2],
    ['Ouidah', 1],
    ['Abidjan', 1],
  ]);
});

describe('the orders of the list', () => {
  test('newest is by the day it was posted, an unknown day last', () => {
    const openings = list(
      {},
      { date_posted: '2026-10-01' },
      { date_posted: '2026-11-02T08:00:00Z' },
      { date_posted: '2026-10-01' },
    );
    assert.equal(ids(filterOpenings(openings, { sort: 'newest' })), '2 1 3 0');
  });

  test('a time without an offset is at the same place in every time zone of the process', (t) => {
    const { TZ } = process.env;
    t.after(() => {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });
    const openings = list(
      { date_posted: '2026-11-02T08:00:00' },
      { date_posted: '2026-11-02T07:00:00Z' },
      { date_posted: '2026-11-02T09:00:00Z' },
    );
    for (const zone of ['UTC', 'America/New_York', 'Pacific/Apia']) {
      process.env.TZ = zone;
      assert.equal(ids(filterOpenings(openings, { sort: 'newest' })), '2 0 1', zone);
    }
  });

  test('closing soon is by the closing date, an opening without one last', () => {
    const openings = list(
      {},
      { closing_date: '2026-12-12' },
      { closing_date: '2026-11-30T12:00:00+01:00' },
    );
    assert.equal(ids(filterOpenings(openings, { sort: 'closing' })), '2 1 0');
  });

  test('pay is by the highest pay for a year of full-time work within each currency, that of most openings first, unknown pay last', () => {
    const openings = list(
      {},
      naira(100_000),
      naira(900, 'HOUR'),
      naira(2_000_000, 'year'),
      naira(20_000, 'DAY'),
      naira(1, 'moon'),
      naira(9_000_000, 'MONTH', 'USD'),
    );
    assert.equal(ids(filterOpenings(openings, { sort: 'pay' })), '4 3 2 1 6 0 5');
    const dollarsFirst = list({}, naira(9, 'YEAR', 'USD'), naira(1, 'YEAR'), naira(2, 'YEAR'));
    assert.equal(ids(filterOpenings(dollarsFirst, { sort: 'pay' })), '3 2 1 0');
    assert.equal(yearlyPay({ min: 9, max: 5, currency: 'NGN', unit: 'week' }), 468);
  });
});

const fields = fc.record(
  {
    cities: fc.array(fc.constantFrom('Lagos', 'LAGOS', 'Abuja', ' Kano', ''), { maxLength: 3 }),
    employment_type: fc.constantFrom('FULL_TIME', 'full_time', 'PART_TIME', ''),
    company_id: fc.constantFrom('1', '2', ''),
    company_name: fc.constantFrom('Bakery', 'Grill', ''),
    closing_date: fc.constantFrom('2026-12-01', '2026-12-02'),
    salary: fc.record({
      min: fc.nat(9),
      max: fc.nat(9),
      currency: fc.constantFrom('NGN', 'USD', ''),
      unit: fc.constantFrom('HOUR', 'MONTH', ''),
    }),
  },
  { requiredKeys: [] },
);
const filters = fc.record(
  {
    city: fc.uniqueArray(fc.constantFrom('lagos', 'Abuja', 'Kano'), { minLength: 1 }),
    company_id: fc.uniqueArray(fc.constantFrom('1', '2'), { minLength: 1 }),
    type: fc.constantFrom('FULL_TIME', 'PART_TIME').map((type) => [type]),
    sort: fc.constantFrom(...sortOrders),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Filters & Pick<Search, 'sort'>>;
const lists = fc.array(fields).map((all) => list(...(all as Fields[])));

describe('for any list and filter', () => {
  test('the count of each choice is the number of openings that choosing it gives', () => {
    fc.assert(
      fc.property(lists, filters, (openings, filter) => {
        for (const name of filterNames)
          for (const { value, count } of filterChoices(name, openings, filter))
            assert.equal(filterOpenings(openings, { ...filter, [name]: [value] }).length, count);
      }),
    );
  });

  test('the filter changes neither which choices exist nor their order, but the chosen ones are among them, last if no opening has them', () => {
    const values = (choices: readonly { value: string }[]) =>
      choices.map(({ value }) => value.toLowerCase());
    fc.assert(
      fc.property(lists, filters, (openings, filter) => {
        for (const name of filterNames) {
          const all = values(filterChoices(name, openings, {}));
          const chosen = filter[name]?.map((value) => value.toLowerCase()) ?? [];
          const expected = [...all, ...chosen.filter((value) => !all.includes(value))];
          assert.deepEqual(values(filterChoices(name, openings, filter)), expected);
        }
      }),
    );
  });

  test('an order keeps every opening, and equal ones in their order', () => {
    fc.assert(
      fc.property(lists, fc.constantFrom(...sortOrders), (openings, sort) => {
        const sorted = filterOpenings(openings, { sort });
        assert.deepEqual(new Set(sorted), new Set(openings));
        assert.deepEqual(filterOpenings(sorted, { sort }), sorted);
        assert.equal(sorted.length, openings.length);
      }),
    );
  });
});
