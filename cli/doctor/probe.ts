import { callUrl } from '#src/domain/api/request.ts';
import { type JsonObject, parseJsonObject } from '#src/domain/api/response.ts';
import { isSuccess } from '#src/domain/api/response-status.ts';
import { baseUrlOf, socketPathOf } from '#src/http/base-url.ts';
import { createTransport, type HttpRequest, type HttpResponse } from '#src/http/transport.ts';
import type { TargetHost } from '../connection.ts';
import type { Report } from './check.ts';

/** A response as the host has sent it, before any rule of section 7 is applied. */
export interface Reply {
  readonly response: HttpResponse;
  readonly json: JsonObject | undefined;
  readonly ms: number;
}

export type Probe = ReturnType<typeof createProbe>;

/** Sends single requests to a host, without retries. Each rejects with a TransportError. */
export function createProbe(address: string, { secret, timeoutMs }: TargetHost) {
  const transport = createTransport({
    connectTimeoutMs: timeoutMs,
    socketPath: socketPathOf(address),
  });
  const authorization: Readonly<Record<string, string>> =
    secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  const send = async (
    request: Omit<HttpRequest, 'url' | 'timeout'>,
    path: string,
    query: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => {
    const url = callUrl({ baseUrl: baseUrlOf(address) }, `api/${path}`, query);
    const startedAt = performance.now();
    const response = await transport.request({
      ...request,
      url,
      maxResponseBytes,
      timeout: { kind: 'total', ms: timeoutMs },
    });
    return { response, json: parseJsonObject(response), ms: performance.now() - startedAt };
  };
  return {
    get: (path: string, query?: Readonly<Record<string, string>>) =>
      send({ method: 'GET', headers: authorization }, path, query),
    getWithoutSecret: (path: string) => send({ method: 'GET' }, path),
    post: (path: string, body: NonNullable<HttpRequest['body']>, contentType: string) =>
      send(
        { method: 'POST', headers: { ...authorization, 'content-type': contentType }, body },
        path,
      ),
    close: () => transport.close(),
  };
}

const maxResponseBytes = 256 * 1024 * 1024;
/** The site waits this time for the host before it shows an earlier copy, so visitors notice a host that is slower. */
const slowMs = 2000;

/** Returns the JSON object of a reply. @throws Error if the reply has none */
export function bodyOf({ response, json, ms }: Reply, report: Report): JsonObject {
  const { status, headers } = response;
  const encoding = headers['content-encoding'];
  const type = String(headers['content-type'] ?? '');
  if (status >= 300 && status < 400)
    throw new Error(
      `HTTP ${status} redirects to ${headers.location ?? 'nowhere'}; redirects are not followed`,
    );
  if (encoding !== undefined && encoding !== 'identity')
    throw new Error(
      `the response is compressed (${encoding}), although the request does not accept that`,
    );
  const size = response.body.length;
  if (json === undefined)
    throw new Error(
      size === 0
        ? `HTTP ${status} with an empty body`
        : `HTTP ${status} with ${type || 'a body'} that is no JSON object (${size} bytes)`,
    );
  if (!/json/.test(type))
    report.warn(`the content type is ${type || 'missing'}, not application/json`);
  if (ms > slowMs) report.warn(`the response took ${(ms / 1000).toFixed(1)} s`);
  return json;
}

/** Returns the JSON object of a success (section 7). @throws Error if the reply is no success */
export function successOf(reply: Reply, report: Report): JsonObject {
  const json = bodyOf(reply, report);
  const { status: httpStatus } = reply.response;
  const message = typeof json.message === 'string' ? json.message : '';
  if (httpStatus >= 400) throw new Error(`HTTP ${httpStatus}: ${message || 'no message'}`);
  const status = statusIn(json);
  if (isSuccess(status)) return json;
  throw new Error(
    `status is ${described(status)}: only true, "True" and the number 1 are success${message && ` (${message})`}`,
  );
}

/** @throws Error if the response has none */
export function statusIn(json: JsonObject): unknown {
  if ('status' in json) return json.status;
  throw new Error('the response has no status');
}

export const child = (value: unknown, key: string): unknown =>
  Object.entries(value ?? {}).find(([name]) => name === key)?.[1];

export function described(value: unknown): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  return JSON.stringify(value) ?? 'missing';
}
