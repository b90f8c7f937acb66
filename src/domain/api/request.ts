import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type CallInfo, callInfo, failureName } from '../../http/errors.ts';
import { currentRequestId, requestIdHeader } from '../../http/request-id.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../http/transport.ts';
import { nextIteration } from '../../jobs/turns.ts';
import { type ApiResponse, checkSuccess, type MalformedItem } from './response.ts';
import { withRetries } from './retry.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The header `Idempotency-Key` has it. A host that supports the header processes the request once. */
  readonly idempotencyKey?: string | undefined;
  /** The header `Accept-Language` has it. */
  readonly language?: string | undefined;
  /** The header `networkHeader` has it: the keyed hash of the visitor's network, by which mail is limited. */
  readonly network?: string | undefined;
}

/** Our API host answers with the hash of its site config. */
export const siteConfigHeader = 'x-site-config';

export const networkHeader = 'x-visitor-network';
export const networkHeaders = ({ network }: CallOptions): Record<string, string> =>
  network === undefined ? {} : { [networkHeader]: network };

/** One request and its result, for logs. It contains no query, no body and no personal data. */
export interface CompletedCall extends CallInfo {
  readonly durationMs: number;
  /** The HTTP status, or the reason why there is none. */
  readonly outcome: string;
}

/**
 * A response to the candidate check that is no decision, or whose `status` has a wrong type. It contains no personal data.
 */
export interface UnusableCheck {
  readonly url: string;
  /** The transport's reason, or the kind of response that came instead of a decision. */
  readonly kind: string;
  readonly httpStatus?: number;
}

export interface CallObserver {
  readonly onMalformedItem?: ((item: MalformedItem) => void) | undefined;
  /** Called after each request, retries included. */
  readonly onCallCompleted?: ((call: CompletedCall) => void) | undefined;
  readonly onUnusableCheck?: ((check: UnusableCheck) => void) | undefined;
}

export interface ApiHost extends CallObserver {
  /** Origin and optional path, without a trailing slash. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly headers: Readonly<Record<string, string>>;
  /** The time limit of one call including its retries. */
  readonly timeoutMs: number;
  readonly documentTimeoutMs: number;
}

export interface Versioned<T> {
  readonly value: T;
  /** A digest of the response: two reads with the same version have the same value. */
  readonly version: string;
}

export function callUrl(
  host: Pick<ApiHost, 'baseUrl'>,
  path: string,
  query: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL(`${host.baseUrl}/api/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** A response with the same bytes is not parsed again, and gives the same object. */
export function createRead<T>(
  host: ApiHost,
  parse: (call: CallInfo, response: HttpResponse) => T | Promise<T>,
  maxResponseBytes: number,
) {
  // An empty list is smaller than its own address, so the number of entries is limited too.
  const latest = new LRUCache<string, Versioned<T>>({ max: 1000, maxSize: maxResponseBytes });
  return (
    path: string,
    query: Readonly<Record<string, string>> = {},
    { signal }: CallOptions = {},
  ): Promise<Versioned<T>> => {
    const url = callUrl(host, path, query);
    const call = callInfo('GET', url);
    return withRetries(
      async (ms) => {
        const response = await request(host, {
          method: 'GET',
          url,
          signal,
          timeout: { kind: 'total', ms },
          maxResponseBytes,
        });
        const { status, body } = response;
        const size = body.length || 1;
        const version = await digestOf(body);
        const known = latest.get(url.href);
        if (status === 200 && known?.version === version) return known;
        const read = { value: await parse(call, response), version };
        if (status === 200) latest.set(url.href, read, { size });
        return read;
      },
      { limitMs: host.timeoutMs, signal },
    );
  };
}

/** Hashes parts of 2 MiB, so that other work runs between them: a large list takes some 100 ms. */
async function digestOf(body: Buffer): Promise<string> {
  const part = 2 * 1024 * 1024;
  const hash = createHash('sha256').update(body.subarray(0, part));
  for (let at = part; at < body.length; at += part) {
    await nextIteration();
    hash.update(body.subarray(at, at + part));
  }
  return hash.digest('base64');
}

export function postJson(
  host: ApiHost,
  path: string,
  payload: unknown,
  options: CallOptions = {},
): Promise<ApiResponse> {
  return requestJson(host, {
    method: 'POST',
    url: callUrl(host, path),
    headers: {
      'content-type': 'application/json',
      ...idempotencyKeyHeader(options),
      ...(options.language !== undefined && { 'accept-language': options.language }),
      ...networkHeaders(options),
    },
    body: JSON.stringify(payload),
    signal: options.signal,
    timeout: { kind: 'total', ms: host.timeoutMs },
  });
}

/** Sends a request and applies section 7's success test to the response. */
export async function requestJson(host: ApiHost, httpRequest: HttpRequest): Promise<ApiResponse> {
  const call = callInfo(httpRequest.method, httpRequest.url);
  return { call, body: checkSuccess(call, await request(host, httpRequest)) };
}

/** Sends a request and resolves with any complete response. Every result is reported to `onCallCompleted`. */
export async function request(host: ApiHost, httpRequest: HttpRequest): Promise<HttpResponse> {
  const startedAt = performance.now();
  // The operator finds the lines of both logs that belong to one request by this id.
  const id = currentRequestId();
  const report = (outcome: string) =>
    host.onCallCompleted?.({
      ...callInfo(httpRequest.method, httpRequest.url),
      durationMs: performance.now() - startedAt,
      outcome,
    });
  try {
    const response = await host.transport.request({
      ...httpRequest,
      headers: {
        ...host.headers,
        ...(id !== undefined && { [requestIdHeader]: id }),
        ...httpRequest.headers,
      },
    });
    report(String(response.status));
    return response;
  } catch (error) {
    report(failureName(error));
    throw error;
  }
}

export function idempotencyKeyHeader({ idempotencyKey }: CallOptions): Record<string, string> {
  return idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
}
