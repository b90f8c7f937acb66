import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';
import type { Company, Opening } from '#src/domain/model/opening.ts';
import { decideSearch, readSearch, type Search, searchAddress } from '#src/domain/rules/search.ts';
import { similarOpenings } from '#src/domain/rules/similar-openings.ts';
import { withStaleFallback } from '#src/server/api-client.ts';
import { log } from '#src/server/logger.ts';
import { requestContext } from '#src/server/request-context.ts';

/** The result of a search. `staleSince`: the API host did not respond, and the list is from that time. */
export type SearchOutcome =
  | {
      readonly kind: 'found';
      readonly search: Search;
      readonly openings: readonly Opening[];
      readonly staleSince?: Date;
    }
  | { readonly kind: 'select-company'; readonly search: Search }
  | { readonly kind: 'unavailable'; readonly search: Search };

export type OpeningOutcome =
  | { readonly kind: 'found'; readonly opening: Opening; readonly staleSince?: Date }
  /** The API host says that it was closed. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' };

/** All openings or the matching ones (sections 4 and 5). Never rejects. */
export async function findOpenings(search: Search): Promise<SearchOutcome> {
  const decision = decideSearch(search);
  if (decision.kind === 'select-company') return { kind: decision.kind, search };
  try {
    const { value: openings, staleSince } = await withStaleFallback((client) =>
      decision.kind === 'all'
        ? client.listOpenings()
        : client.searchOpenings({ company_id: decision.company_id, q: decision.q }),
    );
    return { kind: 'found', search, openings, ...(staleSince && { staleSince }) };
  } catch (err) {
    log().warn({ event: 'openings-unavailable', err });
    requestContext().unavailable();
    return { kind: 'unavailable', search };
  }
}

/** Openings that this process has shown, to find similar ones when one was closed. */
const lastSeen = new LRUCache<string, Opening>({ max: 500 });

/** At most `limit` openings that are similar to one that is closed or unknown. Never rejects. */
export async function findSimilar(
  id: string,
  limit: number,
): Promise<SearchOutcome & { readonly similar: boolean }> {
  const outcome = await findOpenings({ company_id: '', q: '' });
  if (outcome.kind !== 'found') return { ...outcome, similar: false };
  // An address may have the words of the role: /application/pastry-chef-11.
  const reference = lastSeen.get(id) ?? { id, role_name: id };
  const openings = similarOpenings(reference, outcome.openings, limit);
  return openings.length === 0
    ? { ...outcome, similar: false }
    : { ...outcome, openings, similar: true };
}

/** Section 7, findopening. Never rejects. */
export async function findOpening(id: string): Promise<OpeningOutcome> {
  try {
    const { value: opening, staleSince } = await withStaleFallback((client) =>
      client.readOpening(id),
    );
    if (opening === 'closed') return { kind: opening };
    if (!opening) return { kind: 'unknown' };
    lastSeen.set(id, opening);
    return { kind: 'found', opening, ...(staleSince && { staleSince }) };
  } catch (err) {
    log().warn({ event: 'opening-unavailable', err });
    requestContext().unavailable();
    return { kind: 'unavailable' };
  }
}

/** The role and the company of an opening; undefined if they are not known within the timeout. Never rejects. */
export async function findRole(
  id: string,
): Promise<Pick<Opening, 'role_name' | 'company_name'> | undefined> {
  const reading = withStaleFallback((client) => client.findOpening(id));
  const opening = await until(reading, timeoutMs).catch(() => undefined);
  if (!opening?.value) return undefined;
  const { role_name, company_name } = opening.value;
  return { role_name, company_name };
}

/** The companies for the search select. Never rejects: an error gives an empty list. */
export async function findCompanies(): Promise<readonly Company[]> {
  try {
    const { value } = await withStaleFallback((client) => client.listCompanies());
    return value;
  } catch (err) {
    log().warn({ event: 'companies-unavailable', err });
    return [];
  }
}

/**
 * Milliseconds that the home page waits for its openings. After that it streams them in later, and cannot be
 * stored or searched without script.
 */
const timeoutMs = 800;
/** Milliseconds that a page with its openings waits for the companies: without script they cannot follow. */
const companiesTimeoutMs = 1500;

/**
 * Starts the reads of the home page with this query string and waits for them until the timeout. After the
 * timeout `companies` is empty and `outcome` is a promise, which never rejects.
 */
export async function startSearch(query: string): Promise<{
  readonly search: Search;
  /** The path of the home page with the search, without any other parameter. */
  readonly address: string;
  readonly companies: readonly Company[];
  readonly outcome: SearchOutcome | Promise<SearchOutcome>;
}> {
  const search = readSearch(new URLSearchParams(query));
  const outcome = findOpenings(search);
  const allCompanies = findCompanies();
  const early = await until(outcome, timeoutMs);
  const companies = await until(allCompanies, early ? companiesTimeoutMs : 1);
  return {
    search,
    address: searchAddress(search),
    companies: companies ?? [],
    outcome: early ?? outcome,
  };
}

const until = <T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> =>
  pTimeout(promise, { milliseconds, message: false });
