import { z } from 'zod';
import { ApiError } from '../../http/errors.ts';
import { type LinkedApplication, linkedApplicationSchema } from '../model/linked-application.ts';
import { idSchema } from '../model/opening.ts';
import { postOwn, shortTimeoutMs, unlessMissing } from './own-calls.ts';
import type { ApiHost } from './request.ts';
import { parseItem } from './response.ts';

export async function registerLink(
  host: ApiHost,
  applicantId: string,
  token: string,
): Promise<string | undefined> {
  const path = `applications/${encodeURIComponent(applicantId)}/link`;
  try {
    const response = await postOwn(host, path, { token }, shortTimeoutMs(host));
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
  const response = await unlessMissing(postOwn(host, 'links/read', { token }));
  return response && parseItem(response, linkedApplicationSchema, response.body.data);
}

export const withdrawByLink = async (host: ApiHost, token: string): Promise<boolean> =>
  (await unlessMissing(postOwn(host, 'links/withdraw', { token }))) !== undefined;

export async function eraseByLink(host: ApiHost, token: string): Promise<string | undefined> {
  const response = await unlessMissing(postOwn(host, 'links/erase', { token }));
  const erased = z.object({ applicant_id: idSchema });
  return response && parseItem(response, erased, response.body.data).applicant_id;
}
