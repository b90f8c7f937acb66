import type { Search } from '#src/domain/rules/search.ts';

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
