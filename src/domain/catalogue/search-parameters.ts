import { maxLength } from '../model/limits.ts';
import type { Opening } from '../model/opening.ts';

export interface ListFilter {
  /** The number of choices outside of the popover with all choices. If it is absent, every choice is outside. */
  readonly shownChoices?: number;
  valuesOf(opening: Opening): readonly string[];
}

/**
 * An entry is a filter in addresses, choices, feeds and for search engines. The compiler reports if `parameters`, the texts
 * of the filters or `filterLabels` lack it.
 */
export const listFilters = {
  city: {
    shownChoices: 5,
    valuesOf: ({ locations }) => locations.map(({ city }) => city),
  },
  type: {
    valuesOf: ({ employment_type = '' }) => [employment_type],
  },
  language: {
    // `fr` and `fr-BJ` are one choice.
    valuesOf: ({ language = '' }) => [language.replace(/-.*/, '')],
  },
} as const satisfies Readonly<Record<string, ListFilter>>;

export type FilterName = keyof typeof listFilters;
export const filterNames = Object.keys(listFilters) as readonly FilterName[];
export const filterOf = (name: FilterName): ListFilter => listFilters[name];

/** First come the most recently posted opening, the earliest closing date, or the highest pay. */
export const sortOrders = ['newest', 'closing', 'pay'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** A search and the filters of its list, by the names of the query string (contract). */
export interface Search extends Readonly<Partial<Record<FilterName, string>>> {
  readonly company_id: string;
  readonly q: string;
  /** It is absent for the order of the API host. */
  readonly sort?: SortOrder;
  /** The page of a long list, from 2; absent for the first page. */
  readonly page?: number;
}
export type Parameter = keyof Search;

export type SearchAddress = 'list' | 'canonical' | 'feed' | 'jobs' | 'embed' | 'alert';

/** The addresses that contain each parameter. The parameters have the order of addresses. */
const everywhere = ['list', 'canonical', 'feed', 'jobs', 'embed', 'alert'] as const;
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
export const isParameter = (name: string): name is Parameter => Object.hasOwn(parameters, name);

export const pageSize = 50;

/** If the search is beyond the last page, the last page is shown. */
export function pageOf({ page = 1 }: Search, total: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return { page: Math.min(page, pages), pages };
}

/** Pages link to the first page, the last page, and the neighbors of `page`. A gap is undefined. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  );
  return near.flatMap((number, index) =>
    index > 0 && number - (near[index - 1] ?? 0) > 1 ? [undefined, number] : [number],
  );
}

export const allOpenings: Search = { company_id: '', q: '' };

/** Reads a search from a query string or from untrusted values. An invalid value counts as absent. */
export function readSearch(source: URLSearchParams | Readonly<Record<string, unknown>>): Search {
  const text = (name: Parameter) => {
    const value = source instanceof URLSearchParams ? source.get(name) : source[name];
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' ? value.trim().slice(0, maxLength.q) : '';
  };
  const filters: Partial<Record<FilterName, string>> = {};
  for (const name of filterNames) if (text(name) !== '') filters[name] = text(name);
  const sort = sortOrders.find((order) => order === text('sort'));
  const page = /^[1-9]\d{0,5}$/.test(text('page')) ? Number(text('page')) : 1;
  return {
    company_id: text('company_id'),
    q: text('q'),
    ...filters,
    ...(sort && { sort }),
    ...(page > 1 && { page }),
  };
}

/** The query string has no `?`. It is empty if no parameter is set. */
export function searchQuery(search: Search, address: SearchAddress = 'list'): string {
  const query = new URLSearchParams();
  for (const name of parameterNames) {
    const value = search[name];
    const addresses: readonly SearchAddress[] = parameters[name];
    if (addresses.includes(address) && value !== undefined && value !== '' && value !== 1)
      query.set(name, String(value));
  }
  return query.toString();
}

/** Takes some parameters from another search. The result has no page, unless `page` is one of them. */
export function withParameters(search: Search, names: readonly Parameter[], other: Search): Search {
  const changed = new Map<string, unknown>(Object.entries({ ...search, page: undefined }));
  for (const name of names) changed.set(name, other[name]);
  return readSearch(Object.fromEntries(changed));
}

/** Search engines may show the list of all openings and the lists of one filter (decision 023). */
export const isIndexed = (search: Search): boolean =>
  search.q === '' &&
  [search.company_id, ...filterNames.map((name) => search[name])].filter(Boolean).length <= 1;

/** Search engines need not follow a link to a list that is not indexed, or that is the same in another order. */
export const isRepetition = (search: Search): boolean =>
  !isIndexed(search) || search.sort !== undefined;

/**
 * Sections 4 and 5 with contract decision 5: a search requires a company. An empty query lists all openings, or all
 * openings of the selected company. Filters make no call. `select-company` makes none either, but shows a message.
 */
export function decideSearch(search: Partial<Pick<Search, 'company_id' | 'q'>>) {
  const [company_id = '', q = ''] = [search.company_id?.trim(), search.q?.trim()];
  if (company_id !== '') return { kind: 'search', company_id, q } as const;
  return q === '' ? ({ kind: 'all' } as const) : ({ kind: 'select-company' } as const);
}

export const needsCompany = (search: Search): boolean =>
  decideSearch(search).kind === 'select-company';
