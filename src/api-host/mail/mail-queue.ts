import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Kysely, Selectable, Transaction } from 'kysely';
import { hasRow } from '#src/database/database.ts';
import { companyName } from '../database/expressions.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import type { HostContext } from '../log.ts';
import { type CompanyMails, type MailEvent, mailKinds, mailKindsOf } from '../mail-kinds.ts';
import type { Poller } from '../queue/poller.ts';
import {
  beginOnce,
  type QueueColumns,
  startWorker,
  type WorkOutcome,
  type WorkQueue,
} from '../queue/work-queue.ts';
import { type Mail, type MailState, outcomeOf, type Send } from './delivery.ts';
import { countMail, type ReachedLimit } from './mail-limits.ts';

type MailTable = 'mail_outbox' | 'alert_mails';
type MailRow<Table extends MailTable> = Selectable<Tables[Table]>;
export type OutboxRow = MailRow<'mail_outbox'>;
export type AlertMailRow = MailRow<'alert_mails'>;

const columns = {
  id: 'id',
  state: 'state',
  attempts: 'attempts',
  nextAt: 'next_at',
  detail: 'error',
  createdAt: 'created_at',
} as const satisfies QueueColumns<keyof Tables[MailTable]>;

/** A mail without the end of its text is not sent. Once the server may have the end, the mail is not sent again. */
const queueOf = <Table extends MailTable>(
  name: string,
  table: Table,
  urgentKind: Tables[Table]['kind'],
): WorkQueue<Table, MailState> => ({
  name,
  table,
  columns,
  waiting: 'waiting',
  once: { during: 'sending', after: 'unknown', detail: 'the host ended before the answer' },
  failed: 'failed',
  failures: ['failed', 'unknown'],
  leaseMs: 5 * 60 * 1000,
  urgentKind,
});

export const mailQueue = queueOf('mail', 'mail_outbox', 'confirmation');
/** Mail to applicants never waits for the mails of alerts, so these have a queue of their own. */
export const alertMailQueue = queueOf('alerts', 'alert_mails', 'alert-confirmation');

/** A mail of an alert about openings that has not arrived, or may not have. */
export const isUndelivered = (eb: ExpressionBuilder<Tables, 'alert_mails'>) =>
  eb('state', 'in', alertMailQueue.failures).and('kind', '!=', 'alert-confirmation');

const toBeSent = (now: Date) =>
  ({ state: 'waiting', attempts: 0, next_at: now.toISOString(), error: null }) as const;

/**
 * Returns the first values of a mail in its queue.
 * @param reached the limit for which it waits (`isPostponed`). It is counted when it is sent
 */
export const newMail = (now: Date, reached?: Pick<ReachedLimit, 'limit' | 'until'>) => ({
  ...toBeSent(now),
  ...(reached && { next_at: reached.until.toISOString(), error: reached.limit }),
  id: randomUUID(),
  created_at: now.toISOString(),
});

/** The mail waits, or has waited, for a limit or a scan: no other has a reason before its first attempt has failed. */
export const isPostponed = ({ attempts, error }: Pick<OutboxRow, 'attempts' | 'error'>): boolean =>
  attempts <= 1 && error !== null;

/**
 * Stores the mails that an event causes, in the transaction that stores the event (`mailLimitsLock`), and returns them. One
 * that is over a limit waits.
 * @param companies undefined without mail: nothing is stored
 */
export async function enqueueMail(
  trx: Transaction<Tables>,
  companies: CompanyMails | undefined,
  event: MailEvent,
  applicant_id: string,
  now: Date,
  network?: string,
) {
  if (!companies) return [];
  const mails = [];
  const application = trx.selectFrom('applications').where('id', '=', applicant_id);
  const { company_name } = await application.select(companyName).executeTakeFirstOrThrow();
  for (const kind of mailKindsOf(event, companies, company_name ?? '')) {
    const { quota, isSingle } = mailKinds[kind];
    const waiting = trx
      .selectFrom('mail_outbox')
      .select('id')
      .where((eb) => eb.and({ applicant_id, kind, state: 'waiting' }));
    if (isSingle && (await hasRow(waiting))) continue;
    const reached = await countMail(trx, quota, { all: { network } }, now);
    const mail = { ...newMail(now, reached), applicant_id, kind };
    await trx.insertInto('mail_outbox').values(mail).execute();
    mails.push(mail);
  }
  return mails;
}

export async function unsentMails({ db }: HostDatabase) {
  const applications = await db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('state', '!=', 'sent')
    .execute();
  const alerts = await db
    .selectFrom('alert_mails')
    .select(['id', 'alert_id', 'kind', 'state', 'attempts', 'created_at', 'next_at', 'error'])
    .where('state', '!=', 'sent')
    .execute();
  return [...applications, ...alerts].toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
}

/**
 * Sends mails in the state failed, unknown or dropped again, and returns their ids. The openings of a mail of an active alert
 * are new again: its alert is due now, and tells of them with the others.
 */
export async function retryMails(
  { db }: HostDatabase,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const active = db.selectFrom('alerts').select('id').where('state', '=', 'active');
  const alertMails = await db
    .selectFrom('alert_mails')
    .select(['id', 'alert_id'])
    .where('id', 'in', ids)
    .where(isUndelivered)
    .where('alert_id', 'in', active)
    .execute();
  const due = db.updateTable('alerts').set({ next_at: now.toISOString() });
  for (const { alert_id } of alertMails) await due.where('id', '=', alert_id).execute();
  const retried = alertMails.map(({ id }) => id);
  const others = ids.filter((id) => !retried.includes(id));
  for (const { table, failures } of [mailQueue, alertMailQueue]) {
    const rows = await db
      .updateTable(table)
      .set(toBeSent(now))
      .where('id', 'in', others)
      .where('state', 'in', [...failures, 'dropped'])
      .returning('id')
      .execute();
    retried.push(...rows.map(({ id }) => id));
  }
  return retried;
}

interface MailWorker<Row> extends HostContext {
  compose(row: Row): Promise<Mail | WorkOutcome<MailState>>;
  /**
   * The server has accepted the mail, or refused it for good. It runs in the transaction that records that. If it rejects, the
   * state of an accepted mail becomes `unknown`, and another is tried again.
   */
  readonly onAnswered?: (trx: Kysely<Tables>, row: Row, answer: 'sent' | 'failed') => Promise<void>;
}

export function startMailWorker<Table extends MailTable>(
  database: HostDatabase,
  queue: WorkQueue<Table, MailState>,
  send: Send,
  { clock, log, compose, onAnswered }: MailWorker<MailRow<Table>>,
): Poller {
  const logUnsent = (row: MailRow<Table>, state: MailState, detail: string | undefined) => {
    const { attempts } = mailOf(row);
    log.warn({ event: 'mail-not-sent', ...namesOf(row), attempts, state, detail });
  };
  return startWorker(database, queue, {
    clock,
    log,
    failedEvent: 'mail-failed',
    async attempt(row) {
      try {
        const composed = await compose(row);
        if ('state' in composed) return composed;
        await send(composed, mailOf(row).id, () => beginOnce(database, queue, row));
        return { state: 'sent' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    async record(trx, row, { state }) {
      if (state === 'sent' || state === 'failed') await onAnswered?.(trx, row, state);
    },
    onSettled(row, outcome, state) {
      if (outcome.state !== 'sent') return logUnsent(row, state, outcome.detail);
      log.info({ event: 'mail-sent', ...namesOf(row) });
    },
    onInterrupted: (row) => logUnsent(row, 'unknown', queue.once?.detail),
  });
}

/** The compiler does not resolve the columns of a table that is a type parameter. */
const mailOf = (row: unknown) => row as OutboxRow | AlertMailRow;

function namesOf(row: unknown) {
  const { id: mail, kind, ...others } = mailOf(row);
  return { mail, kind, ...('applicant_id' in others && { applicant: others.applicant_id }) };
}
