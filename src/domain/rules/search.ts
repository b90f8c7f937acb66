import { maxLength } from '../model/limits.ts';
import { type Referrer, referrers } from '../model/options.ts';

/** The query parameters of the home page; the page cache ignores all others. */
export const searchParameters = ['company_id', 'q', 'city', 'type', 'sort', 'page', 'ref'] as const;

/** Most recently posted first, earliest closing date first, highest pay first. */
export const sortOrders = ['newest', 'closing', 'pay'] as const;
export type SortOrder = (typeof sortOrders)[number];

/**
 * A search and the filters of its list, by the names of the query string (contract). A filter that is not
 * set is absent.
 */
export interface Search {
  readonly company_id: string;
  readonly q: string;
  readonly city?: string;
  /** schema.org's employmentType, as the API host sends it. */
  readonly type?: string;
  /** Absent for the order of the API host. */
  readonly sort?: SortOrder;
  /** The page of a long list, from 2; absent for the first page. */
  readonly page?: number;
  /** Where the visitor came from: kept by every link of the list, and preselected in the form. */
  readonly ref?: Referrer;
}

/** Reads a search from a query string or from untrusted values. An invalid value counts as absent. */
export function readSearch(source: URLSearchParams | Readonly<Record<string, unknown>>): Search {
  const text = (name: (typeof searchParameters)[number]) => {
    const value = source instanceof URLSearchParams ? source.get(name) : source[name];
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' ? value.trim().slice(0, maxLength.q) : '';
  };
  const city = text('city');
  const type = text('type');
  const sort = sortOrders.find((order) => order === text('sort'));
  const page = /^[1-9]\d{0,5}$/.test(text('page')) ? Number(text('page')) : 1;
  const ref = referrers.find(({ value }) => value === text('ref'))?.value;
  return {
    company_id: text('company_id'),
    q: text('q'),
    ...(city !== '' && { city }),
    ...(type !== '' && { type }),
    ...(sort && { sort }),
    ...(page > 1 && { page }),
    ...(ref && { ref }),
  };
}

/** All openings, for the same visitor. */
export const withoutFilters = ({ ref }: Search): Search => ({
  company_id: '',
  q: '',
  ...(ref && { ref }),
});

/** The query string of a search, without `?`, its parameters in a fixed order; empty for an empty search. */
export function searchQuery(search: Search): string {
  const query = new URLSearchParams();
  for (const name of searchParameters) {
    const value = search[name];
    if (value !== undefined && value !== '' && value !== 1) query.set(name, String(value));
  }
  return query.toString();
}

/** The path of the home page with this search; `/` for an empty search. */
export function searchAddress(search: Search): string {
  const query = searchQuery(search);
  return query === '' ? '/' : `/?${query}`;
}

/** The call that a search makes. `select-company`: no call, a message. */
export type SearchRequest =
  | { readonly kind: 'all' }
  | { readonly kind: 'search'; readonly company_id: string; readonly q: string }
  | { readonly kind: 'select-company' };

/**
 * Sections 4 and 5 with contract decision 5: a search requires a company. An empty query lists all openings,
 * or all openings of the selected company. Filters make no call.
 */
export function decideSearch(input: {
  readonly company_id?: string;
  readonly q?: string;
}): SearchRequest {
  const company_id = input.company_id?.trim() ?? '';
  const q = input.q?.trim() ?? '';
  if (company_id !== '') return { kind: 'search', company_id, q };
  return q === '' ? { kind: 'all' } : { kind: 'select-company' };
}
