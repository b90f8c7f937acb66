import { SettingsError } from '#src/config/environment.ts';
import { settings } from '#src/config/settings.ts';
import { type ApiClient, createApiClient, unlessClosed } from '#src/domain/api/api-client.ts';
import type { VersionedReads } from '#src/domain/api/openings.ts';
import type { Versioned } from '#src/domain/api/request.ts';
import type { ClosedOpening, Opening } from '#src/domain/model/opening.ts';
import { pageRecord } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';
import { publish } from '#src/telemetry/measurements.ts';
import { traceCalls } from '#src/telemetry/tracing.ts';
import { createReadCache, type ReadCache, type Reading } from './read-cache.ts';

/** The entries are the lists, and the openings and searches that visitors read most. */
const maxCachedReads = 256;

const keyOf = <Name extends keyof VersionedReads>(
  ...read: readonly [Name, ...Parameters<VersionedReads[Name]>]
): string => JSON.stringify(read);

interface CachedApi {
  readonly client: ApiClient;
  readonly cache: ReadCache;
}

let siteApi: CachedApi | undefined;

function cachedApi(): CachedApi {
  siteApi ??= createCachedApi();
  return siteApi;
}

/** Reads are reused for CACHE_TTL_MS and shared by concurrent callers, so they ignore `signal`. */
export const apiClient = (): ApiClient => withCachedReads(cachedApi());

/**
 * Runs one read with a client that returns the last good copy while the API host is down or slow. `staleSince` is the time
 * of that copy; it is absent if the value is current. If there is no copy, the function rejects with the read's error.
 */
export async function withStaleFallback<T>(
  read: (client: ApiClient) => Promise<T>,
): Promise<Reading<T>> {
  let reading: Reading<unknown> | undefined;
  const client = withCachedReads(cachedApi(), (result) => {
    reading = result;
  });
  const value = await read(client);
  const { readAt = new Date(), staleSince } = reading ?? {};
  return { value, readAt, ...(staleSince && { staleSince }) };
}

/** Reads an opening from the API host and caches it. Rejects with the read's error. */
export async function refreshOpening(id: string): Promise<Opening | undefined> {
  const { value } = await cachedApi().cache.refresh(keyOf('readOpening', id));
  return unlessClosed(value as Opening | ClosedOpening | undefined);
}

/** The version is undefined while the read fails. */
export async function versionOfRead(key: string): Promise<string | undefined> {
  try {
    const { version, staleSince } = await cachedApi().cache.read(key, { staleAllowed: true });
    return staleSince ? undefined : version;
  } catch (err) {
    log().warn({ event: 'read-failed', err });
    return undefined;
  }
}

function createCachedApi(): CachedApi {
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
    load: (key) => load(client.versioned, key),
    ttlMs: cacheTtlMs,
    timeoutMs: staleAfterMs,
    maxEntries: maxCachedReads,
    onFailure: (err) => log().warn({ event: 'earlier-copy-used', err }),
  });
  return { client, cache };
}

function load(reads: VersionedReads, key: string): Promise<Versioned<unknown>> {
  const [name, argument] = JSON.parse(key);
  return reads[name as keyof VersionedReads](argument);
}

/** If `onRead` is absent, a read that fails is an error. */
function withCachedReads(
  { client, cache }: CachedApi,
  onRead?: (reading: Reading<unknown>) => void,
): ApiClient {
  const get = async <T>(key: string): Promise<T> => {
    const reading = await recordRead(key, () =>
      cache.read(key, { staleAllowed: onRead !== undefined }),
    );
    onRead?.(reading);
    return reading.value as T;
  };
  // The type requires every read: a missing one would be neither cached nor counted as data of a page.
  const reads: Pick<ApiClient, keyof VersionedReads> = {
    listOpenings: () => get(keyOf('listOpenings')),
    listCompanies: () => get(keyOf('listCompanies')),
    offersAlerts: () => get(keyOf('offersAlerts')),
    readOpening: (id) => get(keyOf('readOpening', id)),
    searchOpenings: ({ company_id, q }) => get(keyOf('searchOpenings', { company_id, q })),
  };
  const findOpening: ApiClient['findOpening'] = async (id) =>
    unlessClosed(await reads.readOpening(id));
  return { ...client, ...reads, findOpening };
}

/** Adds a read to the record of the page that is rendered. If the read fails, the page becomes private. */
async function recordRead<T extends Reading<unknown> & Versioned<unknown>>(
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const record = pageRecord();
  if (!record) return read();
  record.pendingReads += 1;
  try {
    const reading = await read();
    // An earlier copy gets no version, so that the page is rendered again as soon as it may.
    record.reads.set(key, reading.staleSince ? undefined : reading.version);
    return reading;
  } catch (error) {
    record.isPrivate = true;
    throw error;
  } finally {
    record.pendingReads -= 1;
  }
}
