import { apiReads, readCompanies } from '#src/api-client/api-client.ts';
import { newCatalogue } from '#src/config/new-catalogue.ts';
import type { Catalogue } from '#src/domain/catalogue/catalogue.ts';
import { textForHost } from '#src/domain/catalogue/query.ts';
import { companyOf, type Search } from '#src/domain/catalogue/search-parameters.ts';
import type { Company, Opening } from '#src/domain/model/opening.ts';
import { inTimeOrPrivate } from '#src/request/waits.ts';
import { log } from '#src/telemetry/logger.ts';

let catalogue = newCatalogue([]);
let companies: readonly Company[] = [];

/** Returns all openings and companies as they were read last, without a wait. */
export const lastRead = () => ({ catalogue, companies });

/** Reads all openings. */
export async function readCatalogue() {
  const { value, ...reading } = await apiReads.listOpenings();
  if (value !== catalogue.openings) catalogue = catalogue.next(value);
  return { ...reading, catalogue };
}

/** Reads all openings, and their words if there is a text to search for. Never rejects: an error gives undefined. */
async function tryCatalogue(q: string) {
  try {
    const reading = await readCatalogue();
    if (q !== '') await reading.catalogue.complete();
    return reading;
  } catch (err) {
    log().warn({ event: 'openings-unavailable', err });
    return undefined;
  }
}

interface Sources {
  /** All openings; undefined if they are not known in time. */
  readonly catalogue: Catalogue | undefined;
  /** The results of the API host; undefined if it was not asked, or has not answered. */
  readonly hostOpenings?: readonly Opening[];
  readonly staleSince?: Date | undefined;
  /** The API host has not answered. */
  readonly error?: unknown;
}

/**
 * Reads the data for a search. For a search at one company, this is the API host's answer to the call of section 7, and
 * the catalogue, which adds to the answer or replaces it. For any other search it is the catalogue of all openings.
 */
export async function readSources(search: Search): Promise<Sources> {
  const company_id = companyOf(search);
  if (company_id === undefined) return readCatalogue();
  const reading = tryCatalogue(search.q);
  try {
    const call = { company_id, q: textForHost(search.q) };
    const { value: hostOpenings, staleSince } = await apiReads.searchOpenings(call);
    // If the host finds nothing, the catalogue may take longer, because the page has nothing else to show.
    const isNothing = search.q !== '' && hostOpenings.length === 0;
    const all = await inTimeOrPrivate(reading, isNothing ? 'nothingFound' : 'addition');
    return { catalogue: all?.catalogue ?? catalogue.lastComplete, hostOpenings, staleSince };
  } catch (error) {
    const all = await inTimeOrPrivate(reading, 'nothingFound');
    if (!all) throw error;
    return { catalogue: all.catalogue, staleSince: all.readAt, error };
  }
}

/** Returns the catalogue of all openings; undefined if they are not known within the timeout. Never rejects. */
export const catalogueInTime = async (): Promise<Catalogue | undefined> =>
  (await inTimeOrPrivate(tryCatalogue(''), 'page'))?.catalogue;

/** Returns the companies for the search select, or else the companies read last. Never rejects. */
export async function findCompanies(): Promise<readonly Company[]> {
  companies = (await readCompanies()) ?? companies;
  return companies;
}
