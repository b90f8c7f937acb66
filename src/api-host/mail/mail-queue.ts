import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Kysely, Selectable, Transaction } from 'kysely';
import { hasRow } from '#src/database/database.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import type { HostContext } from '../log.ts';
import { type MailEvent, mailKinds, mailKindsOf } from '../mail-kinds.ts';
import { type Poller, startPoller } from '../queue/poller.ts';
import {
  claimWork,
  isDue,
  settleWork,
  type WorkOutcome,
  type WorkQueue,
  workIntervalMs,
} from '../queue/work-queue.ts';
import { type Mail, type MailState, outcomeOf, type Send } from './delivery.ts';
import { countersOfAll, countMail, type ReachedLimit } from './mail-limits.ts';

export type OutboxRow = Selectable<Tables['mail_outbox']>;
export type AlertMailRow = Selectable<Tables['alert_mails']>;
type MailRow = OutboxRow | AlertMailRow;

type MailTable = 'mail_outbox' | 'alert_mails';
interface MailQueue<Row> extends WorkQueue<Row> {
  readonly table: MailTable;
}

const mails = {
  prefix: '',
  id: 'id',
  detail: 'error',
  waiting: 'waiting',
  unsettled: ['waiting', 'sending'],
  failed: 'failed',
  failures: ['failed', 'unknown'],
  leaseMs: 5 * 60 * 1000,
} as const;

export const mailQueue: MailQueue<OutboxRow> = {
  ...mails,
  table: 'mail_outbox',
  urgentKind: 'confirmation',
};
/** The mails of alerts have a queue of their own, so that mail to applicants never waits for them. */
export const alertMailQueue: MailQueue<AlertMailRow> = {
  ...mails,
  table: 'alert_mails',
  urgentKind: 'alert-confirmation',
};

/** A mail of an alert that waits or is being sent. */
export const isUnsettled = (eb: ExpressionBuilder<Tables, 'alert_mails'>) =>
  eb('state', 'in', mails.unsettled);

/** A mail about openings whose delivery has failed, or whose delivery is unknown. */
export const isUndelivered = (eb: ExpressionBuilder<Tables, 'alert_mails'>) =>
  eb('state', 'in', mails.failures).and('kind', '!=', 'alert-confirmation');

const toBeSent = (now: Date) =>
  ({ state: 'waiting', attempts: 0, next_at: now.toISOString(), error: null }) as const;

/**
 * Returns the first values of a mail in its queue.
 * @param reached the limit because of which the mail waits (`isPostponed`). The mail is counted when it is sent
 */
export const newMail = (now: Date, reached?: Pick<ReachedLimit, 'detail' | 'until'>) => ({
  ...toBeSent(now),
  ...(reached && { next_at: reached.until.toISOString(), error: reached.detail }),
  id: randomUUID(),
  created_at: now.toISOString(),
});

/** Whether a mail has waited for a limit or a scan: no other has an `error` before its first attempt has failed. */
export const isPostponed = ({ attempts, error }: Pick<OutboxRow, 'attempts' | 'error'>): boolean =>
  attempts <= 1 && error !== null;

/**
 * Stores the mails that an event causes, in the transaction that stores the event (see `mailLimitsLock`), and returns
 * them. A mail over a limit waits. A host without SMTP_URL does not call it.
 */
export async function enqueueMail(
  trx: Transaction<Tables>,
  event: MailEvent,
  applicant_id: string,
  now: Date,
  network?: string,
) {
  const mails = [];
  const company = await trx
    .selectFrom('applications')
    .innerJoin('companies', 'companies.id', 'applications.company_id')
    .select('company_name')
    .where('applications.id', '=', applicant_id)
    .executeTakeFirst();
  for (const kind of mailKindsOf(event, company?.company_name ?? '')) {
    const { quota, isSingle } = mailKinds[kind];
    const waiting = trx
      .selectFrom('mail_outbox')
      .select('id')
      .where((eb) => eb.and({ applicant_id, kind, state: 'waiting' }));
    if (isSingle && (await hasRow(waiting))) continue;
    const reached = await countMail(trx, countersOfAll(quota, network), now);
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
 * Sends mails in the state failed, unknown or dropped again, and returns their ids. Instead of a mail about openings,
 * its active alert becomes due: a new mail then has these openings and all others.
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
  for (const { table } of [mailQueue, alertMailQueue]) {
    const rows = await db
      .updateTable(table)
      .set(toBeSent(now))
      .where('id', 'in', others)
      .where('state', 'in', [...mails.failures, 'dropped'])
      .returning('id')
      .execute();
    retried.push(...rows.map(({ id }) => id));
  }
  return retried;
}

/**
 * Notes that only the end of the text of a mail is still to be written. From then on the mail is not sent again,
 * because the server may have accepted it. @throws if another process has claimed the mail since, or it was erased
 */
export async function beginSending(
  { db }: HostDatabase,
  table: MailTable,
  { id, next_at }: MailRow,
): Promise<void> {
  const begun = db
    .updateTable(table)
    .set({ state: 'sending' })
    .where((eb) => eb.and({ id, next_at, state: 'waiting' }))
    .returning('id');
  if (!(await hasRow(begun))) throw new Error('another process has the mail, or it was erased');
}

const interrupted = 'the host ended before the answer';

/** Marks the mails as `unknown` whose process ended while it was sending them, and returns them. */
const giveUpInterrupted = ({ db }: HostDatabase, table: MailTable, now: Date) =>
  db
    .updateTable(table)
    .set({ state: 'unknown', error: interrupted })
    .where('state', '=', 'sending')
    .where(({ ref }) => isDue(ref('next_at'), now))
    .returningAll()
    .execute();

interface MailWorker<Row> extends HostContext {
  compose(row: Row): Promise<Mail | WorkOutcome<MailState>>;
  /**
   * Is called when the server has accepted the mail or refused it for good, in the transaction that records the answer.
   * If it rejects, an accepted mail becomes `unknown`, and a refused mail is tried again.
   */
  readonly onAnswered?: (trx: Kysely<Tables>, row: Row, answer: 'sent' | 'failed') => Promise<void>;
}

/** Sends the mails of a queue in the background, one after the other. */
export function startMailWorker<Row extends MailRow>(
  database: HostDatabase,
  queue: MailQueue<Row>,
  send: Send,
  { clock, log, compose, onAnswered }: MailWorker<Row>,
): Poller {
  function logResult(row: MailRow, state: string, detail?: string): void {
    const { id: mail, kind, attempts } = row;
    const names = { mail, kind, ...('applicant_id' in row && { applicant: row.applicant_id }) };
    if (state === 'sent') log.info({ event: 'mail-sent', ...names });
    else log.warn({ event: 'mail-not-sent', ...names, attempts, state, detail });
  }
  async function attempt(row: Row): Promise<WorkOutcome<MailState>> {
    try {
      const composed = await compose(row);
      if ('state' in composed) return composed;
      await send(composed, row.id, () => beginSending(database, queue.table, row));
      return { state: 'sent' };
    } catch (error) {
      return outcomeOf(error);
    }
  }
  return startPoller('mail-failed', workIntervalMs, log, async () => {
    for (const row of await giveUpInterrupted(database, queue.table, clock()))
      logResult(row, 'unknown', interrupted);
    const row = await claimWork(database, queue, clock());
    if (!row) return false;
    const outcome = await attempt(row);
    const state = await database.transaction([], async (trx) => {
      if (outcome.state === 'sent' || outcome.state === 'failed')
        await onAnswered?.(trx, row, outcome.state);
      return settleWork(trx, queue, row, outcome, clock());
    });
    logResult(row, state, outcome.detail);
    return true;
  });
}
