import {
  companyOf,
  filterNames,
  isRepetition,
  pageOf,
  readSearch,
  type SearchAddress,
  searchQuery,
} from '#src/domain/catalogue/search-parameters.ts';
import { referrerOf } from '#src/domain/rules/forms/referrer.ts';
import { lastRead } from './openings-source.ts';

/**
 * Returns the normalized query under which a page or feed is stored; queries with the same result have the same one. It
 * is undefined for queries of which there are too many to store: texts, unknown values, feeds with an order or several
 * filters.
 */
export const storedQuery =
  (address: SearchAddress) =>
  (query: URLSearchParams): URLSearchParams | undefined => {
    const { catalogue, companies } = lastRead();
    const { page, ...requested } = readSearch(query);
    const search = catalogue.withKnownFilters(requested);
    const isKnown =
      filterNames.every((name) => {
        const [value, ...others] = requested[name] ?? [];
        return others.length === 0 && Boolean(value) === Boolean(search[name]);
      }) &&
      (!search.company_id || companies.some(({ id }) => id === companyOf(search))) &&
      (address !== 'list' || (page ?? 1) <= pageOf(search, catalogue.openings.length).pages);
    if (!isKnown || search.q !== '' || (address !== 'list' && isRepetition(search)))
      return undefined;
    const stored = new URLSearchParams(searchQuery({ ...search, ...(page && { page }) }, address));
    const ref = address === 'embed' && referrerOf(query);
    if (ref) stored.set('ref', ref);
    return stored;
  };
