import { RefusedError } from '../../http/errors.ts';
import { type ApiHost, requestJson } from './request.ts';
import type { ApiResponse } from './response.ts';

/** A page waits for some of these calls, so their time limit in milliseconds is short. */
export const shortTimeoutMs = ({ timeoutMs }: ApiHost): number => Math.min(2000, timeoutMs);

/**
 * Makes a call that only our API host has, beside section 7. What is secret is sent in the body, because proxies and servers
 * log addresses.
 */
export const postOwn = (
  host: ApiHost,
  path: string,
  body: object,
  ms = host.timeoutMs,
): Promise<ApiResponse> =>
  requestJson(host, {
    method: 'POST',
    url: new URL(`${host.baseUrl}/${path}`),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    timeout: { kind: 'total', ms },
  });

/** Resolves with undefined if the host answers 404. */
export async function unlessMissing(
  response: Promise<ApiResponse>,
): Promise<ApiResponse | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof RefusedError && error.httpStatus === 404) return undefined;
    throw error;
  }
}
