import { myApplicationHref } from '#src/addresses.ts';
import { applicationLinks, newLinkToken } from '../application-links.ts';
import type { BackgroundQueue } from '../background-queue.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { HostLog } from '../log.ts';
import type { WorkOutcome } from '../work-queue.ts';
import { type ApplicationLink, type CompanyMails, composeMail, isForApplicant } from './compose.ts';
import type { Mail, MailState, Send } from './delivery.ts';
import { countMail, hourMs, mailLimits, mailLimitsLock } from './mail-limits.ts';
import { mailQueue, type OutboxRow, startMailWorker } from './mail-queue.ts';

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
  startMailWorker(database, mailQueue, send, {
    ...options,
    compose: async (row) =>
      (await limitOf(database, row, options.clock())) ?? compose(database, row, options),
  });

const compose = (
  database: HostDatabase,
  row: OutboxRow,
  { companies, siteOrigin, clock }: MailerOptions,
): Promise<Mail | WorkOutcome<MailState>> =>
  composeMail(database, row, companies, async () =>
    siteOrigin === undefined ? undefined : newLink(database, row.applicant_id, siteOrigin, clock()),
  );

/** Counts a mail to an applicant once, at its first attempt. Returns an outcome if a limit is reached. */
async function limitOf(
  { db, transaction }: HostDatabase,
  { kind, attempts, applicant_id, created_at }: OutboxRow,
  now: Date,
): Promise<WorkOutcome<MailState> | undefined> {
  if (!isForApplicant(kind) || attempts > 1) return undefined;
  const applicant = await db
    .selectFrom('applications')
    .select('emailaddress')
    .where('id', '=', applicant_id)
    .executeTakeFirst();
  if (!applicant) return undefined;
  const share = kind === 'stage' ? 'stages' : 'confirmations';
  const reached = await transaction([mailLimitsLock], (trx) =>
    countMail(trx, share, applicant.emailaddress, now),
  );
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
