import { z } from 'zod';
import type { AlertRequest } from '../rules/alert.ts';
import { readSearch, type Search } from '../rules/search-parameters.ts';
import { getOwn, postOwn, postToken, shortTimeoutMs, unlessFailed } from './own-calls.ts';
import type { ApiHost, Versioned } from './request.ts';
import { parseItem, parseJsonObject } from './response.ts';

/** A `pending` alert waits for its confirmation. An `ended` one can be continued for a while. */
export type AlertState = 'pending' | 'active' | 'ended';

/** An alert as the holder of a link in its mails sees it. The email address is not sent. */
export interface Alert {
  readonly state: AlertState;
  readonly search: Search;
  /** The search in the words of a list's title, in the language of the alert: ' at First Light Bakery for "baker"'. */
  readonly words: string;
  /** The tag of the language of the mails. */
  readonly language: string;
  /** The instant at which it ends or has ended. A pending alert is erased then. */
  readonly ends_at: string;
  readonly last_sent_at: string | null;
}

export const alertSchema = z.object({
  state: z.enum(['pending', 'active', 'ended']),
  search: z.record(z.string(), z.unknown()).transform((search) => readSearch(search)),
  words: z.string(),
  language: z.string(),
  ends_at: z.iso.datetime(),
  last_sent_at: z.iso.datetime().nullable(),
}) satisfies z.ZodType<Alert>;

/**
 * Returns whether the host offers alerts: only our API host does, which the site knows by its secret, if it can send mail and
 * knows the address of the site. The value is undefined if the host does not say it in time. Never rejects.
 */
export async function offersAlerts(
  host: ApiHost,
  hasSecret: boolean,
): Promise<Versioned<boolean | undefined>> {
  if (!hasSecret) return { value: false, version: 'false' };
  const response = await unlessFailed(() => getOwn(host, 'alerts', shortTimeoutMs(host)));
  const value =
    response && response.status < 500
      ? response.status === 200 && parseJsonObject(response)?.offered === true
      : undefined;
  return { value, version: String(value) };
}

/** The answer is the same whether the address is known or not. @throws RefusedError 422 if it is no email address */
export async function requestAlert(host: ApiHost, request: AlertRequest): Promise<void> {
  await postOwn(host, 'alerts', request);
}

async function alertCall(
  host: ApiHost,
  action: 'read' | 'confirm' | 'renew',
  token: string,
): Promise<Alert | undefined> {
  const response = await postToken(host, `alerts/${action}`, token);
  return response && parseItem(response, alertSchema, response.body.data);
}

export const readAlert = (host: ApiHost, token: string) => alertCall(host, 'read', token);
export const confirmAlert = (host: ApiHost, token: string) => alertCall(host, 'confirm', token);
export const renewAlert = (host: ApiHost, token: string) => alertCall(host, 'renew', token);

export const endAlert = async (host: ApiHost, token: string): Promise<boolean> =>
  (await postToken(host, 'alerts/end', token)) !== undefined;
