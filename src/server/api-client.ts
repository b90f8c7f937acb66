import { SettingsError, settings } from '#src/config/settings.ts';
import { type ApiClient, createApiClient, unlessClosed } from '#src/domain/api/api-client.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { log } from './logger.ts';
import { createReadCache, type ReadCache, type Reading } from './read-cache.ts';
import { type PageRecord, pageRecord } from './request-context.ts';

/** How long a visitor waits for current openings when an earlier copy can be shown, in milliseconds. */
const staleAfterMs = 2000;
/** The lists, and the openings and searches that visitors read most. */
const maxCachedReads = 256;

interface CachedApi {
  readonly client: ApiClient;
  readonly cache: ReadCache;
}

let cachedApi: CachedApi | undefined;

/**
 * The API client of this site's settings. Its reads are reused for CACHE_TTL_MS and shared by concurrent
 * callers, so they ignore `signal`; candidate checks and writes are never reused. Throws a SettingsError
 * without an API host.
 */
export function apiClient(): ApiClient {
  cachedApi ??= createCachedApi();
  return withCachedReads(cachedApi);
}

/**
 * Runs reads with a client that returns the last good copy while the API host is down or slow.
 * `staleSince` is the time of the oldest copy used; absent when all are current. Rejects with the read's
 * error when there is no copy.
 */
export async function withStaleFallback<T>(
  read: (client: ApiClient) => Promise<T>,
): Promise<Reading<T>> {
  cachedApi ??= createCachedApi();
  let staleSince: Date | undefined;
  const client = withCachedReads(cachedApi, (since) => {
    if (!staleSince || since < staleSince) staleSince = since;
  });
  const value = await read(client);
  return staleSince ? { value, staleSince } : { value };
}

/** Reads an opening from the API host and caches it. Rejects with the read's error. */
export async function refreshOpening(id: string): Promise<Opening | undefined> {
  cachedApi ??= createCachedApi();
  const { client, cache } = cachedApi;
  const key = JSON.stringify(openingKey(id));
  return unlessClosed(await cache.refresh(key, () => client.readOpening(id)));
}

const openingKey = (id: string) => ['opening', id] as const;

function createCachedApi(): CachedApi {
  const { apiHost, apiSecondaryHost: secondaryHost, apiTimeoutMs, cacheTtlMs } = settings();
  const { apiHostSecret: secret } = settings();
  if (apiHost === undefined)
    throw new SettingsError([
      { variable: 'API_HOST', message: 'must be set where no embedded API host was started' },
    ]);
  return {
    client: createApiClient({
      apiHost,
      secondaryHost,
      secret,
      timeoutMs: apiTimeoutMs,
      onMalformedItem: ({ omitted, ...err }) =>
        log().warn({ event: omitted === 'item' ? 'item-omitted' : 'item-parts-omitted', err }),
    }),
    cache: createReadCache({
      ttlMs: cacheTtlMs,
      timeoutMs: staleAfterMs,
      maxEntries: maxCachedReads,
    }),
  };
}

/** Without `onStale`, a read that fails is an error. */
function withCachedReads({ client, cache }: CachedApi, onStale?: (since: Date) => void): ApiClient {
  const read = async <T>(key: readonly string[], load: () => Promise<T>): Promise<T> => {
    const name = JSON.stringify(key);
    const reload = () => cache.read(name, load, onStale !== undefined);
    const record = pageRecord();
    const reading = record ? await readFor(record, name, reload) : await reload();
    if (reading.staleSince) onStale?.(reading.staleSince);
    return reading.value;
  };
  const readOpening = (id: string) => read(openingKey(id), () => client.readOpening(id));
  return {
    ...client,
    listOpenings: () => read(['openings'], () => client.listOpenings()),
    listCompanies: () => read(['companies'], () => client.listCompanies()),
    readOpening,
    findOpening: async (id) => unlessClosed(await readOpening(id)),
    searchOpenings: (search) =>
      read(['search', search.company_id, search.q], () => client.searchOpenings(search)),
  };
}

/** A read of a page that is stored: adds it to the record, or makes the page private if it fails. */
async function readFor<T>(
  record: PageRecord,
  name: string,
  reload: () => Promise<Reading<T>>,
): Promise<Reading<T>> {
  record.pendingReads += 1;
  try {
    const reading = await ((record.started.get(name) as Promise<Reading<T>>) ?? reload());
    // A stale value equals no other, so that the page is rendered again as soon as it may.
    const value = reading.staleSince ? Symbol('stale') : reading.value;
    record.reads.set(name, { value, reload });
    return reading;
  } catch (error) {
    record.isPrivate = true;
    throw error;
  } finally {
    record.pendingReads -= 1;
  }
}
