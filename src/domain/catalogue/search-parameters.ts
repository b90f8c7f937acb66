import { maxLength } from '#src/domain/model/limits.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { nameKey } from '#src/domain/rules/text/text.ts';

interface ListFilter {
  /** The maximum number of values in a search (contract decision 21). Openings with any of the values are found. */
  readonly maxValues: number;
  /** The number of choices that are visible without the popover of all choices. If absent, all are visible. */
  readonly shownChoices?: number;
  valuesOf(opening: Opening): readonly string[];
}

/**
 * Each entry is a filter in addresses, choices, feeds and for search engines. The compiler reports an entry that is
 * missing in `parameters`, in the texts of the filters or in `filterLabels`.
 */
export const listFilters = {
  company_id: { maxValues: 20, shownChoices: 6, valuesOf: ({ company_id }) => [company_id] },
  city: {
    maxValues: 20,
    shownChoices: 3,
    valuesOf: ({ locations }) => locations.map(({ city }) => city),
  },
  type: {
    maxValues: 1,
    valuesOf: ({ employment_type = '' }) => [employment_type],
  },
  language: {
    maxValues: 1,
    // `fr` and `fr-BJ` are one choice.
    valuesOf: ({ language = '' }) => [language.replace(/-.*/, '')],
  },
} as const satisfies Readonly<Record<string, ListFilter>>;

export type FilterName = keyof typeof listFilters;
export const filterNames = Object.keys(listFilters) as readonly FilterName[];
export const filterOf = (name: FilterName): ListFilter => listFilters[name];

/** The first opening is the most recently posted one, the one that closes first, or the one with the highest pay. */
export const sortOrders = ['newest', 'closing', 'pay'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** The values of a filter are sorted, without repetitions. A filter without values is absent. */
export type Filters = Readonly<Partial<Record<FilterName, readonly string[]>>>;

/** A search and the filters of its list, by the names of the query string (contract). */
export interface Search extends Filters {
  readonly q: string;
  /** Absent for the order of the API host. */
  readonly sort?: SortOrder;
  /** The page of a long list, from 2; absent for the first page. */
  readonly page?: number;
}
type Parameter = keyof Search;

const everywhere = ['list', 'canonical', 'feed', 'jobs', 'embed', 'alert'] as const;
export type SearchAddress = (typeof everywhere)[number];

/** The addresses that contain each parameter. The parameters have the order of addresses. */
const parameters = {
  company_id: everywhere,
  q: ['list', 'canonical', 'feed', 'jobs', 'alert'],
  city: everywhere,
  type: everywhere,
  language: everywhere,
  sort: ['list', 'feed', 'jobs', 'embed'],
  page: ['list', 'canonical', 'jobs'],
} as const satisfies Readonly<Record<Parameter, readonly SearchAddress[]>>;
const parameterNames = Object.keys(parameters) as readonly Parameter[];

export const pageSize = 50;

/** If the search is beyond the last page, the last page is shown. */
export function pageOf({ page = 1 }: Search, total: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return { page: Math.min(page, pages), pages };
}

/** Returns the numbers of the linked pages: the first, the last, `page` and its neighbors. A gap is undefined. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  );
  return shown.flatMap((number, index) =>
    index > 0 && number - (shown[index - 1] ?? 0) > 1 ? [undefined, number] : [number],
  );
}

export const allOpenings: Search = { q: '' };

/**
 * Separates the values of a filter in `searchRecord`. A version that reads one value for each filter takes them for one
 * value, which no opening has.
 */
const separator = '\u001f';

/** Reads a search from a query string or from untrusted values. An invalid value counts as absent. */
export function readSearch(source: URLSearchParams | Readonly<Record<string, unknown>>): Search {
  const all = (name: Parameter): string[] => {
    const value = source instanceof URLSearchParams ? source.getAll(name) : [source[name]].flat();
    const texts = value
      .flatMap((one) =>
        typeof one === 'number' || typeof one === 'string' ? String(one).split(separator) : [],
      )
      .map((text) => text.trim().slice(0, maxLength.q));
    // The form sends its companies, an empty value and the value of its select. A selected company replaces the others.
    const selected = texts.slice(texts.lastIndexOf('') + 1);
    return (selected.length > 0 ? selected : texts).filter((text) => text !== '');
  };
  const [q = ''] = all('q');
  const filters: Partial<Record<FilterName, readonly string[]>> = {};
  for (const name of filterNames) {
    const values = new Map(
      all(name)
        .map((value) => [nameKey(value), value] as const)
        .reverse(),
    );
    if (values.size > 0)
      filters[name] = [...values.values()].sort().slice(0, filterOf(name).maxValues);
  }
  const sort = sortOrders.find((order) => all('sort')[0] === order);
  const [number = ''] = all('page');
  const page = /^[1-9]\d{0,5}$/.test(number) ? Number(number) : 1;
  return { q, ...filters, ...(sort && { sort }), ...(page > 1 && { page }) };
}

/** The query string has no `?`. It is empty if no parameter is set. */
export function searchQuery(search: Search, address: SearchAddress = 'list'): string {
  const query = new URLSearchParams();
  for (const name of parameterNames) {
    const addresses: readonly SearchAddress[] = parameters[name];
    if (addresses.includes(address))
      for (const value of [search[name] ?? []].flat())
        if (value !== '' && value !== 1) query.append(name, String(value));
  }
  return query.toString();
}

/** Returns a search as texts by parameter, for `readSearch` of any version. Equal searches have equal records. */
export const searchRecord = (search: Search): Readonly<Record<string, string>> => ({
  company_id: '',
  q: '',
  ...Object.fromEntries(
    parameterNames.flatMap((name) =>
      search[name] === undefined ? [] : [[name, [search[name]].flat().join(separator)]],
    ),
  ),
});

export const isChoice = (name: string): name is FilterName | 'sort' =>
  name === 'sort' || Object.hasOwn(listFilters, name);

/** Returns the chosen values of a filter, or the order, which is the first one by default. */
export const chosenIn = (search: Search, name: FilterName | 'sort'): readonly string[] =>
  name === 'sort' ? [search.sort ?? sortOrders[0]] : (search[name] ?? []);

/** Adds a value to a filter, or removes it. In the order, and in a filter of one value, it replaces the other value. */
export function withChoice(search: Search, name: FilterName | 'sort', value: string): Search {
  const chosen = chosenIn(search, name);
  const others = chosen.filter((one) => one !== value);
  const isAdded = name !== 'sort' && filterOf(name).maxValues > 1;
  const added = others.length < chosen.length ? others : [...(isAdded ? others : []), value];
  return readSearch({ ...search, page: undefined, [name]: added });
}

/** Search engines may show the list of all openings and the lists of one filter (decision 023). */
export const isIndexed = (search: Search): boolean =>
  search.q === '' && filterNames.flatMap((name) => search[name] ?? []).length <= 1;

export const hasFilters = (search: Search): boolean =>
  filterNames.some((name) => search[name] !== undefined);

/** Returns the company of a search that is sent to the API host; undefined without a company or with several. */
export const companyOf = ({ company_id: [company, ...others] = [] }: Search): string | undefined =>
  others.length === 0 ? company : undefined;

/** Search engines need not follow a link to a list that is not indexed, or to an indexed list in another order. */
export const isRepetition = (search: Search): boolean =>
  !isIndexed(search) || search.sort !== undefined;

/** Section 5 with contract decisions 5 and 20: a text without a company is not searched for at the API host. */
export const needsCompany = ({ q, company_id }: Search): boolean =>
  q !== '' && company_id === undefined;
