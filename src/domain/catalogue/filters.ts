import type { Opening, Salary } from '#src/domain/model/opening.ts';
import { nameKey } from '#src/domain/rules/text/text.ts';
import { memoize } from '#src/jobs/memoize.ts';
import { payUnit, unitsPerYear } from './employment-terms.ts';
import { utcMs } from './opening-dates.ts';
import {
  type FilterName,
  type Filters,
  filterNames,
  filterOf,
  readSearch,
  type Search,
  type SortOrder,
} from './search-parameters.ts';

export interface FilterChoice {
  readonly value: string;
  /** The number of openings with the value that match the other filters. */
  readonly count: number;
  /** The number of all openings with the value. */
  readonly total: number;
}

/** Returns the companies of openings by id, each with its name in the first opening and the number of its openings. */
export function companiesOf(openings: readonly Opening[]) {
  const companies = new Map<string, { readonly id: string; name: string; count: number }>();
  for (const { company_id: id, company_name } of openings) {
    const company = companies.get(id) ?? { id, name: '', count: 0 };
    companies.set(id, company);
    company.name ||= company_name.trim();
    company.count += 1;
  }
  return companies;
}

const byFilter = <Value>(make: (name: FilterName) => Value) =>
  Object.fromEntries(filterNames.map((name) => [name, make(name)])) as Record<FilterName, Value>;

const valuesOf = memoize((opening: Opening) =>
  byFilter((name) => keyed(filterOf(name).valuesOf(opening))),
);

function keyed(texts: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const text of texts) {
    const key = nameKey(text);
    if (key !== '' && !values.has(key)) values.set(key, text.trim());
  }
  return values;
}

/**
 * Returns a function that spells the filter values of a search as the first opening with the value does (contract
 * decision 13), and leaves out values that no opening has, except companies, which may have no opening.
 */
export function knownFilters(openings: readonly Opening[]): (search: Search) => Search {
  const spellings = byFilter(
    (name) => new Map(openings.flatMap((opening) => [...valuesOf(opening)[name]]).reverse()),
  );
  return (search) => {
    const known = byFilter((name) =>
      search[name]?.flatMap((value) => spellings[name].get(nameKey(value)) ?? []),
    );
    return readSearch({ ...search, ...known, company_id: search.company_id });
  };
}

/** Without `sort` openings keep their order. With it, openings without a date or comparable pay are last. */
export function filterOpenings(
  openings: readonly Opening[],
  { sort, ...filters }: Filters & Pick<Search, 'sort'>,
): Opening[] {
  const matching = openings.filter(matcherOf(filters));
  return sort ? sortOpenings(matching, sort) : matching;
}

/** Returns whether an opening has one of the values of each filter. Case and outer white space are ignored. */
export function matcherOf(
  filters: Partial<Record<FilterName, Filters[FilterName] | undefined>>,
): (opening: Opening) => boolean {
  const keys = filterNames.flatMap((name) =>
    filters[name] ? [[name, filters[name].map(nameKey)] as const] : [],
  );
  return (opening) =>
    keys.every(([name, values]) => values.some((key) => valuesOf(opening)[name].has(key)));
}

/**
 * The value with most openings is first; equally frequent values have the order of the API host. Chosen values are in
 * the list even if no opening has them.
 */
export function filterChoices(
  name: FilterName,
  openings: readonly Opening[],
  filters: Filters,
): FilterChoice[] {
  const matches = matcherOf({ ...filters, [name]: undefined });
  const counted = new Map<string, { value: string; count: number; total: number }>();
  for (const opening of openings)
    for (const [key, value] of valuesOf(opening)[name]) {
      const choice = counted.get(key) ?? { value, count: 0, total: 0 };
      counted.set(key, choice);
      choice.count += Number(matches(opening));
      choice.total += 1;
    }
  for (const value of filters[name] ?? []) {
    const known = counted.get(nameKey(value)) ?? { count: 0, total: 0 };
    counted.set(nameKey(value), { ...known, value });
  }
  return [...counted.values()].sort((one, other) => other.total - one.total);
}

/** Returns the highest pay for a year of full-time work, or NaN for an unknown unit. */
export function yearlyPay({ min, max, unit }: Salary): number {
  const known = payUnit(unit);
  return known ? Math.max(min, max) * unitsPerYear[known] : Number.NaN;
}

/** Equal openings keep their order. */
function sortOpenings(openings: readonly Opening[], sort: SortOrder): Opening[] {
  const salaries = openings.flatMap(({ salary }) => salary ?? []);
  const byCurrency = [...Map.groupBy(salaries, ({ currency }) => currency)];
  const currencies = byCurrency
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(([currency]) => currency);
  // Amounts in different currencies cannot be compared, so openings are grouped by currency, the most frequent first.
  const currencyOf = ({ salary }: Opening) =>
    sort === 'pay' && salary ? currencies.indexOf(salary.currency) : 0;
  const absentLast = (key: number) => Number(Number.isNaN(key));
  return openings
    .map((opening) => ({ opening, currency: currencyOf(opening), key: sortKeys[sort](opening) }))
    .sort(
      (one, other) =>
        absentLast(one.key) - absentLast(other.key) ||
        (absentLast(one.key) ? 0 : one.currency - other.currency || one.key - other.key),
    )
    .map(({ opening }) => opening);
}

/** The keys by which openings are sorted, in ascending order. An opening whose key is NaN is last. */
const sortKeys: Readonly<Record<SortOrder, (opening: Opening) => number>> = {
  // A time without an offset is compared as UTC, because the order of days does not depend on the time zone.
  newest: ({ date_posted = '' }) => -utcMs(date_posted),
  closing: ({ closing_date = '' }) => utcMs(closing_date),
  pay: ({ salary }) => (salary ? -yearlyPay(salary) : Number.NaN),
};
