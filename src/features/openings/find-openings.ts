import { apiClient, readCompanies, readWithFallback } from '#src/api-client/api-client.ts';
import type { Reading } from '#src/api-client/read-cache.ts';
import { siteConfig } from '#src/config/site.ts';
import { type Alternatives, type Answer, Catalogue } from '#src/domain/catalogue/catalogue.ts';
import { parseQuery } from '#src/domain/catalogue/query.ts';
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
import type { Company, Opening } from '#src/domain/model/opening.ts';
import { referrerOf } from '#src/domain/rules/forms/referrer.ts';
import { synonyms } from '#src/language/languages.ts';
import { requestContext } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';
import { pageTimeoutMs, withinTimeout } from './within-timeout.ts';

/** The openings of a search. A text without a company gives all openings (section 5). */
export interface FoundOpenings extends Answer {
  readonly kind: 'found';
  readonly search: Search;
  /** All openings of the site; undefined if they could not be read. */
  readonly catalogue?: Catalogue;
  /** What the site has at all companies for a text without a company: the host is not searched. */
  readonly everywhere?: Answer | undefined;
  /** Only if `openings` and `near` are empty. */
  readonly alternatives?: Alternatives;
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

/** What the API host found waits this time for the catalogue, in milliseconds. */
const catalogueTimeoutMs = 400;
/** If it found none, the search waits this time. The words of 20,000 openings are read in 3.5 s. */
const nothingTimeoutMs = 5000;
/** A page waits this time for the answer whether the host offers alerts, in milliseconds. */
const alertsTimeoutMs = 300;

const catalogueOptions = { synonyms, timeZone: siteConfig.region.timeZone };
let newest = new Catalogue([], catalogueOptions);
/** The last one whose words are known. It answers while those of a newer one are read. */
let complete: Catalogue | undefined;
let lastCompanies: readonly Company[] = [];

type ListReading = Omit<Reading<unknown>, 'value'> & { readonly list: Catalogue };

/** Reads all openings of the site. */
export async function readCatalogue(): Promise<ListReading> {
  const { value, ...reading } = await readWithFallback('listOpenings');
  if (value !== newest.openings) newest = newest.next(value);
  return { ...reading, list: newest };
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
    const search = newest.withKnownFilters(requested);
    const { company_id } = search;
    const isKnown =
      filterNames.every((name) => Boolean(requested[name]) === Boolean(search[name])) &&
      (company_id === '' || lastCompanies.some(({ id }) => id === company_id)) &&
      (address !== 'list' || (page ?? 1) <= pageOf(search, newest.openings.length).pages);
    if (!isKnown || search.q !== '' || (address !== 'list' && isRepetition(search)))
      return undefined;
    const stored = new URLSearchParams(searchQuery({ ...search, ...(page && { page }) }, address));
    const ref = address === 'embed' && referrerOf(query);
    if (ref) stored.set('ref', ref);
    return stored;
  };

/**
 * Returns all openings or the matching ones (sections 4 and 5), narrowed by the filters. Never rejects. With `isExact` a filter
 * that no opening has finds none, and closed openings are left out: for readers outside of the site.
 */
export async function findOpenings(search: Search, isExact = false): Promise<SearchOutcome> {
  const offering = apiClient().offersAlerts();
  const reading = readCatalogue();
  try {
    const needsHost = decideSearch(search).kind === 'search';
    const sources: Sources = needsHost ? await callHost(search, reading) : await reading;
    const { list, found, staleSince, error } = sources;
    const catalogue = list ?? new Catalogue(found ?? [], catalogueOptions);
    const known = isExact ? search : catalogue.withKnownFilters(search);
    const now = isExact ? new Date() : undefined;
    // A search without a company keeps the list (decision 012).
    const keepsList = needsCompany(known);
    const question = { ...known, ...(keepsList && { q: '' }), ...(found && { found }) };
    const answer = await catalogue.ask(question, now);
    // The host may find what the catalogue does not have.
    if (error && answer.unfiltered.length === 0 && answer.corrected === undefined) throw error;
    if (error) logFailure('earlier-copy-used')(error);
    const asking = keepsList && withinTimeout(catalogue.ask(known, now), nothingTimeoutMs);
    const isEmpty = answer.openings.length + answer.near.length === 0;
    return {
      ...answer,
      kind: 'found',
      search: known,
      ...(list && { catalogue: list }),
      ...(asking && { everywhere: await asking }),
      ...(isEmpty && { alternatives: await catalogue.alternatives(known, answer.corrected) }),
      ...(staleSince && { staleSince }),
      isOwnSearch: error !== undefined,
      offersAlerts: (await withinTimeout(offering, alertsTimeoutMs)) ?? false,
    };
  } catch (err) {
    logFailure('openings-unavailable')(err);
    requestContext().unavailable();
    return { kind: 'unavailable', search };
  }
}

/** What the catalogue is asked with. */
interface Sources {
  /** All openings; undefined if they are not known in time. */
  readonly list?: Catalogue | undefined;
  readonly found?: readonly Opening[];
  readonly staleSince?: Date;
  /** The API host has not answered. */
  readonly error?: unknown;
}

/** Sends the call of section 7, and waits for the catalogue that adds to what it found, or takes its place. */
async function callHost(
  { company_id, q }: Search,
  reading: Promise<ListReading>,
): Promise<Sources> {
  const completing = reading
    .then(async ({ list, readAt }) => {
      if (q !== '') {
        await list.complete();
        complete = list;
      }
      return { list, readAt };
    })
    .catch(logFailure('openings-unavailable'));
  const forHost = parseQuery(q, synonyms).forHost;
  const [answer] = await Promise.allSettled([
    readWithFallback('searchOpenings', { company_id, q: forHost }),
  ]);
  if (answer.status === 'rejected') {
    const own = await withinTimeout(completing, nothingTimeoutMs);
    if (!own) throw answer.reason;
    return { list: own.list, staleSince: own.readAt, error: answer.reason };
  }
  const { value: found, staleSince } = answer.value;
  // The visitor has nothing to read until the site knows what the words mean.
  const waitMs = q !== '' && found.length === 0 ? nothingTimeoutMs : catalogueTimeoutMs;
  const completed = await withinTimeout(completing, waitMs);
  return { list: completed?.list ?? complete, found, ...(staleSince && { staleSince }) };
}

/** Returns the catalogue of all openings; undefined if they are not known within the timeout. Never rejects. */
export async function findCatalogue(): Promise<Catalogue | undefined> {
  const reading = readCatalogue().catch(logFailure('openings-unavailable'));
  return (await withinTimeout(reading, pageTimeoutMs))?.list;
}

/** Returns the companies for the search select. Never rejects: an error gives an empty list. */
export async function findCompanies(): Promise<readonly Company[]> {
  const companies = await readCompanies();
  lastCompanies = companies ?? lastCompanies;
  return companies ?? [];
}

/** The companies as last read. */
export const knownCompanies = (): readonly Company[] => lastCompanies;
