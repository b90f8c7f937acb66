import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs, limits } from '#src/domain/model/limits.ts';
import { requestContext } from '#src/request/request-context.ts';

const cookieName = 'upload_ticket';

/** Browsers accept a `__Host-` cookie only from this host, over https and for all paths. */
export const hostCookieName = (siteOrigin: string, name: string): string =>
  siteOrigin.startsWith('https:') ? `__Host-${name}` : name;

/** Over plain HTTP the name of the cookie has no prefix, so both names are read. */
export const ticketOf = (getCookie: (name: string) => string | undefined): string | undefined =>
  getCookie(`__Host-${cookieName}`) ?? getCookie(cookieName);

/** Returns the `Set-Cookie` values that set the ticket, or remove it if it is empty, each as name, value, options. */
export function ticketCookies(
  siteOrigin: string,
  ticket: string,
): readonly (readonly [string, string, ReturnType<typeof hostCookieOptions>])[] {
  const name = hostCookieName(siteOrigin, cookieName);
  const removed = hostCookieOptions(siteOrigin, 0);
  return [
    [name, ticket, ticket === '' ? removed : hostCookieOptions(siteOrigin)],
    // Removes the cookie without the prefix, set by this host over plain HTTP or by another host of the domain.
    ...(name === cookieName ? [] : [[cookieName, '', removed] as const]),
  ];
}

export const currentTicket = (): string | undefined => ticketOf(requestContext().getCookie);

/** Sets the ticket in the response to the current request. An empty text removes the browser's ticket. */
export function setTicket(ticket: string): void {
  const { origin, setCookie } = requestContext();
  for (const cookie of ticketCookies(origin, ticket)) setCookie(...cookie);
}

/** Adds a submission to the ticket of the browser that sent the current request. */
export const addToTicket = (
  submissions: { ticket(id: string, current?: string): string },
  id: string,
): void => setTicket(submissions.ticket(id, currentTicket()));

/** The time after the application in which documents can be added, in milliseconds. */
export const ticketLifetimeMs = limits.documentsDays * dayMs;

/** The maximum number of applications in a ticket. It names the newest applications of a browser. */
const ticketCapacity = 5;

/** The limit is longer than any signed ticket. A longer value is not hashed. */
const maxTicketCharacters = 1024;

interface TicketEntry {
  readonly id: string;
  readonly expires: number;
}

/** Signs a value that names the submissions of one browser, the newest first. */
export function signTicket(entries: readonly TicketEntry[], key: Buffer): string {
  const payload = entries
    .slice(0, ticketCapacity)
    .map(({ id, expires }) => `${id}~${expires.toString(36)}`)
    .join('.');
  return `${payload}.${signature(payload, key)}`;
}

/** Returns the unexpired submissions that a ticket names, the newest first, or none if the signature is invalid. */
export function readTicket(ticket: string, key: Buffer, now: number): TicketEntry[] {
  if (ticket.length > maxTicketCharacters) return [];
  const end = ticket.lastIndexOf('.');
  const payload = ticket.slice(0, end);
  const received = Buffer.from(ticket.slice(end + 1));
  const expected = Buffer.from(signature(payload, key));
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return [];
  return payload.split('.').flatMap((part) => {
    const [id = '', stamp = ''] = part.split('~');
    const expires = Number.parseInt(stamp, 36);
    return id !== '' && expires > now ? [{ id, expires }] : [];
  });
}

/** The cookie is Secure only if the site is served over https, so that http://localhost works. */
export const hostCookieOptions = (siteOrigin: string, maxAgeMs: number = ticketLifetimeMs) => ({
  path: '/',
  maxAge: Math.floor(maxAgeMs / 1000),
  httpOnly: true,
  sameSite: 'Strict' as const,
  secure: siteOrigin.startsWith('https:'),
});

const signature = (payload: string, key: Buffer): string =>
  createHmac('sha256', key).update(payload).digest('base64url');
