import { join } from 'node:path';
import { sessionSecret } from '#src/site/secret.ts';
import { settings } from '#src/site/settings.ts';
import { type Journal, openJournal } from './journal.ts';
import { ticketLifetimeMs, ticketSetCookie } from './tickets.ts';

let opened: Journal | undefined;

/** The journal of this site, in DATA_DIR/site.sqlite, opened at first need. */
export function submissions(): Journal {
  opened ??= openJournal({
    path: join(settings().dataDir, 'site.sqlite'),
    secret: sessionSecret(settings()),
  });
  return opened;
}

/** The Set-Cookie value that lets this browser, and no other, send the documents of submission `id`. */
export function issueTicket(id: string, cookieHeader?: string): string {
  return ticketSetCookie(
    submissions().ticket(id, cookieHeader),
    settings().siteOrigin.startsWith('https:'),
    ticketLifetimeMs,
  );
}

/** The Set-Cookie value by which a browser forgets its ticket. */
export const forgetTicket = (): string =>
  ticketSetCookie('', settings().siteOrigin.startsWith('https:'), 0);
