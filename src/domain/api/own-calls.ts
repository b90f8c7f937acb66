import { z } from 'zod';
import { ApiError, RefusedError } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/transport.ts';
import { type ApiHost, type CallOptions, networkHeaders, request, requestJson } from './request.ts';
import type { ApiResponse } from './response.ts';

// These are the calls that only our API host has, beside section 7.

/** Returns the instant until which a mail to the visitor waits, because there are too many mails. */
export const mailUntil = ({ mail_until }: Readonly<Record<string, unknown>>): string | undefined =>
  z.iso.datetime().safeParse(mail_until).data;

/** A page waits for some of these calls, so their time limit in milliseconds is short. */
export const shortTimeoutMs = ({ timeoutMs }: ApiHost): number => Math.min(2000, timeoutMs);

export const getOwn = (host: ApiHost, path: string, ms = host.timeoutMs): Promise<HttpResponse> =>
  request(host, {
    method: 'GET',
    url: new URL(`${host.baseUrl}/${path}`),
    timeout: { kind: 'total', ms },
  });

/** A secret is sent in the body, because proxies and servers log addresses. */
export const postOwn = (
  host: ApiHost,
  path: string,
  body: object,
  ms = host.timeoutMs,
  options: CallOptions = {},
): Promise<ApiResponse> =>
  requestJson(host, {
    method: 'POST',
    url: new URL(`${host.baseUrl}/${path}`),
    headers: { 'content-type': 'application/json', ...networkHeaders(options) },
    body: JSON.stringify(body),
    timeout: { kind: 'total', ms },
  });

/** Sends the token of a link. Resolves with undefined if the host answers 404: there is no such link. */
export const postToken = (
  host: ApiHost,
  path: string,
  token: string,
  further: object = {},
): Promise<ApiResponse | undefined> =>
  postOwn(host, path, { token, ...further }).catch((error: unknown) => {
    if (error instanceof RefusedError && error.httpStatus === 404) return undefined;
    throw error;
  });

/** Resolves with undefined if a call fails: any other host does not have it. */
export async function unlessFailed<Result>(
  call: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
