import { SettingsError } from '#src/config/environment.ts';
import { settings } from '#src/config/settings.ts';
import { type ApiClient, createApiClient, unlessClosed } from '#src/domain/api/api-client.ts';
import type { Versioned } from '#src/domain/api/request.ts';
import type { ClosedOpening, Company, Opening } from '#src/domain/model/opening.ts';
import { pageRecord } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';
import { publish } from '#src/telemetry/measurements.ts';
import { traceCalls } from '#src/telemetry/tracing.ts';
import { createReadCache, type Reading } from './read-cache.ts';

/** The entries are the lists, and the openings and searches that visitors read most. */
const maxCachedReads = 256;

type VersionedReads = ApiClient['versioned'];
type ReadName = keyof VersionedReads;
type ValueOf<Name extends ReadName> = Awaited<ReturnType<VersionedReads[Name]>>['value'];

type Read<Name extends ReadName> = readonly [Name, ...Parameters<VersionedReads[Name]>];

const keyOf = <Name extends ReadName>(...read: Read<Name>): string => JSON.stringify(read);

let siteApi: ReturnType<typeof createCachedApi> | undefined;

function cachedApi() {
  siteApi ??= createCachedApi();
  return siteApi;
}

/** Returns the calls that are sent each time. A read is cached and counted as data of a page, so it is a call of `readApi`. */
export const apiClient = (): Omit<ApiClient, ReadName | 'findOpening' | 'versioned'> =>
  cachedApi().client;

/**
 * Reads from the API host. A value is reused for CACHE_TTL_MS, and shared by concurrent callers. While the host is down or
 * slow, it is the last good one, with `staleSince`; without one the call rejects with the read's error. A page that is rendered
 * records its reads, and becomes private if one fails.
 */
export async function readApi<Name extends ReadName>(
  ...call: Read<Name>
): Promise<Reading<ValueOf<Name>>> {
  const key = keyOf(...call);
  const reading = cachedApi().cache.read(key);
  const record = pageRecord();
  if (!record) return reading as Promise<Reading<ValueOf<Name>>>;
  record.pendingReads += 1;
  try {
    const { version, ...read } = await reading;
    // An earlier copy gets no version, so that the page is rendered again as soon as it may.
    record.reads.set(key, read.staleSince ? undefined : version);
    return read as Reading<ValueOf<Name>>;
  } catch (error) {
    record.isPrivate = true;
    throw error;
  } finally {
    record.pendingReads -= 1;
  }
}

/** Returns whether the API host tells people by mail about new openings; undefined while it does not respond. */
export const offersAlerts = async (): Promise<boolean | undefined> =>
  (await readApi('offersAlerts')).value;

/** Returns the companies; undefined, with a line in the log, if there is no copy of them either. Never rejects. */
export async function readCompanies(): Promise<readonly Company[] | undefined> {
  try {
    const { value } = await readApi('listCompanies');
    return value;
  } catch (err) {
    log().warn({ event: 'companies-unavailable', err });
    return undefined;
  }
}

/** Reads an opening from the API host and caches it. Rejects with the read's error. */
export async function refreshOpening(id: string): Promise<Opening | undefined> {
  const value = await cachedApi().cache.refresh(keyOf('readOpening', id));
  return unlessClosed(value as Opening | ClosedOpening | undefined);
}

/** The version is undefined while the read fails. */
export async function versionOfRead(key: string): Promise<string | undefined> {
  try {
    const { version, staleSince } = await cachedApi().cache.read(key);
    return staleSince ? undefined : version;
  } catch (err) {
    log().warn({ event: 'read-failed', err });
    return undefined;
  }
}

function createCachedApi() {
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
    load: (key, earlier) => load(client.versioned, key, earlier),
    ttlMs: cacheTtlMs,
    timeoutMs: staleAfterMs,
    maxEntries: maxCachedReads,
    onFailure: (err) => log().warn({ event: 'earlier-copy-used', err }),
  });
  return { client, cache };
}

function load(
  reads: VersionedReads,
  key: string,
  earlier: Versioned<unknown> | undefined,
): Promise<Versioned<unknown>> {
  const [name, ...args] = JSON.parse(key);
  return Reflect.apply(reads[name as ReadName], reads, [...args, { earlier }]);
}
