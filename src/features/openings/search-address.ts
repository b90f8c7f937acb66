import { maxLength } from '#src/domain/model/limits.ts';

/** What the search form holds. Its control names are the API's and the address's own (contract). */
export interface Search {
  readonly company_id: string;
  readonly q: string;
}

/** The search that a query string, or anything that came from a browser, asks for. */
export function readSearch(asked: URLSearchParams | Readonly<Record<string, unknown>>): Search {
  const text = (name: string) => {
    const value = asked instanceof URLSearchParams ? asked.get(name) : asked[name];
    return typeof value === 'string' ? value.trim().slice(0, maxLength.q) : '';
  };
  return { company_id: text('company_id'), q: text('q') };
}

/** The home page's address that shows this search again; nothing to search for is `/`. */
export function searchAddress({ company_id, q }: Search): string {
  const query = new URLSearchParams({
    ...(company_id !== '' && { company_id }),
    ...(q !== '' && { q }),
  }).toString();
  return query === '' ? '/' : `/?${query}`;
}

/** The address of an opening's page, whatever characters its id has. */
export const openingPath = (id: string): string => `/application/${encodeURIComponent(id)}`;

/** The id that a segment of the address holds: Waku hands it over still percent-encoded. */
export function openingIdOf(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
