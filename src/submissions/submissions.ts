import { join } from 'node:path';
import { settings } from '#src/config/settings.ts';
import { sessionSecret } from '#src/server/session-secret.ts';
import { openSubmissionRepository, type SubmissionRepository } from './repository.ts';
import { ticketLifetimeMs, ticketSetCookie } from './upload-ticket.ts';

let opened: SubmissionRepository | undefined;

/** The journal of this site, in DATA_DIR/site.sqlite, opened at first need. */
export function submissionRepository(): SubmissionRepository {
  opened ??= openSubmissionRepository({
    path: join(settings().dataDir, 'site.sqlite'),
    secret: sessionSecret(settings()),
  });
  return opened;
}

/** The Set-Cookie value that lets this browser, and no other, send the documents of submission `id`. */
export function issueTicket(id: string, cookieHeader?: string): string {
  return ticketSetCookie(
    submissionRepository().ticket(id, cookieHeader),
    settings().siteOrigin.startsWith('https:'),
    ticketLifetimeMs,
  );
}

/** The Set-Cookie value by which a browser forgets its ticket. */
export const clearTicket = (): string =>
  ticketSetCookie('', settings().siteOrigin.startsWith('https:'), 0);
