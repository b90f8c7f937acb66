import { SettingsError } from '#src/config/environment.ts';
import { settings } from '#src/config/settings.ts';
import { type ApiCalls, createApiClient, unlessClosed } from '#src/domain/api/api-client.ts';
import type { OpeningSearch } from '#src/domain/api/openings.ts';
import type { Versioned } from '#src/domain/api/request.ts';
import type { Company, Opening } from '#src/domain/model/opening.ts';
import { once } from '#src/jobs/once.ts';
import { pageRecord } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';
import { publish } from '#src/telemetry/measurements.ts';
import { traceCalls } from '#src/telemetry/tracing.ts';
import { createReadCache, type Read, type Reading } from './read-cache.ts';

/** The cache holds the lists, and the openings and searches that visitors read most. */
const maxCachedReads = 256;

/** Returns the calls that are not cached. */
export const apiCalls = (): ApiCalls => siteApi().client;

/**
 * Reads of the API host. A value is reused for CACHE_TTL_MS, and shared by concurrent callers. While the host is down
 * or slow, the result is the last good value, with `staleSince`; without one the read rejects. A page that is rendered
 * records its reads, and becomes private if one fails.
 */
export const apiReads = {
  listOpenings: () =>
    read({ key: 'openings', load: (earlier) => reads().listOpenings({ earlier }) }),
  listCompanies: () =>
    read({ key: 'companies', load: (earlier) => reads().listCompanies({ earlier }) }),
  searchOpenings: (search: OpeningSearch) =>
    read({
      key: `search ${JSON.stringify([search.company_id, search.q])}`,
      load: (earlier) => reads().searchOpenings(search, { earlier }),
    }),
  readOpening: (id: string) => read(openingRead(id)),
  /** Whether the API host tells people by mail about new openings; undefined while it does not respond. */
  offersAlerts: async () =>
    (await read({ key: 'alerts', load: () => reads().offersAlerts() })).value,
};

const reads = () => siteApi().client.reads;

const openingRead = (id: string) => ({
  key: `opening ${id}`,
  load: (earlier?: Versioned<unknown>) => reads().readOpening(id, { earlier }),
});

/** Reads an opening from the API host and caches it. Rejects with the read's error. */
export const refreshOpening = async (id: string): Promise<Opening | undefined> =>
  unlessClosed(await siteApi().cache.refresh(openingRead(id)));

/** Returns the companies, or undefined and a line in the log if there is not even a copy. Never rejects. */
export async function readCompanies(): Promise<readonly Company[] | undefined> {
  try {
    return (await apiReads.listCompanies()).value;
  } catch (err) {
    log().warn({ event: 'companies-unavailable', err });
    return undefined;
  }
}

async function read<T>(one: Read<T>): Promise<Reading<T>> {
  const record = pageRecord();
  try {
    const reading = await siteApi().cache.read(one);
    record?.reads.set(one.key, {
      // An earlier copy has no version, so that the page is rendered again as soon as possible.
      version: reading.staleSince ? undefined : reading.version,
      currentVersion: () => currentVersion(one),
    });
    return reading;
  } catch (error) {
    if (record) record.isPrivate = true;
    throw error;
  }
}

/** The version is undefined while the read fails. */
async function currentVersion(one: Read<unknown>): Promise<string | undefined> {
  try {
    const { version, staleSince } = await siteApi().cache.read(one);
    return staleSince ? undefined : version;
  } catch (err) {
    log().warn({ event: 'read-failed', err });
    return undefined;
  }
}

const siteApi = once(() => {
  const { apiHost, apiSecondaryHost, apiHostSecret, apiTimeoutMs, cacheTtlMs, staleAfterMs } =
    settings();
  if (apiHost === undefined)
    throw new SettingsError({
      variable: 'API_HOST',
      message: 'must be set where no embedded API host was started',
    });
  const client = createApiClient({
    apiHost,
    secondaryHost: apiSecondaryHost,
    secret: apiHostSecret,
    timeoutMs: apiTimeoutMs,
    onMalformedItem: ({ omitted, ...which }) =>
      log().warn({ event: omitted === 'item' ? 'item-omitted' : 'item-parts-omitted', ...which }),
    onUnusableCheck: (check) => log().warn({ event: 'candidate-check-unusable', ...check }),
    onCallCompleted: (call) => publish('call', () => call),
    wrapTransport: traceCalls,
  });
  const cache = createReadCache({
    ttlMs: cacheTtlMs,
    timeoutMs: staleAfterMs,
    maxEntries: maxCachedReads,
    onFailure: (err) => log().warn({ event: 'earlier-copy-used', err }),
  });
  return { client, cache };
});
