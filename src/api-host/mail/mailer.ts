import { linkPath } from '#src/domain/rules/addresses.ts';
import { applicationLinks, newLinkToken } from '../application-links.ts';
import { type BackgroundQueue, startQueue } from '../background-queue.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { HostLog } from '../log.ts';
import { type ApplicationLink, type CompanyMails, composeMail } from './compose.ts';
import { outcomeOf, type Send } from './delivery.ts';
import { claimMail, type OutboxRow, type Outcome, settleMail } from './outbox.ts';

/** Mail is looked for at this interval, and at once after an application. */
const intervalMs = 10_000;

export interface MailerOptions {
  readonly companies: CompanyMails;
  /** Of the links in confirmations; absent: they have none. */
  readonly siteOrigin?: string | undefined;
  readonly clock: () => Date;
  readonly log: HostLog;
}

/** Sends the mail of the outbox, one after the other. */
export function startMailer(
  database: HostDatabase,
  send: Send,
  options: MailerOptions,
): BackgroundQueue {
  const { clock, log } = options;
  const sendOne = async (row: OutboxRow) => {
    const outcome = await attempt(database, send, row, options);
    const state = await settleMail(database, row, outcome, clock());
    const { id: mail, kind, applicant_id: applicant, attempts } = row;
    if (outcome.state === 'sent') log.info({ event: 'mail-sent', mail, kind, applicant });
    else
      log.warn({
        event: 'mail-not-sent',
        mail,
        kind,
        applicant,
        attempts,
        state,
        detail: outcome.error,
      });
  };
  const sendNext = async (): Promise<boolean> => {
    const row = await claimMail(database, clock());
    if (row) await sendOne(row);
    return row !== undefined;
  };
  return startQueue(sendNext, {
    intervalMs,
    onError: (error) => log.warn({ event: 'mail-failed', error }),
  });
}

async function attempt(
  database: HostDatabase,
  send: Send,
  row: OutboxRow,
  { companies, siteOrigin, clock }: MailerOptions,
): Promise<Outcome> {
  try {
    const link =
      row.kind === 'confirmation' && siteOrigin !== undefined
        ? await newLink(database, row.applicant_id, siteOrigin, clock())
        : undefined;
    const mail = await composeMail(database, row, companies, link);
    if (!mail) return { state: 'failed', error: 'nobody to send it to, or withdrawn' };
    await send(mail, row.id);
    return { state: 'sent' };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Of each attempt a new one, because only the hash of a token is stored. */
async function newLink(
  database: HostDatabase,
  applicantId: string,
  siteOrigin: string,
  now: Date,
): Promise<ApplicationLink | undefined> {
  const token = newLinkToken();
  const until = await applicationLinks(database).add(applicantId, token, now);
  return until === undefined ? undefined : { href: siteOrigin + linkPath(token), until };
}
