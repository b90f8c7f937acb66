import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { TransportError } from '../../http/errors.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../http/transport.ts';
import type { ListMemory } from './list-memory.ts';
import { type ApiResponse, checkSuccess, type MalformedItem } from './response.ts';
import { withRetries } from './retry.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Sent as `Idempotency-Key`. A host that supports the header processes the request once. */
  readonly idempotencyKey?: string | undefined;
}

/** One request and its result, for logs. Contains no query, no body and no personal data. */
export interface CompletedCall {
  readonly method: string;
  readonly url: string;
  readonly durationMs: number;
  /** The HTTP status, or the reason why there is none. */
  readonly outcome: string;
}

/** One API host and the resources that its calls share. */
export interface ApiHost {
  /** Origin and optional path, without a trailing slash. */
  readonly baseUrl: string;
  readonly transport: Transport;
  /** Of every request to this host. */
  readonly headers: Readonly<Record<string, string>>;
  /** For one call including its retries. For an upload, each period without progress. */
  readonly timeoutMs: number;
  readonly onMalformedItem: (item: MalformedItem) => void;
  readonly onCallCompleted: (call: CompletedCall) => void;
  readonly latestReads: LatestReads;
  readonly lists: ListMemory;
}

/** What a read gives, and the version of it. */
export interface Versioned<T> {
  readonly value: T;
  /** A digest of the response: two reads with the same version have the same value. */
  readonly version: string;
}

/** The latest response of each read that is no list, by URL. */
export type LatestReads = LRUCache<string, Versioned<ApiResponse>>;

export const createLatestReads = (): LatestReads => new LRUCache({ max: 1000 });

/** The URL of a call: `<base URL>/api/<path>?<query>`. */
export function callUrl(
  host: ApiHost,
  path: string,
  query: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL(`${host.baseUrl}/api/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/**
 * A read that is no list. Repeated when a temporary failure allows it (retry.ts). A response with the version of the
 * previous one of its URL gives the same object, so that it is parsed and validated once.
 */
export function getJson(
  host: ApiHost,
  path: string,
  query: Readonly<Record<string, string>>,
  { signal }: CallOptions = {},
): Promise<Versioned<ApiResponse>> {
  const url = callUrl(host, path, query);
  return withRetries(
    async (ms) => {
      const timeout = { kind: 'total', ms } as const;
      const received = await request(host, { method: 'GET', url, signal, timeout });
      const version = hash('sha256', received.body, 'base64');
      const latest = host.latestReads.get(url.href);
      if (received.status === 200 && latest?.version === version) return latest;
      const call = { method: 'GET', url: url.origin + url.pathname };
      const read = { value: { call, body: checkSuccess(call, received) }, version };
      if (received.status === 200) host.latestReads.set(url.href, read);
      return read;
    },
    { limitMs: host.timeoutMs, signal },
  );
}

/** A write of one JSON object. Never repeated. */
export function postJson(
  host: ApiHost,
  path: string,
  payload: unknown,
  options: CallOptions = {},
): Promise<ApiResponse> {
  return requestJson(host, {
    method: 'POST',
    url: callUrl(host, path),
    headers: { 'content-type': 'application/json', ...idempotencyKeyHeader(options) },
    body: JSON.stringify(payload),
    signal: options.signal,
    timeout: { kind: 'total', ms: host.timeoutMs },
  });
}

/** Sends a request and applies section 7's success test to the response. */
export async function requestJson(host: ApiHost, httpRequest: HttpRequest): Promise<ApiResponse> {
  const { method, url } = httpRequest;
  const call = { method, url: url.origin + url.pathname };
  return { call, body: checkSuccess(call, await request(host, httpRequest)) };
}

/** Sends a request and resolves with any complete response. Reports it to `onCallCompleted` either way. */
export async function request(host: ApiHost, httpRequest: HttpRequest): Promise<HttpResponse> {
  const startedAt = performance.now();
  const report = (outcome: string) =>
    host.onCallCompleted({
      method: httpRequest.method,
      url: httpRequest.url.origin + httpRequest.url.pathname,
      durationMs: performance.now() - startedAt,
      outcome,
    });
  try {
    const response = await host.transport.request({
      ...httpRequest,
      headers: { ...host.headers, ...httpRequest.headers },
    });
    report(String(response.status));
    return response;
  } catch (error) {
    report(error instanceof TransportError ? error.reason : 'malformed');
    throw error;
  }
}

export function idempotencyKeyHeader({ idempotencyKey }: CallOptions): Record<string, string> {
  return idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
}
