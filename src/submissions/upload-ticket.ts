import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs, limits } from '#src/domain/model/limits.ts';

const cookieName = 'upload_ticket';
/** Where the site has https. Browsers accept a `__Host-` cookie only from this host, over https and for all paths. */
const securedName = `__Host-${cookieName}`;

/** The ticket of a request, also in the cookie of an earlier release. `getCookie` reads a cookie by name. */
export const ticketOf = (getCookie: (name: string) => string | undefined): string | undefined =>
  getCookie(securedName) ?? getCookie(cookieName);

/** The `Set-Cookie` values that set the ticket, or remove it if it is empty; each as name, value, options. */
export function ticketCookies(
  siteOrigin: string,
  ticket: string,
): readonly (readonly [string, string, ReturnType<typeof ticketCookieOptions>])[] {
  const name = siteOrigin.startsWith('https:') ? securedName : cookieName;
  const removed = ticketCookieOptions(siteOrigin, 0);
  return [
    [name, ticket, ticket === '' ? removed : ticketCookieOptions(siteOrigin)],
    // The cookie of an earlier release, or one that another host of the same domain has set.
    ...(name === securedName ? [[cookieName, '', removed] as const] : []),
  ];
}

/** How long an applicant can add documents after the application. */
export const ticketLifetimeMs = limits.documentsDays * dayMs;

/** A ticket names the newest applications of a browser. */
const ticketCapacity = 5;

/** Longer than any signed ticket; a longer value is not hashed. */
const maxTicketCharacters = 1024;

interface TicketEntry {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** A signed value that names the submissions of one browser, newest first. */
export function signTicket(entries: readonly TicketEntry[], key: Buffer): string {
  const payload = entries
    .slice(0, ticketCapacity)
    .map(({ id, expires }) => `${id}~${expires.toString(36)}`)
    .join('.');
  return `${payload}.${signature(payload, key)}`;
}

/** The unexpired submissions a ticket names, newest first; none if the signature is invalid. */
export function readTicket(ticket: string, key: Buffer, now: number): TicketEntry[] {
  if (ticket.length > maxTicketCharacters) return [];
  const end = ticket.lastIndexOf('.');
  if (end < 1) return [];
  const payload = ticket.slice(0, end);
  const given = Buffer.from(ticket.slice(end + 1));
  const expected = Buffer.from(signature(payload, key));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return [];
  return payload.split('.').flatMap((part) => {
    const [id = '', stamp = ''] = part.split('~');
    const expires = Number.parseInt(stamp, 36);
    return id !== '' && expires > now ? [{ id, expires }] : [];
  });
}

/**
 * The attributes of the ticket's cookie. SameSite=Strict: requests from other sites do not carry it.
 * Secure only where the site is served over https, so that http://localhost works.
 */
export const ticketCookieOptions = (siteOrigin: string, maxAgeMs: number = ticketLifetimeMs) => ({
  path: '/',
  maxAge: Math.floor(maxAgeMs / 1000),
  httpOnly: true,
  sameSite: 'Strict' as const,
  secure: siteOrigin.startsWith('https:'),
});

function signature(payload: string, key: Buffer): string {
  return createHmac('sha256', key).update(payload).digest('base64url');
}
