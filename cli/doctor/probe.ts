import { callUrl } from '#src/domain/api/request.ts';
import { parseJsonObject } from '#src/domain/api/response.ts';
import { isSuccess } from '#src/domain/api/response-status.ts';
import { baseUrlOf, socketPathOf } from '#src/http/base-url.ts';
import { createTransport, type HttpRequest, type HttpResponse } from '#src/http/transport.ts';
import type { TargetHost } from '../connection.ts';
import { type CheckProblem, fail, hasFailed, warnIf } from './check.ts';

/** A response as the host has sent it, before any rule of section 7 is applied. */
export interface Reply {
  readonly response: HttpResponse;
  readonly json: Readonly<Record<string, unknown>> | undefined;
  readonly ms: number;
}

/** Sends single requests to a host, without retries. It rejects with a TransportError. */
export interface Probe {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<Reply>;
  getWithoutSecret(path: string): Promise<Reply>;
  post(path: string, body: HttpRequest['body'], contentType: string): Promise<Reply>;
  close(): Promise<void>;
}

export function createProbe(address: string, { secret, timeoutMs }: TargetHost): Probe {
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
    const url = callUrl({ baseUrl: baseUrlOf(address) }, path, query);
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
    get: (path, query) => send({ method: 'GET', headers: authorization }, path, query),
    getWithoutSecret: (path) => send({ method: 'GET' }, path),
    post: (path, body, contentType) =>
      send(
        {
          method: 'POST',
          headers: { ...authorization, 'content-type': contentType },
          ...(body !== undefined && { body }),
        },
        path,
      ),
    close: () => transport.close(),
  };
}

const maxResponseBytes = 256 * 1024 * 1024;
/** The site waits this time for the host before it shows an earlier copy: visitors notice a slower host. */
const slowMs = 2000;

export function replyProblems({ response, json, ms }: Reply): CheckProblem[] {
  const { status, headers } = response;
  const encoding = headers['content-encoding'];
  const type = String(headers['content-type'] ?? '');
  if (status >= 300 && status < 400)
    return [
      fail(
        `HTTP ${status} redirects to ${headers.location ?? 'nowhere'}; redirects are not followed`,
      ),
    ];
  if (encoding !== undefined && encoding !== 'identity')
    return [
      fail(`the response is compressed (${encoding}), although the request does not accept that`),
    ];
  if (json === undefined) {
    const size = response.body.length;
    return [
      fail(
        size === 0
          ? `HTTP ${status} with an empty body`
          : `HTTP ${status} with ${type || 'a body'} that is no JSON object (${size} bytes)`,
      ),
    ];
  }
  return [
    ...warnIf(!/json/.test(type), `the content type is ${type || 'missing'}, not application/json`),
    ...warnIf(ms > slowMs, `the response took ${(ms / 1000).toFixed(1)} s`),
  ];
}

export function successProblems(reply: Reply): CheckProblem[] {
  const problems = replyProblems(reply);
  const { response, json } = reply;
  if (json === undefined || hasFailed(problems)) return problems;
  if (response.status >= 400)
    return [...problems, fail(`HTTP ${response.status}: ${text(json.message) || 'no message'}`)];
  if (!('status' in json)) return [...problems, fail('the response has no status')];
  if (isSuccess(json.status)) return problems;
  const message = text(json.message);
  return [
    ...problems,
    fail(
      `status is ${described(json.status)}: only true, "True" and the number 1 are success${message && ` (${message})`}`,
    ),
  ];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const child = (value: unknown, key: string): unknown =>
  Object.entries(value ?? {}).find(([name]) => name === key)?.[1];

export function described(value: unknown): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  return JSON.stringify(value) ?? 'missing';
}
