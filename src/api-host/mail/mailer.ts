import { myApplicationHref } from '#src/addresses.ts';
import { applicationLinks, newLinkToken } from '../application-links.ts';
import type { BackgroundQueue } from '../background-queue.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { HostLog } from '../log.ts';
import type { WorkOutcome } from '../work-queue.ts';
import { type ApplicationLink, type CompanyMails, composeMail, isForApplicant } from './compose.ts';
import type { MailState, Send } from './delivery.ts';
import { countMail, hourMs, mailLimits } from './mail-limits.ts';
import { type Composed, startMailWorker } from './mail-queue.ts';
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
  startMailWorker(database, mailQueue, send, {
    ...options,
    subjectOf: ({ applicant_id }) => ({ applicant: applicant_id }),
    compose: (row) => compose(database, row, options),
  });

async function compose(
  database: HostDatabase,
  row: OutboxRow,
  { companies, siteOrigin, clock }: MailerOptions,
): Promise<Composed> {
  const limited = await limitOf(database, row, clock());
  if (limited) return { kind: 'nothing', outcome: limited };
  return composeMail(database, row, companies, async () =>
    siteOrigin === undefined ? undefined : newLink(database, row.applicant_id, siteOrigin, clock()),
  );
}

/** Counts a mail to an applicant once, at its first attempt. Returns an outcome if a limit is reached. */
async function limitOf(
  database: HostDatabase,
  { kind, attempts, applicant_id, created_at }: OutboxRow,
  now: Date,
): Promise<WorkOutcome<MailState> | undefined> {
  if (!isForApplicant(kind) || attempts > 1) return undefined;
  const applicant = await database.db
    .selectFrom('applications')
    .select('emailaddress')
    .where('id', '=', applicant_id)
    .executeTakeFirst();
  const share = kind === 'stage' ? 'stages' : 'confirmations';
  const reached = applicant && (await countMail(database, applicant.emailaddress, now, share));
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
