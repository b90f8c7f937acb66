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
  /** A `pending` alert waits for its confirmation. An `ended` one can be continued for a while. */
  state: z.enum(['pending', 'active', 'ended']),
  /** The instant at which it ends or has ended. A pending alert is erased then. */
  ends_at: z.iso.datetime(),
  last_sent_at: z.iso.datetime().nullable(),
  /** All alerts that can be confirmed by the link of a pending one. */
  wishes: z.array(describedSearch.extend({ id: z.string() })),
});
export type LinkedAlert = z.output<typeof alertSchema>;

/**
 * Returns whether the host offers alerts: only our API host does, which the site knows by its secret, if it can send mail and
 * knows the address of the site. The value is undefined if the host does not say it in time. Never rejects.
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

/** Alerts by mail about new openings, with the token of a link in a mail. Undefined or false: there is no such alert. */
export function alertCalls(host: ApiHost) {
  const linkedAlert = (action: string) => async (token: string, further?: object) => {
    const response = await postToken(host, `alerts/${action}`, token, further);
    return response && parseItem(response, alertSchema, response.body.data);
  };
  return {
    /**
     * The answer is the same whether the address is known or not: until when the mail waits, if there are too many from all
     * addresses. @throws RefusedError 422 if it is no email address
     */
    requestAlert: async ({ search, ...request }: AlertRequest, options?: CallOptions) => {
      const sent = { ...request, search: searchRecord(search) };
      return mailUntil((await postJson(host, 'alerts', sent, options)).body);
    },
    /** @param language that of `words`; the default is that of the alert */
    readAlert: (token: string, language?: string) => linkedAlert('read')(token, { language }),
    /** @param ids those of `wishes` that the person has chosen; the default is the alert of the link */
    confirmAlert: (token: string, ids?: readonly string[]) =>
      linkedAlert('confirm')(token, { alerts: ids }),
    renewAlert: linkedAlert('renew'),
    endAlert: async (token: string) => (await postToken(host, 'alerts/end', token)) !== undefined,
  };
}
