import { myApplicationHref } from '#src/addresses.ts';
import { applicationLinks, newLinkToken } from '../application-links.ts';
import type { BackgroundQueue } from '../background-queue.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { HostLog } from '../log.ts';
import { startWorker, type WorkOutcome } from '../work-queue.ts';
import { type ApplicationLink, type CompanyMails, composeMail, isForApplicant } from './compose.ts';
import { outcomeOf, type Send } from './delivery.ts';
import { countMail, hourMs, mailLimits } from './mail-limits.ts';
import { mailQueue, type OutboxRow } from './outbox.ts';

interface MailerOptions {
  readonly companies: CompanyMails;
  /** The site of the links in mails to applicants. Without it they have no link. */
  readonly siteOrigin?: string | undefined;
  readonly clock: () => Date;
  readonly log: HostLog;
}

/** Sends the mails of the outbox, one after the other. */
export const startMailer = (
  database: HostDatabase,
  send: Send,
  options: MailerOptions,
): BackgroundQueue =>
  startWorker(database, mailQueue, {
    ...options,
    failedEvent: 'mail-failed',
    attempt: (row) => attempt(database, send, row, options),
    onSettled({ id: mail, kind, applicant_id: applicant, attempts }, outcome, state) {
      const { log } = options;
      if (outcome.state === 'sent') log.info({ event: 'mail-sent', mail, kind, applicant });
      else {
        const { detail } = outcome;
        log.warn({ event: 'mail-not-sent', mail, kind, applicant, attempts, state, detail });
      }
    },
  });

async function attempt(
  database: HostDatabase,
  send: Send,
  row: OutboxRow,
  { companies, siteOrigin, clock }: MailerOptions,
): Promise<WorkOutcome<OutboxRow['state']>> {
  try {
    const limited = await limitOf(database, row, clock());
    if (limited) return limited;
    const composed = await composeMail(database, row, companies, async () =>
      siteOrigin === undefined
        ? undefined
        : newLink(database, row.applicant_id, siteOrigin, clock()),
    );
    if (composed.kind === 'nothing') return composed.outcome;
    await send(composed.mail, row.id);
    return { state: 'sent' };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Counts a mail to an applicant once, at its first attempt. Returns an outcome if a limit is reached. */
async function limitOf(
  database: HostDatabase,
  { kind, attempts, applicant_id, created_at }: OutboxRow,
  now: Date,
): Promise<WorkOutcome<OutboxRow['state']> | undefined> {
  if (!isForApplicant(kind) || attempts > 1) return undefined;
  const applicant = await database.db
    .selectFrom('applications')
    .select('emailaddress')
    .where('id', '=', applicant_id)
    .executeTakeFirst();
  const reached = applicant && (await countMail(database, applicant.emailaddress, now));
  if (!reached) return undefined;
  const { limit: detail, until } = reached;
  return now.getTime() - Date.parse(created_at) < mailLimits.waitHours * hourMs
    ? { state: 'postponed', until, detail }
    : { state: 'dropped', detail };
}

/** Each attempt creates a new link, because only the hash of a token is stored. */
async function newLink(
  database: HostDatabase,
  applicantId: string,
  siteOrigin: string,
  now: Date,
): Promise<ApplicationLink | undefined> {
  const token = newLinkToken();
  const until = await applicationLinks(database).add(applicantId, token, now);
  return until === undefined ? undefined : { href: siteOrigin + myApplicationHref(token), until };
}
