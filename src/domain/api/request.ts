import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, type CallInfo, callInfo, failureName, RefusedError } from '#src/http/errors.ts';
import { currentRequestId, requestIdHeader } from '#src/http/request-id.ts';
import type { HttpRequest, Transport } from '#src/http/transport.ts';
import { yieldToEventLoop } from '#src/jobs/yielding.ts';
import { failureOf } from './failures.ts';
import {
  type ApiResponse,
  type CallResponse,
  checkSuccess,
  type MalformedItem,
} from './response.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The value of `Idempotency-Key`. A host that supports this header processes the request once. */
  readonly idempotencyKey?: string | undefined;
  /** The value of `Accept-Language`. */
  readonly language?: string | undefined;
  /** The value of `networkHeader`: the keyed hash of the visitor's network, by which mail is limited. */
  readonly network?: string | undefined;
  /** The time limit of the call in milliseconds. The default is the host's. */
  readonly timeoutMs?: number;
  /** An earlier result. If the response has the same bytes, it is not parsed, and the call resolves with this. */
  readonly earlier?: Versioned<unknown> | undefined;
}

/** The header with which our API host sends the hash of its site config. */
export const siteConfigHeader = 'x-site-config';

export const networkHeader = 'x-visitor-network';

/** One request and its result, for logs. It contains no query, no body and no personal data. */
export interface CompletedCall extends CallInfo {
  readonly durationMs: number;
  /** The HTTP status, or the reason why there is none. */
  readonly outcome: string;
}

/** A response to the candidate check that is no decision, or whose `status` has a wrong type, without personal data. */
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
  /** The secret, which only our API host gets. */
  readonly secret: string | undefined;
  /** The time limit of one call including its retries. */
  readonly timeoutMs: number;
  readonly documentTimeoutMs: number;
}

export interface Versioned<T> {
  readonly value: T;
  /** A digest of the response: two reads with the same version have the same value. */
  readonly version: string;
}

/** Returns the URL of a path of the host. The paths of section 7 begin with `api/`. */
export function callUrl(
  { baseUrl }: Pick<ApiHost, 'baseUrl'>,
  path: string,
  query: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL(`${baseUrl}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

export const createRead =
  <T>(host: ApiHost, parse: (response: CallResponse) => T | Promise<T>, maxResponseBytes: number) =>
  (
    path: string,
    query: Readonly<Record<string, string>> = {},
    { signal, earlier }: CallOptions = {},
  ): Promise<Versioned<T>> => {
    const url = callUrl(host, path, query);
    return withRetries(
      async (timeoutMs) => {
        const get = { method: 'GET', url, maxResponseBytes } as const;
        const response = await request(host, get, { signal, timeoutMs });
        const version = await digestOf(response.body);
        if (response.status === 200 && earlier?.version === version) return earlier as Versioned<T>;
        return { value: await parse(response), version };
      },
      { limitMs: host.timeoutMs, signal },
    );
  };

/** Hashes parts of 2 MiB, so that other work runs in between, because hashing a large list takes some 100 ms. */
async function digestOf(body: Buffer): Promise<string> {
  const part = 2 * 1024 * 1024;
  const hash = createHash('sha256').update(body.subarray(0, part));
  for (let at = part; at < body.length; at += part) {
    await yieldToEventLoop();
    hash.update(body.subarray(at, at + part));
  }
  return hash.digest('base64');
}

export const postJson = (
  host: ApiHost,
  path: string,
  payload: object,
  options?: CallOptions,
): Promise<ApiResponse> =>
  requestJson(
    host,
    {
      method: 'POST',
      url: callUrl(host, path),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    },
    options,
  );

/** Without `timeout` the whole call has the limit of its options. */
type Call = Omit<HttpRequest, 'signal' | 'timeout'> & Partial<Pick<HttpRequest, 'timeout'>>;

/** Sends a request and applies section 7's success test to the response. */
export async function requestJson(
  host: ApiHost,
  sent: Call,
  options?: CallOptions,
): Promise<ApiResponse> {
  const response = await request(host, sent, options);
  return { call: response.call, body: checkSuccess(response) };
}

/** Sends a request and resolves with any complete response. Every result is reported to `onCallCompleted`. */
export async function request(
  host: ApiHost,
  sent: Call,
  { signal, timeoutMs = host.timeoutMs, ...options }: CallOptions = {},
): Promise<CallResponse> {
  const startedAt = performance.now();
  const call = callInfo(sent.method, sent.url);
  const report = (outcome: string) =>
    host.onCallCompleted?.({
      ...call,
      durationMs: performance.now() - startedAt,
      outcome,
    });
  try {
    const response = await host.transport.request({
      timeout: { kind: 'total', ms: timeoutMs },
      ...sent,
      signal,
      headers: { ...headersOf(host, options), ...sent.headers },
    });
    report(String(response.status));
    return { ...response, call };
  } catch (error) {
    report(failureName(error));
    throw error;
  }
}

function headersOf(
  { secret }: ApiHost,
  { idempotencyKey, language, network }: CallOptions,
): Record<string, string> {
  // With this id an operator finds the lines of one request in the logs of site and host.
  const id = currentRequestId();
  return {
    ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
    ...(id !== undefined && { [requestIdHeader]: id }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(language !== undefined && { 'accept-language': language }),
    ...(network !== undefined && { [networkHeader]: network }),
  };
}

const retries = 2;
const firstDelayMs = 100;

/**
 * All attempts and delays share one time limit, and respect Retry-After, which p-retry does not. `attempt` receives the
 * remaining milliseconds, and must end when `signal` is aborted. Writes must not use it.
 */
export async function withRetries<Result>(
  attempt: (remainingMs: number) => Promise<Result>,
  { limitMs, signal }: { readonly limitMs: number; readonly signal?: AbortSignal | undefined },
): Promise<Result> {
  const deadline = performance.now() + limitMs;
  const remainingMs = () => deadline - performance.now();
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt(Math.max(1, remainingMs()));
    } catch (error) {
      const delayMs = delayBefore(retry, error);
      const isTemporary = error instanceof ApiError && failureOf(error).isTemporary;
      if (retry === retries || !isTemporary || delayMs >= remainingMs()) throw error;
      await delay(delayMs, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}

/** The delay triples at each retry and gains up to 100 % jitter, so that clients do not retry at the same moment. */
function delayBefore(retry: number, error: unknown): number {
  const retryAfterMs = error instanceof RefusedError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(retryAfterMs, firstDelayMs * 3 ** retry * (1 + Math.random()));
}
