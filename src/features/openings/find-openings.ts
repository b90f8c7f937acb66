import { apiClient, readWithFallback } from '#src/api-client/api-client.ts';
import { readCompanies } from '#src/api-client/companies.ts';
import type { Reading } from '#src/api-client/read-cache.ts';
import {
  type CorrectedSearch,
  findAdded,
  searchWithCorrection,
} from '#src/domain/catalogue/corrected-search.ts';
import { filterOpenings, withKnownFilters } from '#src/domain/catalogue/filter-openings.ts';
import { byCompany, type SearchIndex, searchIndex } from '#src/domain/catalogue/search-index.ts';
import {
  decideSearch,
  filterNames,
  isRepetition,
  needsCompany,
  pageOf,
  readSearch,
  type Search,
  type SearchAddress,
  searchQuery,
} from '#src/domain/catalogue/search-parameters.ts';
import { parseQuery } from '#src/domain/catalogue/search-query.ts';
import type { Company, Opening } from '#src/domain/model/opening.ts';
import { referrerOf } from '#src/domain/rules/forms/referrer.ts';
import { synonyms } from '#src/language/languages.ts';
import { requestContext } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';
import { pageTimeoutMs, withinTimeout } from './within-timeout.ts';

/** The openings of a search. A text without a company gives all openings (section 5). */
export interface FoundOpenings {
  readonly kind: 'found';
  readonly search: Search;
  /** The openings that the API host found and that match the filters, in the order of `sort`. */
  readonly openings: readonly Opening[];
  /** The openings that the API host found, before the filters are applied. */
  readonly unfiltered: readonly Opening[];
  /** Further openings that mean the same as the text, the best match first, or in the order of `sort`; filtered. */
  readonly added: readonly Opening[];
  readonly unfilteredAdded: readonly Opening[];
  /** All openings of the site; undefined if they could not be read. */
  readonly all?: readonly Opening[];
  /** The text without typing errors, by which `added` were found; only if nothing was found for the text. */
  readonly corrected?: string;
  /**
   * What the site finds for the text at all companies without one, or at the others if the company has nothing for it;
   * filtered.
   */
  readonly everywhere?: CorrectedSearch;
  /** Openings of the company, or similar ones if it has none; only if `openings` and `added` are empty. */
  readonly nearby: readonly Opening[];
  /** The API host did not respond, and the list is from that time. */
  readonly staleSince?: Date;
  /** The API host did not answer the search: `openings` are those that the site found in its list. */
  readonly isOwnSearch?: boolean;
  /** The API host tells people by mail about new openings of the search. */
  readonly offersAlerts?: boolean;
}

export type SearchOutcome =
  | FoundOpenings
  | { readonly kind: 'unavailable'; readonly search: Search };

const maxNearby = 6;

/** These are all openings of the site, and its companies, as last read. */
let lastOpenings: readonly Opening[] = [];
let lastCompanies: readonly Company[] = [];

async function readOpenings(): Promise<Reading<readonly Opening[]>> {
  const reading = await readWithFallback('listOpenings');
  lastOpenings = reading.value;
  return reading;
}

export const logFailure = (event: string) => (err: unknown) => {
  log().warn({ event, err });
  return undefined;
};

/**
 * Returns the normalized query of a page or feed that is stored: queries with the same result have the same one. It is
 * undefined if the page is not stored, because there would be too many: texts, unknown values, feeds with an order or
 * several filters.
 */
export const storedQuery =
  (address: SearchAddress) =>
  (query: URLSearchParams): URLSearchParams | undefined => {
    const { page, ...requested } = readSearch(query);
    const search = withKnownFilters(requested, lastOpenings);
    const { company_id } = search;
    const isKnown =
      filterNames.every((name) => Boolean(requested[name]) === Boolean(search[name])) &&
      (company_id === '' || lastCompanies.some(({ id }) => id === company_id)) &&
      (address !== 'list' || (page ?? 1) <= pageOf(search, lastOpenings.length).pages);
    if (!isKnown || search.q !== '' || (address !== 'list' && isRepetition(search)))
      return undefined;
    const stored = new URLSearchParams(searchQuery({ ...search, ...(page && { page }) }, address));
    const ref = address === 'embed' && referrerOf(query);
    if (ref) stored.set('ref', ref);
    return stored;
  };

/** Returns all openings or the matching ones (sections 4 and 5), narrowed by the filters. Never rejects. */
export async function findOpenings(search: Search): Promise<SearchOutcome> {
  const request = decideSearch(search);
  const reading = readOpenings();
  const offering = apiClient().offersAlerts();
  const offersAlerts = async () => (await withinTimeout(offering, wholeTimeoutMs)) ?? false;
  try {
    // A search without a company keeps the list (decision 012).
    if (request.kind !== 'search') {
      const { value: all, staleSince } = await reading;
      return await narrow(search, {
        unfiltered: all,
        all,
        offersAlerts: await offersAlerts(),
        ...(staleSince && { staleSince }),
      });
    }
    // The choices of the filters need all openings. The search goes on if those cannot be read.
    const whole = reading.then(({ value }) => value).catch(logFailure('openings-unavailable'));
    const indexing = whole.then((all) =>
      all && request.q !== '' ? indexForSearch(all) : undefined,
    );
    const { company_id } = request;
    const q = parseQuery(request.q, synonyms).forHost;
    const [answer] = await Promise.allSettled([
      readWithFallback('searchOpenings', { company_id, q }),
    ]);
    if (answer.status === 'rejected')
      return await narrow(search, {
        ...(await searchOwnList(request, reading, answer.reason)),
        offersAlerts: await offersAlerts(),
      });
    const { value: unfiltered, staleSince } = answer.value;
    // The visitor has nothing to read until the site knows what the words mean.
    const isNothing = request.q !== '' && unfiltered.length === 0;
    const all = await withinTimeout(whole, isNothing ? nothingTimeoutMs : wholeTimeoutMs);
    const index =
      all && (await withinTimeout(indexing, isNothing ? nothingTimeoutMs : indexTimeoutMs));
    const found = index && findAdded(index, synonyms, request, unfiltered);
    return await narrow(search, {
      unfiltered,
      offersAlerts: await offersAlerts(),
      ...(all && { all }),
      added: found?.openings ?? [],
      ...(found?.corrected !== undefined && { corrected: found.corrected }),
      ...(staleSince && { staleSince }),
    });
  } catch (err) {
    logFailure('openings-unavailable')(err);
    requestContext().unavailable();
    return { kind: 'unavailable', search };
  }
}

/**
 * Finds what the site has in its list for a search that the API host did not answer.
 * @throws the error of that search if it is nothing: the host may find what the index does not have
 */
async function searchOwnList(
  { company_id, q }: { readonly company_id: string; readonly q: string },
  reading: Promise<Reading<readonly Opening[]>>,
  error: unknown,
): Promise<Narrowed> {
  const list = await withinTimeout(reading, nothingTimeoutMs);
  if (!list) throw error;
  const { value: all, readAt: staleSince } = list;
  const index = q === '' ? undefined : await withinTimeout(indexForSearch(all), nothingTimeoutMs);
  const { openings, corrected }: CorrectedSearch = index
    ? findAdded(index, synonyms, { company_id, q }, [])
    : { openings: q === '' ? all.filter((one) => one.company_id === company_id) : [] };
  if (openings.length === 0) throw error;
  logFailure('earlier-copy-used')(error);
  const found = { all, staleSince, isOwnSearch: true };
  return corrected === undefined
    ? { ...found, unfiltered: openings }
    : { ...found, unfiltered: [], added: openings, corrected };
}

/** @param all all openings of the site, which are indexed once */
const indexForSearch = async (all: readonly Opening[]): Promise<SearchIndex<Opening>> =>
  (await searchIndex(all)).withDescriptions();

/** Finds the openings of the companies that are not selected, on the site: the host is not searched. */
async function everywhere(
  search: Search,
  all: readonly Opening[],
): Promise<CorrectedSearch | undefined> {
  const isElsewhere = ({ company_id }: Opening) => company_id !== search.company_id;
  const index = await withinTimeout(indexForSearch(all), nothingTimeoutMs);
  const found = index && searchWithCorrection(index, synonyms, search.q, isElsewhere);
  return found && { ...found, openings: filterOpenings(found.openings, search) };
}

type Narrowed = Pick<
  FoundOpenings,
  'unfiltered' | 'all' | 'corrected' | 'staleSince' | 'isOwnSearch' | 'offersAlerts'
> &
  Partial<Pick<FoundOpenings, 'added'>>;

async function narrow(requested: Search, found: Narrowed): Promise<FoundOpenings> {
  const { unfiltered, added: unfilteredAdded = [], all = unfiltered, corrected } = found;
  const search = withKnownFilters(requested, all);
  const openings = filterOpenings(unfiltered, search);
  const added = filterOpenings(unfilteredAdded, search);
  const narrowed = { kind: 'found', ...found, search, openings, added, unfilteredAdded } as const;
  const isEmpty = openings.length + added.length === 0;
  const others =
    needsCompany(search) || (isEmpty && search.q !== '')
      ? await everywhere(search, all)
      : undefined;
  const elsewhere = others && { everywhere: others };
  const { company_id, q, city } = search;
  if (!isEmpty) return { ...narrowed, ...elsewhere, nearby: [] };
  const reference = {
    role_name: corrected ?? q,
    ...(company_id !== '' && { company_id }),
    ...(city !== undefined && { locations: [{ city }] }),
  };
  const similar = (await searchIndex(all)).similar(reference, maxNearby, byCompany);
  const ofCompany = similar.filter((one) => company_id !== '' && one.company_id === company_id);
  const nearby = ofCompany.length > 0 ? ofCompany : similar;
  return { ...narrowed, ...elsewhere, nearby };
}

/** Returns all openings, or an empty list if they are not known within the timeout. Never rejects. */
export async function findAllOpenings(): Promise<readonly Opening[]> {
  const reading = readOpenings().catch(logFailure('openings-unavailable'));
  return (await withinTimeout(reading, pageTimeoutMs))?.value ?? [];
}

/** Returns the companies for the search select. Never rejects: an error gives an empty list. */
export async function findCompanies(): Promise<readonly Company[]> {
  const companies = await readCompanies();
  lastCompanies = companies ?? lastCompanies;
  return companies ?? [];
}

/** The openings that the API host found wait this time for all openings, in milliseconds. */
const wholeTimeoutMs = 300;
/** They wait this time for the index of a new list, in milliseconds. */
const indexTimeoutMs = 400;
/** If the API host found none, the search waits this time for both. The first index of 20,000 openings takes 3.5 s. */
const nothingTimeoutMs = 5000;
/** Without script the page cannot get the companies later. */
const companiesTimeoutMs = 1500;

/** After the timeout `companies` are those that were last read, and `outcome` is a promise, which never rejects. */
export async function startSearch(query: string): Promise<{
  /** Resolves as soon as the openings are known, without the filters that match none of them. */
  readonly search: Search;
  readonly companies: readonly Company[];
  readonly outcome: SearchOutcome | Promise<SearchOutcome>;
}> {
  const search = readSearch(new URLSearchParams(query));
  const outcome = findOpenings(search);
  const allCompanies = findCompanies();
  const early = await withinTimeout(outcome, pageTimeoutMs);
  const companies = await withinTimeout(allCompanies, early ? companiesTimeoutMs : 1);
  return {
    search: early?.search ?? search,
    companies: companies ?? lastCompanies,
    outcome: early ?? outcome,
  };
}
