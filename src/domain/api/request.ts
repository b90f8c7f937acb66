import { TransportError } from '../../http/errors.ts';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import type { Transport } from '../../http/transport.ts';
import { type Asked, acceptedReply, type Envelope } from './reply.ts';
import { withRetries } from './retry.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Sent as `Idempotency-Key`, so that a host which knows the header acts once. */
  readonly idempotencyKey?: string | undefined;
}

/** An item of a list that was left out because it could not be understood. */
export interface MalformedItem {
  readonly url: string;
  readonly index: number;
  readonly detail: string;
}

/** One exchange with a host, for logs: no query, no body, nothing personal. */
export interface CallEvent {
  readonly method: string;
  readonly url: string;
  readonly ms: number;
  /** The HTTP status, or why there was none. */
  readonly outcome: string;
}

/** One API host, and what its calls share. */
export interface ApiHost {
  /** Origin, and a path where the host lives under one, without a trailing slash. */
  readonly base: string;
  readonly transport: Transport;
  /** For one call with its repetitions; for an upload, each stretch without progress. */
  readonly timeoutMs: number;
  readonly onMalformedItem: (item: MalformedItem) => void;
  readonly onCall: (event: CallEvent) => void;
}

export interface Accepted {
  readonly asked: Asked;
  readonly body: Envelope;
}

/** The address of a call: everything lives under /api/. */
export function callUrl(
  host: ApiHost,
  path: string,
  query: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL(`${host.base}/api/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** A read that section 7 calls a success; repeated a little where that may help (retry.ts). */
export function read(
  host: ApiHost,
  path: string,
  query: Readonly<Record<string, string>>,
  options: CallOptions = {},
): Promise<Accepted> {
  const url = callUrl(host, path, query);
  return withRetries(
    (ms) =>
      send(host, { method: 'GET', url, signal: options.signal, limit: { kind: 'whole', ms } }),
    { limitMs: host.timeoutMs, signal: options.signal },
  );
}

/** A write of one JSON object, sent once and never again. */
export function write(
  host: ApiHost,
  path: string,
  payload: unknown,
  options: CallOptions = {},
): Promise<Accepted> {
  return send(host, {
    method: 'POST',
    url: callUrl(host, path),
    headers: { 'content-type': 'application/json', ...idempotencyKeyHeader(options) },
    body: JSON.stringify(payload),
    signal: options.signal,
    limit: { kind: 'whole', ms: host.timeoutMs },
  });
}

/** Sends a request and applies section 7's test to the reply. */
export async function send(host: ApiHost, httpRequest: HttpRequest): Promise<Accepted> {
  const { method, url } = httpRequest;
  const asked = { method, url: url.origin + url.pathname };
  return { asked, body: acceptedReply(asked, await request(host, httpRequest)) };
}

/** Sends a request and hands back any complete reply; tells `onCall` either way. */
export async function request(host: ApiHost, httpRequest: HttpRequest): Promise<HttpReply> {
  const began = performance.now();
  const tell = (outcome: string) =>
    host.onCall({
      method: httpRequest.method,
      url: httpRequest.url.origin + httpRequest.url.pathname,
      ms: performance.now() - began,
      outcome,
    });
  try {
    const reply = await host.transport.send(httpRequest);
    tell(String(reply.status));
    return reply;
  } catch (error) {
    tell(error instanceof TransportError ? error.reason : 'malformed');
    throw error;
  }
}

export function idempotencyKeyHeader({ idempotencyKey }: CallOptions): Record<string, string> {
  return idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
}
