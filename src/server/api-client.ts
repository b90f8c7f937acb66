import { SettingsError, settings } from '#src/config/settings.ts';
import { type ApiClient, createApiClient, unlessClosed } from '#src/domain/api/api-client.ts';
import type { OpeningSearch, VersionedReads } from '#src/domain/api/openings.ts';
import type { Versioned } from '#src/domain/api/request.ts';
import type { ClosedOpening, Opening } from '#src/domain/model/opening.ts';
import { traceCalls } from '#src/http/tracing.ts';
import { log } from './logger.ts';
import { publish } from './measurements.ts';
import { createReadCache, type ReadCache, type Reading } from './read-cache.ts';
import { pageRecord } from './request-context.ts';

/** How long a visitor waits for current openings when an earlier copy can be shown, in milliseconds. */
const staleAfterMs = 2000;
/** The lists, and the openings and searches that visitors read most. */
const maxCachedReads = 256;

/** A read of the API, as data: its name and its argument. */
type Read =
  | readonly ['listOpenings']
  | readonly ['listCompanies']
  | readonly ['readOpening', string]
  | readonly ['searchOpenings', OpeningSearch];

const keyOf = (read: Read): string => JSON.stringify(read);

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
  const { value } = await cachedApi.cache.refresh(keyOf(['readOpening', id]));
  return unlessClosed(value as Opening | ClosedOpening | undefined);
}

/** The version of a read that a page has made, by its key; undefined while it cannot be read. */
export async function versionOfRead(key: string): Promise<string | undefined> {
  cachedApi ??= createCachedApi();
  try {
    const { version, staleSince } = await cachedApi.cache.read(key, { staleAllowed: true });
    return staleSince ? undefined : version;
  } catch (err) {
    log().warn({ event: 'read-failed', err });
    return undefined;
  }
}

function createCachedApi(): CachedApi {
  const { apiHost, apiSecondaryHost: secondaryHost, apiTimeoutMs, cacheTtlMs } = settings();
  const { apiHostSecret: secret } = settings();
  if (apiHost === undefined)
    throw new SettingsError([
      { variable: 'API_HOST', message: 'must be set where no embedded API host was started' },
    ]);
  const client = createApiClient({
    apiHost,
    secondaryHost,
    secret,
    timeoutMs: apiTimeoutMs,
    onMalformedItem: ({ omitted, ...which }) =>
      log().warn({ event: omitted === 'item' ? 'item-omitted' : 'item-parts-omitted', ...which }),
    onUnusableCheck: (check) => log().warn({ event: 'candidate-check-unusable', ...check }),
    onCallCompleted: (call) => publish('call', () => call),
    wrapTransport: traceCalls,
  });
  const cache = createReadCache({
    load: (key) => load(client.versioned, JSON.parse(key)),
    ttlMs: cacheTtlMs,
    timeoutMs: staleAfterMs,
    maxEntries: maxCachedReads,
    onFailure: (err) => log().warn({ event: 'earlier-copy-used', err }),
  });
  return { client, cache };
}

function load(reads: VersionedReads, read: Read): Promise<Versioned<unknown>> {
  switch (read[0]) {
    case 'listOpenings':
      return reads.listOpenings();
    case 'listCompanies':
      return reads.listCompanies();
    case 'readOpening':
      return reads.readOpening(read[1]);
    case 'searchOpenings':
      return reads.searchOpenings(read[1]);
  }
}

/** Without `onStale`, a read that fails is an error. */
function withCachedReads({ client, cache }: CachedApi, onStale?: (since: Date) => void): ApiClient {
  const get = async <T>(read: Read): Promise<T> => {
    const reading = await recorded(keyOf(read), (key) =>
      cache.read(key, { staleAllowed: onStale !== undefined }),
    );
    if (reading.staleSince) onStale?.(reading.staleSince);
    return reading.value as T;
  };
  // Every read: one that is not here would be neither cached nor counted as data of a page.
  const reads: Pick<ApiClient, keyof VersionedReads> = {
    listOpenings: () => get(['listOpenings']),
    listCompanies: () => get(['listCompanies']),
    readOpening: (id) => get(['readOpening', id]),
    searchOpenings: ({ company_id, q }) => get(['searchOpenings', { company_id, q }]),
  };
  const findOpening: ApiClient['findOpening'] = async (id) =>
    unlessClosed(await reads.readOpening(id));
  return { ...client, ...reads, findOpening };
}

/** Adds a read to the record of the page that is rendered, or makes the page private if the read fails. */
async function recorded<T extends Reading<unknown> & Versioned<unknown>>(
  key: string,
  read: (key: string) => Promise<T>,
): Promise<T> {
  const record = pageRecord();
  if (!record) return read(key);
  record.pendingReads += 1;
  try {
    const reading = await read(key);
    // No version equals an earlier copy's, so that the page is rendered again as soon as it may.
    record.reads.set(key, reading.staleSince ? undefined : reading.version);
    return reading;
  } catch (error) {
    record.isPrivate = true;
    throw error;
  } finally {
    record.pendingReads -= 1;
  }
}
