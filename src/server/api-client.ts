import { AsyncLocalStorage } from 'node:async_hooks';
import { type Settings, SettingsError, settings } from '#src/config/settings.ts';
import { type ApiClient, createApiClient } from '#src/domain/api/api-client.ts';
import { log } from './logger.ts';
import { createReadCache, type ReadCache, type Reading } from './read-cache.ts';

/** How long a visitor waits for fresh openings when an earlier copy could be shown instead. */
const patienceMs = 2000;
/** Reads kept at most: the lists, and the openings and searches visitors ask for most. */
const keptReads = 256;

/** Inside `freshOrStale`: when the oldest copy used was last true. */
const staleness = new AsyncLocalStorage<{ since?: Date }>();

/**
 * Runs reads of `siteClient()` and lets each fall back on the last good copy while the API is down or
 * slow. `staleSince` is present when at least one did: show a note with it ("as of 14:05"). Throws the
 * reads' own error when there is no copy to show.
 *
 *     const { value: openings, staleSince } = await freshOrStale(() => siteClient().listOpenings());
 */
export function withStaleFallback<T>(read: () => Promise<T>): Promise<Reading<T>> {
  const found: { since?: Date } = {};
  return staleness.run(found, async () => {
    const value = await read();
    return found.since ? { value, staleSince: found.since } : { value };
  });
}

let memo: ApiClient | undefined;

/**
 * The domain client of this site's settings. Its reads (openings, companies, one opening, a search) are
 * reused for CACHE_TTL_MS and shared by those who ask at once; candidate checks and writes go straight
 * through. A shared read is not ended by one reader's signal, that reader alone stops waiting.
 */
export function apiClient(): ApiClient {
  memo ??= createCachedApiClient(settings());
  return memo;
}

/** A client of its own, for tests; the site uses `siteClient()`. Throws a SettingsError without an API host. */
export function createCachedApiClient(
  given: Pick<Settings, 'apiHost' | 'apiSecondaryHost' | 'apiTimeoutMs' | 'cacheTtlMs'>,
): ApiClient {
  const { apiHost, apiSecondaryHost, apiTimeoutMs: timeoutMs, cacheTtlMs: ttlMs } = given;
  if (apiHost === undefined)
    throw new SettingsError([
      { variable: 'API_HOST', message: 'must be set where no embedded API host was started' },
    ]);
  const client = createApiClient({
    apiHost,
    ...(apiSecondaryHost !== undefined && { secondaryHost: apiSecondaryHost }),
    timeoutMs,
    onMalformedItem: (err) => log().warn({ event: 'malformed-item', err }),
  });
  return withReuse(client, createReadCache({ ttlMs, patienceMs, keys: keptReads }));
}

function withReuse(client: ApiClient, cache: ReadCache): ApiClient {
  const read = async <T>(key: string, load: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const found = staleness.getStore();
    const reading = await untilAborted(cache.read(key, load, found !== undefined), signal);
    if (found && reading.staleSince) found.since = earlier(found.since, reading.staleSince);
    return reading.value;
  };
  return {
    ...client,
    listOpenings: (o) => read('openings', () => client.listOpenings(), o?.signal),
    listCompanies: (o) => read('companies', () => client.listCompanies(), o?.signal),
    findOpening: (id, o) => read(`opening ${id}`, () => client.findOpening(id), o?.signal),
    searchOpenings: (search, o) =>
      read(
        `search ${JSON.stringify([search.company_id, search.q])}`,
        () => client.searchOpenings(search),
        o?.signal,
      ),
  };
}

const earlier = (a: Date | undefined, b: Date): Date => (a !== undefined && a < b ? a : b);

function untilAborted<T>(reading: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return reading;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    reading.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
