import { myApplicationHref } from '#src/addresses.ts';
import { hourMs } from '#src/domain/model/limits.ts';
import { takesDocuments } from '#src/domain/model/stages.ts';
import { defaultLanguage, runInLanguage } from '#src/language/server.ts';
import type { EventLog } from '#src/telemetry/logger.ts';
import type { HostDatabase } from '../database/schema.ts';
import { type DocumentState, documentStates } from '../documents/document-states.ts';
import type { Mail, MailState, Send } from '../mail/delivery.ts';
import {
  countersOfAll,
  countersOfMailbox,
  countMail,
  mailLimits,
  mailLimitsLock,
  waited,
} from '../mail/mail-limits.ts';
import { isPostponed, mailQueue, type OutboxRow, startMailWorker } from '../mail/mail-queue.ts';
import { companyMail, isForApplicant, type MailKind, mailKinds } from '../mail-kinds.ts';
import type { Poller } from '../queue/poller.ts';
import type { WorkOutcome } from '../queue/work-queue.ts';
import { applicationLinks, newLinkToken } from './application-links.ts';
import { composeApplicationMail } from './compose-application-mail.ts';
import {
  documentsUntil,
  findApplication,
  missingDocuments,
  type StoredApplication,
} from './stored-applications.ts';

interface MailerOptions {
  readonly countKey: string;
  /** The site of the links in mails to applicants. Without it they have no link. */
  readonly siteOrigin?: string | undefined;
  readonly clock: () => Date;
}

export const startApplicationMailer = (
  database: HostDatabase,
  send: Send,
  options: MailerOptions & { readonly log: EventLog },
): Poller =>
  startMailWorker(database, mailQueue, send, {
    ...options,
    compose: (row) => prepareMail(database, row, options),
  });

type MailRow = Omit<OutboxRow, 'state' | 'next_at'>;

/**
 * Returns a mail that is to be sent now, or why there is none. A mail about a stage is not sent once the stage has changed.
 */
export async function prepareMail(
  database: HostDatabase,
  row: MailRow,
  options: MailerOptions,
): Promise<Mail | WorkOutcome<MailState>> {
  const { siteOrigin, clock } = options;
  const { kind, applicant_id: applicant } = row;
  const application = await findApplication(database.db, applicant);
  const isPersonal = isForApplicant(kind);
  const to = isPersonal
    ? application?.emailaddress
    : companyMail(application?.company_name ?? '')?.notify;
  if (!application || to === undefined) return { state: 'failed', detail: 'nobody to send it to' };
  if (isOutdated(kind, application, clock()))
    return { state: 'dropped', detail: 'withdrawn, or about documents that nobody waits for' };
  if (kind === 'stage' && !(await isAboutLastStage(database, row)))
    return { state: 'dropped', detail: 'the stage has changed since' };
  if (kind === 'received' && hasDocument(application, 'waits'))
    return {
      state: 'postponed',
      until: new Date(clock().getTime() + scanWaitMs),
      detail: 'documents are being scanned',
    };
  const limited = await limitOf(database, row, to, options);
  if (limited) return limited;
  const newLink = linkMaker(database, siteOrigin, clock());
  return runInLanguage((isPersonal && application.language) || defaultLanguage.tag, () =>
    composeApplicationMail(kind, application, { database, to, newLink }),
  );
}

/** The mail that says that all documents have arrived waits for their scans: it is tried again after this time. */
const scanWaitMs = 60_000;

/** Returns whether the scan state of a document has this effect on the mail that all documents have arrived. */
const hasDocument = ({ documents }: StoredApplication, mail: DocumentState['mail']): boolean =>
  documents.some(({ scan_state }) => documentStates[scan_state].mail === mail);

/** Whether the applicant no longer needs a mail: after a withdrawal or a refusal, or once all documents have arrived. */
function isOutdated(kind: MailKind, application: StoredApplication, now: Date): boolean {
  const isOver = !takesDocuments(application);
  if (kind === 'confirmation') return isOver;
  if (kind === 'received') return isOver || hasDocument(application, 'dropped');
  if (kind === 'reminder')
    return (
      isOver || documentsUntil(application) <= now || missingDocuments(application).length === 0
    );
  return kind === 'stage' && application.withdrawn_at !== null;
}

async function isAboutLastStage(
  { db }: HostDatabase,
  { id, applicant_id }: Pick<OutboxRow, 'id' | 'applicant_id'>,
): Promise<boolean> {
  const last = await db
    .selectFrom('application_stages')
    .select('mail_id')
    .where('applicant_id', '=', applicant_id)
    .orderBy('position', 'desc')
    .executeTakeFirst();
  return last?.mail_id === id;
}

/** Counts a mail at its first attempt: for its mailbox, and for all mails if it has waited. Returns a reached limit. */
async function limitOf(
  { transaction }: HostDatabase,
  row: MailRow,
  address: string,
  { clock, countKey }: MailerOptions,
): Promise<WorkOutcome<MailState> | undefined> {
  const { kind, attempts, created_at } = row;
  const { quota } = mailKinds[kind];
  const counters = [
    ...(isPostponed(row) ? countersOfAll(quota, waited) : []),
    ...(isForApplicant(kind) ? countersOfMailbox(quota, { address, countKey }) : []),
  ];
  // A mail to a company that has not waited was counted when it was stored.
  if (attempts > 1 || counters.length === 0) return undefined;
  const now = clock();
  const reached = await transaction([mailLimitsLock], (trx) => countMail(trx, counters, now));
  const waitedMs = now.getTime() - Date.parse(created_at);
  return reached?.isOfMailbox && waitedMs >= mailLimits.waitHours * hourMs
    ? { state: 'dropped', detail: reached.detail }
    : reached;
}

/** Each attempt creates new links, because only the hash of a token is stored. */
const linkMaker =
  (database: HostDatabase, siteOrigin: string | undefined, now: Date) =>
  async (applicant: string) => {
    const token = newLinkToken();
    const link = siteOrigin && (await applicationLinks(database).add(applicant, token, now));
    return link
      ? { until: link.expires_at, href: siteOrigin + myApplicationHref(token) }
      : undefined;
  };
