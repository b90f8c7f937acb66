import { z } from 'zod';
import { linkedApplicationSchema } from '#src/domain/model/linked-application.ts';
import { idSchema } from '#src/domain/model/opening.ts';
import { getInTime, ifSupported, postToken, shortTimeout } from './own-calls.ts';
import { type ApiHost, type CallOptions, postJson } from './request.ts';
import { parseItem, parseJsonObject } from './response.ts';

const registeredSchema = z.object({ expires_at: z.iso.datetime(), replacements_left: z.int() });
const erasedSchema = z.object({ applicant_id: idSchema });

/** Only our API host has links. Calls with a token only resolve with undefined or false if it leads to nothing. */
export const linkCalls = (host: ApiHost) => ({
  /** Returns the link; undefined if the host has no links or does not respond. */
  registerLink: (applicantId: string, token: string) =>
    ifSupported(async () => {
      const path = `applications/${encodeURIComponent(applicantId)}/link`;
      const response = await postJson(host, path, { token }, shortTimeout(host));
      return parseItem(response, registeredSchema, response.body);
    }),
  /** Whether the host mails lost links. Undefined without a response. */
  mailsLinks: async () => {
    const response = await getInTime(host, 'links');
    return response && response.status === 200 && parseJsonObject(response)?.mailed === true;
  },
  /** The answer is the same for every address. @throws RefusedError 422 if it is no email address */
  mailLinks: async (emailaddress: string, options?: CallOptions): Promise<void> => {
    await postJson(host, 'links/mail', { emailaddress }, options);
  },
  readLink: async (token: string) => {
    const response = await postToken(host, 'links/read', token);
    return response && parseItem(response, linkedApplicationSchema, response.body.data);
  },
  withdrawByLink: async (token: string) =>
    (await postToken(host, 'links/withdraw', token)) !== undefined,
  eraseByLink: async (token: string) => {
    const response = await postToken(host, 'links/erase', token);
    return response && parseItem(response, erasedSchema, response.body.data).applicant_id;
  },
});
