import type { Salary } from '../model/opening.ts';
import { nameKey } from '../rules/text/text.ts';
import { payUnit, unitsPerYear } from './employment-terms.ts';
import { memoize } from './memoize.ts';
import { utcMs } from './opening-dates.ts';
import {
  type Filterable,
  type FilterName,
  filterNames,
  filterOf,
  readSearch,
  type Search,
  type SortOrder,
} from './search-parameters.ts';

/** The values are compared without case and outer white space. */
export type Filters = Pick<Search, FilterName>;

export interface FilterChoice {
  readonly value: string;
  /** The number of openings with the value that match the other filters. */
  readonly count: number;
  /** The number of all openings with the value. */
  readonly total: number;
}

/** Values by key, in the order of the API host. */
type Values = ReadonlyMap<string, string>;

export type ValuesByFilter = Readonly<Record<FilterName, Values>>;
const byFilter = (make: (name: FilterName) => Values): ValuesByFilter =>
  Object.fromEntries(filterNames.map((name) => [name, make(name)])) as ValuesByFilter;

const valuesOf = memoize((opening: Filterable) =>
  byFilter((name) => keyed(filterOf(name).valuesOf(opening))),
);

function keyed(texts: readonly string[]): Values {
  const values = new Map<string, string>();
  for (const text of texts) {
    const key = nameKey(text);
    if (key !== '' && !values.has(key)) values.set(key, text.trim());
  }
  return values;
}

/** Returns the spelling of a value that the openings have, by its key. A value with several spellings has the first one. */
export const knownValues = (openings: readonly Filterable[]): ValuesByFilter =>
  byFilter(
    (name) => new Map(openings.flatMap((opening) => [...valuesOf(opening)[name]]).reverse()),
  );

/** The other values get the spelling of the openings (contract decision 13), and values that none has are left out. */
export const withKnownFilters = (search: Search, known: ValuesByFilter): Search =>
  readSearch({
    ...search,
    ...Object.fromEntries(
      filterNames.map((name) => [name, known[name].get(nameKey(search[name] ?? ''))]),
    ),
  });

/** Without `sort` openings keep their order. Those without a date or comparable pay are last. */
export function filterOpenings<Item extends Filterable>(
  openings: readonly Item[],
  { sort, ...filters }: Filters & Pick<Search, 'sort'>,
): Item[] {
  const matching = openings.filter(matcherOf(filters));
  return sort ? sortOpenings(matching, sort) : matching;
}

function matcherOf(filters: Filters): (opening: Filterable) => boolean {
  const keys = filterNames
    .map((name) => [name, nameKey(filters[name] ?? '')] as const)
    .filter(([, key]) => key !== '');
  return (opening) => keys.every(([name, key]) => valuesOf(opening)[name].has(key));
}

/**
 * The value with most openings is first; equal ones are in the order of the API host. The chosen value is in the list even if
 * no opening has it.
 */
export function filterChoices(
  name: FilterName,
  openings: readonly Filterable[],
  filters: Filters,
): FilterChoice[] {
  const chosen = filters[name] ?? '';
  const chosenKey = nameKey(chosen);
  const matches = matcherOf({ ...filters, [name]: undefined });
  const counted = new Map<string, { value: string; count: number; total: number }>();
  for (const opening of openings)
    for (const [key, value] of valuesOf(opening)[name]) {
      const choice = counted.get(key) ?? { value, count: 0, total: 0 };
      counted.set(key, choice);
      choice.count += Number(matches(opening));
      choice.total += 1;
    }
  const known = counted.get(chosenKey) ?? { count: 0, total: Number.POSITIVE_INFINITY };
  if (chosenKey !== '') counted.set(chosenKey, { ...known, value: chosen });
  return [...counted.values()].sort((one, other) => other.total - one.total);
}

/** Returns the highest pay for a year of full-time work, or undefined for an unknown unit. */
export function yearlyPay({ min, max, unit }: Salary): number | undefined {
  const known = payUnit(unit);
  return known && Math.max(min, max) * unitsPerYear[known];
}

function sortOpenings<Item extends Filterable>(openings: readonly Item[], sort: SortOrder): Item[] {
  const key = sortKeys[sort](openings);
  return openings
    .map((opening) => ({ opening, key: key(opening) }))
    .sort((one, other) => compare(one.key, other.key))
    .map(({ opening }) => opening);
}

/** The order is ascending, an absent key is last, and equal keys keep their order. */
function compare(one: number | undefined, other: number | undefined): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  return one - other;
}

const sortKeys: Readonly<
  Record<
    SortOrder,
    (openings: readonly Filterable[]) => (opening: Filterable) => number | undefined
  >
> = {
  newest: () => (opening) => negative(timeOf(opening.date_posted)),
  closing: () => (opening) => timeOf(opening.closing_date),
  pay(openings) {
    const currency = mostFrequent(
      openings.flatMap(({ salary }) => (salary ? [salary.currency] : [])),
    );
    // Amounts in different currencies cannot be compared, so one currency is sorted and the others follow.
    return ({ salary }) =>
      salary && salary.currency === currency ? negative(yearlyPay(salary)) : undefined;
  },
};

const negative = (value: number | undefined) => (value === undefined ? undefined : -value);

/** A time without an offset is compared as UTC: the order of days does not depend on the time zone. */
function timeOf(iso: string | undefined): number | undefined {
  const time = utcMs(iso ?? '');
  return Number.isNaN(time) ? undefined : time;
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
