import { linkPath } from '#src/domain/rules/addresses.ts';
import { describeError } from '#src/http/describe-error.ts';
import { applicationLinks, newLinkToken } from '../application-links.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { HostLog } from '../log.ts';
import { type ApplicationLink, type CompanyMails, composeMail } from './compose.ts';
import { outcomeOf, type Send } from './delivery.ts';
import { claimMail, type OutboxRow, type Outcome, settleMail } from './outbox.ts';

/** Mail is looked for at this interval, and at once after an application. */
const intervalMs = 10_000;

export interface Mailer {
  /** Looks for mail now. */
  wake(): void;
  /** Stops after the mail that is being sent. */
  close(): Promise<void>;
}

export interface MailerOptions {
  readonly companies: CompanyMails;
  /** Of the links in confirmations; absent: they have none. */
  readonly siteOrigin?: string | undefined;
  readonly clock: () => Date;
  readonly log: HostLog;
}

/** Sends the mail of the outbox, one after the other. */
export function startMailer(database: HostDatabase, send: Send, options: MailerOptions): Mailer {
  const { clock, log } = options;
  let running: Promise<void> | undefined;
  let isAwaited = false;
  let isClosed = false;
  const sendDue = async () => {
    do {
      isAwaited = false;
      for (
        let row = await claimMail(database, clock());
        row;
        row = await claimMail(database, clock())
      ) {
        await sendOne(row);
        if (isClosed) return;
      }
    } while (isAwaited);
  };
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
        error: outcome.error,
      });
  };
  const wake = () => {
    isAwaited = true;
    if (isClosed) return;
    running ??= sendDue()
      .catch((error: unknown) => {
        log.warn({ event: 'mail-failed', error: describeError(error, false) });
      })
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(wake, intervalMs);
  timer.unref();
  wake();
  return {
    wake,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
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
    if (!mail) return { state: 'failed', error: 'nobody to send it to' };
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
