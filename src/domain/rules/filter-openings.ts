import type { Opening, Salary } from '../model/opening.ts';
import type { Search, SortOrder } from './search.ts';

/** The filters of the list: a part of a search. Values are compared without case and outer white space. */
export type ListFilter = Pick<Search, 'city' | 'type' | 'sort'>;

/** What a filter compares. */
type Filterable = Pick<
  Opening,
  'locations' | 'employment_type' | 'date_posted' | 'closing_date' | 'salary'
>;

/** A value of a filter, and the number of openings that the list has when it is chosen. */
export interface FilterChoice {
  /** For the query string. */
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

const keyOf = (text: string): string =>
  text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Keys and texts of the values of one opening; cities by key, in the order of the API host. */
interface FilterValues {
  readonly cities: ReadonlyMap<string, string>;
  readonly type: string;
}

/** An unchanged opening is the same object, so that a list of 10,000 is normalized once. */
const knownValues = new WeakMap<Filterable, FilterValues>();

function valuesOf(opening: Filterable): FilterValues {
  const known = knownValues.get(opening);
  if (known) return known;
  const cities = new Map<string, string>();
  for (const { city } of opening.locations) {
    const key = keyOf(city);
    if (key !== '' && !cities.has(key)) cities.set(key, city.trim());
  }
  const values = { cities, type: keyOf(opening.employment_type ?? '') };
  knownValues.set(opening, values);
  return values;
}

/**
 * The search without a city or an employment type that no opening of the site has. A city is spelled as the
 * openings spell it.
 * @param all the openings of the site, not only those of the search
 */
export function withKnownFilters<Given extends ListFilter>(
  search: Given,
  all: readonly Filterable[],
): Given {
  const { city, type, ...rest } = search;
  const cityKey = keyOf(city ?? '');
  const typeKey = keyOf(type ?? '');
  const ofCity = cityKey !== '' && all.find((opening) => valuesOf(opening).cities.has(cityKey));
  const knownCity = ofCity ? valuesOf(ofCity).cities.get(cityKey) : undefined;
  const ofType = typeKey !== '' && all.find((opening) => valuesOf(opening).type === typeKey);
  const knownType = ofType ? ofType.employment_type?.trim() : undefined;
  return {
    ...rest,
    ...(knownCity !== undefined && { city: knownCity }),
    ...(knownType !== undefined && { type: knownType }),
  } as Given;
}

/**
 * The openings that match the city and the employment type, in the order of `sort`; without `sort` in the
 * given order. Openings without a date or without comparable pay are last.
 */
export function filterOpenings<Item extends Filterable>(
  openings: readonly Item[],
  filter: ListFilter,
): Item[] {
  const matching = openings.filter(matcherOf(filter));
  return filter.sort ? sortOpenings(matching, filter.sort) : matching;
}

function matcherOf({ city, type }: Omit<ListFilter, 'sort'>): (opening: Filterable) => boolean {
  const cityKey = keyOf(city ?? '');
  const typeKey = keyOf(type ?? '');
  return (opening) =>
    (cityKey === '' || valuesOf(opening).cities.has(cityKey)) &&
    (typeKey === '' || valuesOf(opening).type === typeKey);
}

/** The cities of the openings, the one with most openings first, whatever the filter is. */
export function cityChoices(openings: readonly Filterable[], filter: ListFilter): FilterChoice[] {
  const { city: _city, ...others } = filter;
  return byTotal(
    choices(openings, matcherOf(others), (opening) =>
      [...valuesOf(opening).cities].map(([key, city]) => ({ key, value: city, label: city })),
    ),
  );
}

/** The employment types of the openings, as `cityChoices`. The labels are the values of the API host. */
export function typeChoices(openings: readonly Filterable[], filter: ListFilter): FilterChoice[] {
  const { type: _type, ...others } = filter;
  return byTotal(
    choices(openings, matcherOf(others), (opening) => {
      const value = opening.employment_type?.trim() ?? '';
      return value === '' ? [] : [{ key: valuesOf(opening).type, value, label: value }];
    }),
  );
}

/**
 * The companies of the openings, in alphabetical order. An opening without a company id or name is not
 * counted.
 */
export function companyChoices(
  openings: readonly (Filterable & Pick<Opening, 'company_id' | 'company_name'>)[],
  filter: ListFilter,
): FilterChoice[] {
  const found = choices(openings, matcherOf(filter), ({ company_id, company_name }) => {
    const label = company_name.trim();
    return company_id === '' || label === '' ? [] : [{ key: company_id, value: company_id, label }];
  });
  return found
    .map(({ choice }) => choice)
    .sort((one, other) => one.label.localeCompare(other.label));
}

interface CountedChoice {
  readonly choice: FilterChoice;
  /** The number of openings without any filter. */
  readonly total: number;
}

/** The values of the openings in the order in which they occur, counted where `matches`. */
function choices<Item extends Filterable>(
  openings: readonly Item[],
  matches: (opening: Item) => boolean,
  valuesFor: (opening: Item) => readonly { key: string; value: string; label: string }[],
): CountedChoice[] {
  const found = new Map<string, { value: string; label: string; count: number; total: number }>();
  for (const opening of openings) {
    const counts = matches(opening) ? 1 : 0;
    for (const { key, value, label } of valuesFor(opening)) {
      const choice = found.get(key) ?? { value, label, count: 0, total: 0 };
      found.set(key, choice);
      choice.count += counts;
      choice.total += 1;
    }
  }
  return [...found.values()].map(({ total, ...choice }) => ({ choice, total }));
}

const byTotal = (counted: readonly CountedChoice[]): FilterChoice[] =>
  counted.toSorted((one, other) => other.total - one.total).map(({ choice }) => choice);

/** Working hours, days, weeks and months of a year of full-time work. */
const perYear: Readonly<Record<string, number>> = {
  HOUR: 40 * 52,
  DAY: 5 * 52,
  WEEK: 52,
  MONTH: 12,
  YEAR: 1,
};

/** The highest pay of a salary for a year of full-time work; undefined for an unknown unit. */
export function yearlyPay({ min, max, unit }: Salary): number | undefined {
  const factor = perYear[unit.trim().toUpperCase()];
  return factor === undefined ? undefined : Math.max(min, max) * factor;
}

function sortOpenings<Item extends Filterable>(openings: readonly Item[], sort: SortOrder): Item[] {
  const key = sortKeys[sort](openings);
  return openings
    .map((opening) => ({ opening, key: key(opening) }))
    .sort((one, other) => compare(one.key, other.key))
    .map(({ opening }) => opening);
}

/** Ascending; an absent key is last. Equal keys keep their order. */
function compare(one: number | undefined, other: number | undefined): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  return one - other;
}

/** The key of an opening in each order, ascending. */
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
    // Amounts in different currencies cannot be compared: one currency is sorted, the others follow.
    return ({ salary }) =>
      salary && salary.currency === currency ? negative(yearlyPay(salary)) : undefined;
  },
};

const negative = (value: number | undefined) => (value === undefined ? undefined : -value);

/** A time without an offset is compared as UTC: the order of days does not depend on the time zone. */
function timeOf(iso: string | undefined): number | undefined {
  const time = Date.parse(iso ?? '');
  return Number.isNaN(time) ? undefined : time;
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
