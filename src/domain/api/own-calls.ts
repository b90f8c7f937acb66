import { z } from 'zod';
import { ApiError, RefusedError } from '#src/http/errors.ts';
import { type ApiHost, type CallOptions, callUrl, postJson, request } from './request.ts';
import type { ApiResponse } from './response.ts';

// The calls that only our API host has, besides section 7.

/** Returns the instant until which a mail to the visitor waits because of a limit of mails. */
export const mailUntil = ({ mail_until }: Readonly<Record<string, unknown>>): string | undefined =>
  z.iso.datetime().safeParse(mail_until).data;

/** A page waits for some of these calls, so their time limit is short. */
export const shortTimeout = ({ timeoutMs }: ApiHost): Pick<CallOptions, 'timeoutMs'> => ({
  timeoutMs: Math.min(2000, timeoutMs),
});

/** Resolves with undefined if there is no response in time. */
export const getInTime = (host: ApiHost, path: string) =>
  ifSupported(() => request(host, { method: 'GET', url: callUrl(host, path) }, shortTimeout(host)));

/**
 * Sends the token of a link in the body, because proxies and servers log addresses. Resolves with undefined if the host
 * answers 404, because there is no such link.
 */
export const postToken = (
  host: ApiHost,
  path: string,
  token: string,
  further: object = {},
): Promise<ApiResponse | undefined> =>
  postJson(host, path, { token, ...further }).catch((error: unknown) => {
    if (error instanceof RefusedError && error.httpStatus === 404) return undefined;
    throw error;
  });

/** Resolves with undefined if a call fails, because only our host has it. */
export const ifSupported = <Result>(call: () => Promise<Result>): Promise<Result | undefined> =>
  call().catch((error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
