import { apiClient, readWithFallback } from '#src/api-client/api-client.ts';
import { hasFeature } from '#src/config/features.ts';
import type { Alternatives, Answer, Catalogue } from '#src/domain/catalogue/catalogue.ts';
import { parseQuery } from '#src/domain/catalogue/query.ts';
import { companyOf, type Search } from '#src/domain/catalogue/search-parameters.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { langOf } from '#src/language/format.ts';
import { requestContext } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';
import {
  lastRead,
  newCatalogue,
  readCatalogue,
  readCatalogueFor,
  waitMs,
  withinTimeout,
} from './openings-source.ts';

export interface FoundOpenings extends Answer {
  readonly kind: 'found';
  readonly search: Search;
  /** All openings of the site; undefined if they could not be read. */
  readonly catalogue?: Catalogue | undefined;
  /** Only if `openings` and `near` are empty. */
  readonly alternatives?: Alternatives | undefined;
  /** The API host did not respond, and the list is from that time. */
  readonly staleSince?: Date | undefined;
  /** The API host did not answer the search: `openings` are those that the site found in its list. */
  readonly isOwnSearch?: boolean;
  /** The API host tells people by mail about new openings of the search. */
  readonly offersAlerts?: boolean;
}

export type SearchOutcome =
  | FoundOpenings
  | { readonly kind: 'unavailable'; readonly search: Search };

/**
 * Returns all openings or the matching ones (sections 4 and 5), narrowed by the filters. Without a company, or with several,
 * the host is not searched (contract decisions 20 and 21). Never rejects. With `isExact` a filter
 * that no opening has finds none, and closed openings are left out: for readers outside of the site.
 */
export async function findOpenings(search: Search, isExact = false): Promise<SearchOutcome> {
  const offering = hasFeature('/alerts') ? apiClient().offersAlerts() : Promise.resolve(false);
  try {
    const company = companyOf(search);
    const sources = company ? await callHost(company, search.q) : await readCatalogue();
    const { catalogue: all, found, staleSince, error }: Sources = sources;
    const catalogue = all ?? newCatalogue(found ?? []);
    const known = isExact ? search : catalogue.withKnownFilters(search);
    const now = isExact ? new Date() : undefined;
    const isPreferred = ({ language }: Opening) => language !== undefined && !langOf(language);
    const answer = await catalogue.ask({ ...known, ...(found && { found }), isPreferred }, now);
    // The host may find what the catalogue does not have.
    if (error && answer.unfiltered.length === 0 && answer.corrected === undefined) throw error;
    if (error) log().warn({ event: 'earlier-copy-used', err: error });
    const isEmpty = answer.openings.length + answer.near.length === 0;
    return {
      ...answer,
      kind: 'found',
      search: known,
      catalogue: all,
      alternatives: isEmpty ? await catalogue.alternatives(known, answer.corrected) : undefined,
      staleSince,
      isOwnSearch: error !== undefined,
      offersAlerts: (await withinTimeout(offering, waitMs.alerts)) ?? false,
    };
  } catch (err) {
    log().warn({ event: 'openings-unavailable', err });
    requestContext().unavailable();
    return { kind: 'unavailable', search };
  }
}

interface Sources {
  /** All openings; undefined if they are not known in time. */
  readonly catalogue: Catalogue | undefined;
  readonly found?: readonly Opening[];
  readonly staleSince?: Date | undefined;
  /** The API host has not answered. */
  readonly error?: unknown;
}

/** Sends the call of section 7, and waits for the catalogue that adds to what it found, or takes its place. */
async function callHost(company_id: string, q: string): Promise<Sources> {
  const reading = readCatalogueFor(q);
  try {
    const call = { company_id, q: parseQuery(q, []).forHost };
    const { value: found, staleSince } = await readWithFallback('searchOpenings', call);
    // The visitor has nothing to read until the site knows what the words mean.
    const isNothing = q !== '' && found.length === 0;
    const all = await withinTimeout(reading, isNothing ? waitMs.nothingFound : waitMs.found);
    return { catalogue: all?.catalogue ?? lastRead().complete, found, staleSince };
  } catch (error) {
    const all = await withinTimeout(reading, waitMs.nothingFound);
    if (!all) throw error;
    return { catalogue: all.catalogue, staleSince: all.readAt, error };
  }
}
