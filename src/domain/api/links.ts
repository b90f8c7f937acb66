import { z } from 'zod';
import { ApiError, RefusedError } from '../../http/errors.ts';
import { type LinkedApplication, linkedApplicationSchema } from '../model/linked-application.ts';
import { idSchema } from '../model/opening.ts';
import { type ApiHost, requestJson } from './request.ts';
import { type ApiResponse, parseItem } from './response.ts';

/** The limit is short because a page waits for this call. */
const registerTimeoutMs = 2000;

/** The token is sent in a body, because proxies and servers log addresses. */
const call = (
  host: ApiHost,
  path: string,
  token: string,
  ms = host.timeoutMs,
): Promise<ApiResponse> =>
  requestJson(host, {
    method: 'POST',
    url: new URL(`${host.baseUrl}/${path}`),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    timeout: { kind: 'total', ms },
  });

export async function registerLink(
  host: ApiHost,
  applicantId: string,
  token: string,
): Promise<string | undefined> {
  const path = `applications/${encodeURIComponent(applicantId)}/link`;
  try {
    const ms = Math.min(registerTimeoutMs, host.timeoutMs);
    const response = await call(host, path, token, ms);
    return parseItem(response, z.object({ expires_at: z.iso.datetime() }), response.body)
      .expires_at;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

export async function readLink(
  host: ApiHost,
  token: string,
): Promise<LinkedApplication | undefined> {
  const response = await unlessMissing(call(host, 'links/read', token));
  return response && parseItem(response, linkedApplicationSchema, response.body.data);
}

export const withdrawByLink = async (host: ApiHost, token: string): Promise<boolean> =>
  (await unlessMissing(call(host, 'links/withdraw', token))) !== undefined;

export async function eraseByLink(host: ApiHost, token: string): Promise<string | undefined> {
  const response = await unlessMissing(call(host, 'links/erase', token));
  const erased = z.object({ applicant_id: idSchema });
  return response && parseItem(response, erased, response.body.data).applicant_id;
}

async function unlessMissing(response: Promise<ApiResponse>): Promise<ApiResponse | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof RefusedError && error.httpStatus === 404) return undefined;
    throw error;
  }
}
