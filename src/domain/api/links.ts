import { z } from 'zod';
import { type LinkedApplication, linkedApplicationSchema } from '../model/linked-application.ts';
import { idSchema } from '../model/opening.ts';
import { postOwn, postToken, shortTimeoutMs, unlessFailed } from './own-calls.ts';
import type { ApiHost } from './request.ts';
import { parseItem } from './response.ts';

export const registerLink = (
  host: ApiHost,
  applicantId: string,
  token: string,
): Promise<string | undefined> =>
  unlessFailed(async () => {
    const path = `applications/${encodeURIComponent(applicantId)}/link`;
    const response = await postOwn(host, path, { token }, shortTimeoutMs(host));
    const registered = z.object({ expires_at: z.iso.datetime() });
    return parseItem(response, registered, response.body).expires_at;
  });

export async function readLink(
  host: ApiHost,
  token: string,
): Promise<LinkedApplication | undefined> {
  const response = await postToken(host, 'links/read', token);
  return response && parseItem(response, linkedApplicationSchema, response.body.data);
}

export const withdrawByLink = async (host: ApiHost, token: string): Promise<boolean> =>
  (await postToken(host, 'links/withdraw', token)) !== undefined;

export async function eraseByLink(host: ApiHost, token: string): Promise<string | undefined> {
  const response = await postToken(host, 'links/erase', token);
  const erased = z.object({ applicant_id: idSchema });
  return response && parseItem(response, erased, response.body.data).applicant_id;
}
