import { z } from 'zod';
import { readSearch, searchRecord } from '#src/domain/catalogue/search-parameters.ts';
import type { AlertRequest } from './alert-request.ts';
import { getInTime, mailUntil, postToken } from './own-calls.ts';
import { type ApiHost, type CallOptions, postJson, type Versioned } from './request.ts';
import { parseItem, parseJsonObject } from './response.ts';

const describedSearch = z.object({
  search: z.record(z.string(), z.unknown()).transform((search) => readSearch(search)),
  /** The search in the words of a list's title: ' at First Light Bakery for "baker"'. */
  words: z.string(),
  language: z.string(),
});

/** An alert as the holder of a link in its mails sees it. The email address is not sent. */
const alertSchema = describedSearch.extend({
  /** A `pending` alert waits for its confirmation. An `ended` alert can be continued for a while. */
  state: z.enum(['pending', 'active', 'ended']),
  /** The instant at which the alert ends or has ended. A pending alert is erased at this instant. */
  ends_at: z.iso.datetime(),
  last_sent_at: z.iso.datetime().nullable(),
  /** All alerts that the link of a pending alert can confirm. */
  wishes: z.array(describedSearch.extend({ id: z.string() })),
});
export type LinkedAlert = z.output<typeof alertSchema>;

/**
 * Returns whether the host offers alerts. Only our API host does (the site has its secret), if it can send mail and
 * knows the address of the site. The value is undefined if the host does not answer in time. Never rejects.
 */
export async function hostOffersAlerts(host: ApiHost): Promise<Versioned<boolean | undefined>> {
  if (host.secret === undefined) return { value: false, version: 'false' };
  const response = await getInTime(host, 'alerts');
  const value =
    response && response.status < 500
      ? response.status === 200 && parseJsonObject(response)?.offered === true
      : undefined;
  return { value, version: String(value) };
}

/** Calls about an alert with the token of its link. They resolve with undefined or false if there is none. */
export function alertCalls(host: ApiHost) {
  const linkedAlert = (action: string) => async (token: string, further?: object) => {
    const response = await postToken(host, `alerts/${action}`, token, further);
    return response && parseItem(response, alertSchema, response.body.data);
  };
  return {
    /**
     * Resolves with the instant until which the mail waits if a limit of mails is reached. The answer does not depend
     * on whether the address is known. @throws RefusedError 422 if it is no email address
     */
    requestAlert: async ({ search, ...request }: AlertRequest, options?: CallOptions) => {
      const sent = { ...request, search: searchRecord(search) };
      return mailUntil((await postJson(host, 'alerts', sent, options)).body);
    },
    /** @param language the language of `words`; the default is the language of the alert */
    readAlert: (token: string, language?: string) => linkedAlert('read')(token, { language }),
    /** @param ids the ids of the `wishes` that the person has chosen; the default is the alert of the link */
    confirmAlert: (token: string, ids?: readonly string[]) =>
      linkedAlert('confirm')(token, { alerts: ids }),
    renewAlert: linkedAlert('renew'),
    endAlert: async (token: string) => (await postToken(host, 'alerts/end', token)) !== undefined,
  };
}
