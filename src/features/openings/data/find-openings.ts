import { apiReads } from '#src/api-client/api-client.ts';
import { newCatalogue } from '#src/config/new-catalogue.ts';
import { hasFeature } from '#src/config/site.ts';
import { statusAt } from '#src/config/site-time.ts';
import type { Alternatives, Answer, Catalogue } from '#src/domain/catalogue/catalogue.ts';
import type { Search } from '#src/domain/catalogue/search-parameters.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { langOf } from '#src/language/format.ts';
import { requestContext } from '#src/request/request-context.ts';
import { inTimeOrPrivate } from '#src/request/waits.ts';
import { log } from '#src/telemetry/logger.ts';
import { readSources } from './openings-source.ts';

export interface FoundOpenings extends Answer {
  readonly kind: 'found';
  readonly search: Search;
  /** All openings of the site; undefined if they could not be read. */
  readonly catalogue: Catalogue | undefined;
  /** The time of the last good copy that is shown, because the API host did not respond. */
  readonly staleSince: Date | undefined;
  /** Whether the site has searched its own copy for `openings`, because the API host did not answer. */
  readonly isOwnSearch: boolean;
}

export interface FoundForPage extends FoundOpenings {
  /** The openings that are offered instead if `openings` and `related` are empty. */
  readonly alternatives: Alternatives | undefined;
  /** Whether the API host tells people by mail about new openings of the search. */
  readonly offersAlerts: boolean;
}

interface Unavailable {
  readonly kind: 'unavailable';
  readonly search: Search;
}

export type SearchOutcome = FoundOpenings | Unavailable;
export type PageOutcome = FoundForPage | Unavailable;

/**
 * Returns all openings or the matching ones (sections 4 and 5), narrowed by the filters. Only a search at one company
 * is sent to the host (contract decisions 20 and 21). A filter that matches no opening is ignored, except in a list for
 * other sites (`isForOthers`), which also leaves out closed openings. Never rejects.
 */
export async function findOpenings(
  search: Search,
  { isForOthers = false } = {},
): Promise<SearchOutcome> {
  try {
    const { catalogue: all, hostOpenings, staleSince, error } = await readSources(search);
    const catalogue = all ?? newCatalogue(hostOpenings ?? []);
    const known = isForOthers ? search : catalogue.withKnownFilters(search);
    const isPreferred = ({ language }: Opening) => language !== undefined && !langOf(language);
    const statusOf = statusAt(new Date());
    const isListed = (one: Opening) => !isForOthers || statusOf(one) !== 'closed';
    const answer = await catalogue.ask({ ...known, hostOpenings, isPreferred, isListed });
    // If the site itself finds nothing, the error is reported, because the host might have found something.
    if (error && answer.beforeFilters.length === 0 && answer.corrected === undefined) throw error;
    if (error) log().warn({ event: 'earlier-copy-used', err: error });
    const isOwnSearch = error !== undefined;
    return { ...answer, kind: 'found', search: known, catalogue: all, staleSince, isOwnSearch };
  } catch (err) {
    log().warn({ event: 'openings-unavailable', err });
    requestContext().unavailable();
    return { kind: 'unavailable', search };
  }
}

/** Finds the openings of a page, with the alternatives and the offer of alerts below its list. Never rejects. */
export async function findForPage(search: Search): Promise<PageOutcome> {
  const offering = hasFeature('/alerts') ? apiReads.offersAlerts() : Promise.resolve(false);
  const outcome = await findOpenings(search);
  if (outcome.kind === 'unavailable') return outcome;
  const { catalogue = newCatalogue(outcome.beforeFilters), openings, related, corrected } = outcome;
  const isEmpty = openings.length + related.length === 0;
  return {
    ...outcome,
    alternatives: isEmpty ? await catalogue.alternatives(outcome.search, corrected) : undefined,
    offersAlerts: (await inTimeOrPrivate(offering, 'addition')) ?? false,
  };
}
