import { maxLength } from '#src/domain/model/limits.ts';
import type { searchParameters } from '#src/domain/rules/search.ts';

/** The values of the search form, by the names that the API and the query string use (contract). */
export interface Search {
  readonly company_id: string;
  readonly q: string;
  /** The page of a long list, from 2; absent for the first page. */
  readonly page?: number;
}

/** Reads a search from a query string or from untrusted values; other types become empty texts. */
export function readSearch(source: URLSearchParams | Readonly<Record<string, unknown>>): Search {
  const text = (name: (typeof searchParameters)[number]) => {
    const value = source instanceof URLSearchParams ? source.get(name) : source[name];
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' ? value.trim().slice(0, maxLength.q) : '';
  };
  const page = /^[1-9]\d{0,5}$/.test(text('page')) ? Number(text('page')) : 1;
  return { company_id: text('company_id'), q: text('q'), ...(page > 1 && { page }) };
}

/** The path of the home page with this search; `/` for an empty search. */
export function searchAddress({ company_id, q, page = 1 }: Search): string {
  const query = new URLSearchParams({
    ...(company_id !== '' && { company_id }),
    ...(q !== '' && { q }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query === '' ? '/' : `/?${query}`;
}

/** The number of openings on a page of the list. */
export const pageSize = 50;

/** The page of a list with `total` items that a search shows: the last one if the search is beyond it. */
export function pageOf({ page = 1 }: Search, total: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return { page: Math.min(page, pages), pages };
}

/** The page numbers to link: the first, the last, and the neighbors of `page`. A gap is undefined. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  );
  return near.flatMap((number, index) =>
    index > 0 && number - (near[index - 1] ?? 0) > 1 ? [undefined, number] : [number],
  );
}

/** The path of an opening's page. */
export const openingPath = (id: string): string => `/application/${encodeURIComponent(id)}`;

/** The id in a path segment, which Waku passes percent-encoded. An invalid escape is not decoded. */
export function openingIdOf(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
