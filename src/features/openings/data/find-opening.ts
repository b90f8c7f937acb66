import { LRUCache } from 'lru-cache';
import { apiReads } from '#src/api-client/api-client.ts';
import type { Catalogue } from '#src/domain/catalogue/catalogue.ts';
import { allOpenings } from '#src/domain/catalogue/search-parameters.ts';
import { ClosedOpening, type Opening } from '#src/domain/model/opening.ts';
import { inTimeOrPrivate } from '#src/request/waits.ts';
import { log } from '#src/telemetry/logger.ts';
import { findForPage } from './find-openings.ts';

type OpeningOutcome =
  | { readonly kind: 'found'; readonly opening: Opening; readonly staleSince?: Date }
  | { readonly kind: 'closed'; readonly opening: Opening | undefined }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' };

/** The openings that this process has shown. They help to find similar openings once one of them is closed. */
const lastSeen = new LRUCache<string, Opening>({ max: 500 });

/**
 * Returns what the page of a closed or unknown opening offers: similar openings (those at its company or in its cities
 * first), or else the list. Never rejects.
 */
export async function findReplacements(id: string, limit: number, closed?: Opening) {
  const outcome = await findForPage(allOpenings);
  if (outcome.kind !== 'found') return { outcome, areSimilar: false, offersAlerts: false };
  // The id of an unknown opening may contain the words of its role: /application/pastry-chef-11.
  const reference = closed ?? lastSeen.get(id) ?? { id, role_name: id };
  const openings = await findSimilar(outcome.catalogue, reference, limit, 'byPlace');
  const areSimilar = openings.length > 0;
  const shown = { ...outcome, offersAlerts: false, ...(areSimilar && { openings }) };
  return { outcome: shown, areSimilar, offersAlerts: outcome.offersAlerts };
}

/** Returns the most similar openings, or none while the words of a long list are being read. Never rejects. */
export async function findSimilar(
  catalogue: Catalogue | undefined,
  ...question: Parameters<Catalogue['similar']>
): Promise<readonly Opening[]> {
  return (catalogue && (await inTimeOrPrivate(catalogue.similar(...question), 'page'))) ?? [];
}

/** Sends the call findopening of section 7. Never rejects. */
export async function findOpening(id: string): Promise<OpeningOutcome> {
  try {
    const { value: opening, staleSince } = await apiReads.readOpening(id);
    if (opening instanceof ClosedOpening) return { kind: 'closed', opening: opening.opening };
    if (!opening) return { kind: 'unknown' };
    lastSeen.set(id, opening);
    return { kind: 'found', opening, ...(staleSince && { staleSince }) };
  } catch (err) {
    log().warn({ event: 'opening-unavailable', err });
    return { kind: 'unavailable' };
  }
}

/** Returns the role and the company of an opening; undefined if they are not known within the timeout. Never rejects. */
export async function findRole(id: string) {
  const outcome = await inTimeOrPrivate(findOpening(id), 'page');
  if (outcome?.kind !== 'found') return undefined;
  const { role_name, company_name } = outcome.opening;
  return { role_name, company_name };
}
