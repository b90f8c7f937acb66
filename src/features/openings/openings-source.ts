import pTimeout from 'p-timeout';
import { readCompanies, readWithFallback } from '#src/api-client/api-client.ts';
import { siteConfig } from '#src/config/site.ts';
import { Catalogue } from '#src/domain/catalogue/catalogue.ts';
import type { Company, Opening } from '#src/domain/model/opening.ts';
import { sameWords, synonyms } from '#src/language/languages.ts';
import { pageRecord } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';

/** The times for which something waits, in milliseconds. */
export const waitMs = {
  /** A page waits for its data. After that it streams its openings in, and cannot be stored or searched without script. */
  page: 800,
  /** A page waits for the companies, which it cannot get later without script. */
  companies: 1500,
  /** What the API host found waits for the catalogue. */
  found: 400,
  /** If the host found none, the search waits. The words of 20,000 openings are read in 3.5 s. */
  nothingFound: 5000,
  /** A page waits for the answer whether the host offers alerts. */
  alerts: 300,
} as const;

/** Resolves with the value, or with undefined after the timeout: the page then lacks data, and is not stored. */
export function withinTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
): Promise<T | undefined> {
  const record = pageRecord();
  if (record?.canWait) return promise;
  const fallback = () => {
    if (record) record.isPrivate = true;
    return undefined;
  };
  return pTimeout<T, undefined>(promise, { milliseconds, fallback });
}

export const newCatalogue = (openings: readonly Opening[]): Catalogue =>
  new Catalogue(openings, { synonyms, sameWords, timeZone: siteConfig.region.timeZone });

let newest = newCatalogue([]);
let complete: Catalogue | undefined;
let companies: readonly Company[] = [];

/** What was read last. `complete` is the last catalogue whose words are known: it answers while a newer one is read. */
export const lastRead = () => ({ newest, complete, companies });

/** Reads all openings of the site. */
export async function readCatalogue() {
  const { value, ...reading } = await readWithFallback('listOpenings');
  if (value !== newest.openings) newest = newest.next(value);
  return { ...reading, catalogue: newest };
}

/** Reads all openings, and their words if there is a text to search for. Never rejects: an error gives undefined. */
export async function readCatalogueFor(q: string) {
  try {
    const reading = await readCatalogue();
    if (q === '') return reading;
    await reading.catalogue.complete();
    complete = reading.catalogue;
    return reading;
  } catch (err) {
    log().warn({ event: 'openings-unavailable', err });
    return undefined;
  }
}

/** Returns the catalogue of all openings; undefined if they are not known within the timeout. Never rejects. */
export const findCatalogue = async (): Promise<Catalogue | undefined> =>
  (await withinTimeout(readCatalogueFor(''), waitMs.page))?.catalogue;

/** Returns the companies for the search select, or else those that were read last. Never rejects. */
export async function findCompanies(): Promise<readonly Company[]> {
  companies = (await readCompanies()) ?? companies;
  return companies;
}
