import { maxLength } from '#src/domain/model/limits.ts';

/** The values of the search form, by the names that the API and the query string use (contract). */
export interface Search {
  readonly company_id: string;
  readonly q: string;
}

/** Reads a search from a query string or from untrusted values; other types become empty texts. */
export function readSearch(source: URLSearchParams | Readonly<Record<string, unknown>>): Search {
  const text = (name: string) => {
    const value = source instanceof URLSearchParams ? source.get(name) : source[name];
    return typeof value === 'string' ? value.trim().slice(0, maxLength.q) : '';
  };
  return { company_id: text('company_id'), q: text('q') };
}

/** The path of the home page with this search; `/` for an empty search. */
export function searchAddress({ company_id, q }: Search): string {
  const query = new URLSearchParams({
    ...(company_id !== '' && { company_id }),
    ...(q !== '' && { q }),
  }).toString();
  return query === '' ? '/' : `/?${query}`;
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
