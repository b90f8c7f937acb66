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
  /** What the API host found; undefined if it was not asked, or has not answered. */
  readonly hostOpenings?: readonly Opening[];
  readonly staleSince?: Date | undefined;
  /** The API host has not answered. */
  readonly error?: unknown;
}

/**
 * Reads what answers a search: without a company, or with several, all openings; otherwise the answer of the API host to the
 * call of section 7, with the catalogue that adds to it, or takes its place.
 */
export async function readSources(search: Search): Promise<Sources> {
  const company_id = companyOf(search);
  if (company_id === undefined) return readCatalogue();
  const reading = tryCatalogue(search.q);
  try {
    const call = { company_id, q: textForHost(search.q) };
    const { value: hostOpenings, staleSince } = await apiReads.searchOpenings(call);
    // The visitor has nothing to read until the site knows what the words mean.
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

/** Returns the companies for the search select, or else those that were read last. Never rejects. */
export async function findCompanies(): Promise<readonly Company[]> {
  companies = (await readCompanies()) ?? companies;
  return companies;
}
