import type { ExpressionBuilder, Selectable, Transaction } from 'kysely';
import { alertLimits } from '#src/domain/model/limits.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import { mailQueueOf, newMail } from '../mail/mail-queue.ts';
import { unsettledStates } from '../work-queue.ts';
import { type AlertRow, daysAfter } from './alert-store.ts';

export type AlertMailRow = Selectable<Tables['alert_mails']>;

/** The queue is separate, so that mail to applicants never waits for the mails of alerts. */
export const alertMailQueue = mailQueueOf('alerts', 'alert_mails', 'alert-confirmation');

/**
 * The caller runs this in the transaction that notes the openings as reported.
 * @param seenBefore the openings have greater numbers in `seen_openings`
 */
export async function enqueueAlertMail(
  trx: Transaction<Tables>,
  alert_id: string,
  kind: AlertMailRow['kind'],
  {
    openings,
    seenBefore,
  }: { readonly openings: readonly { readonly id: string }[]; readonly seenBefore: number },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('alert_mails')
    .values({
      ...newMail(now),
      alert_id,
      kind,
      openings: JSON.stringify(openings.slice(0, alertLimits.listed).map(({ id }) => id)),
      total: openings.length,
      seen_before: seenBefore,
    })
    .execute();
}

/** Returns whether a mail of an alert waits or is being sent. */
export async function hasUnsentMail(db: HostDatabase['db'], alertId: string): Promise<boolean> {
  const row = await db
    .selectFrom('alert_mails')
    .select('id')
    .where('alert_id', '=', alertId)
    .where('state', 'in', unsettledStates(alertMailQueue))
    .executeTakeFirst();
  return row !== undefined;
}

/** The next mail of an active alert is at least a day after this instant, at which one was sent. */
export async function noteSent(
  { db }: Pick<HostDatabase, 'db'>,
  alertId: string,
  now: Date,
): Promise<void> {
  const next_at = daysAfter(now, 1);
  await db.updateTable('alerts').set({ refused: 0 }).where('id', '=', alertId).execute();
  await db
    .updateTable('alerts')
    .set({ next_at, last_sent_at: now.toISOString() })
    .where('id', '=', alertId)
    .where('state', '=', 'active')
    .where('next_at', '<', next_at)
    .execute();
}

/**
 * Notes that the server has refused a mail of an active alert for good. It counts if the server has accepted a mail to
 * another person of the same domain within a day: otherwise the domain may refuse all mail of the sender. Returns whether
 * that ended the alert.
 */
export async function noteRefused(
  { db }: Pick<HostDatabase, 'db'>,
  alertId: string,
  now: Date,
): Promise<boolean> {
  const isActive = (eb: ExpressionBuilder<Tables, 'alerts'>) =>
    eb.and({ id: alertId, state: 'active' });
  const alert = await db.selectFrom('alerts').selectAll().where(isActive).executeTakeFirst();
  if (!alert || !(await acceptsOthers(db, alert, now))) return false;
  await db
    .updateTable('alerts')
    .set(({ eb, ref }) => ({ refused: eb(ref('refused'), '+', 1) }))
    .where(isActive)
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ ...endedAt(now), ends_at: now.toISOString() })
    .where(isActive)
    .where('refused', '>=', alertLimits.refused)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function acceptsOthers(
  db: HostDatabase['db'],
  { id, emailaddress }: AlertRow,
  now: Date,
): Promise<boolean> {
  const domain = emailaddress.slice(emailaddress.lastIndexOf('@')).toLowerCase();
  const accepted = await db
    .selectFrom('alert_mails')
    .innerJoin('alerts', 'alerts.id', 'alert_mails.alert_id')
    .select('alert_mails.id')
    .where('alert_mails.state', '=', 'sent')
    .where('alert_mails.next_at', '>', daysAfter(now, -1))
    .where('alerts.id', '!=', id)
    .where(({ eb, fn }) => eb(fn('lower', ['alerts.emailaddress']), 'like', `%${domain}`))
    .executeTakeFirst();
  return accepted !== undefined;
}

/** An alert that is over can be continued for a while. */
export const endedAt = (now: Date) =>
  ({ state: 'ended', next_at: daysAfter(now, alertLimits.endedDays) }) as const;

/**
 * Returns the least `seen_before` of the mails that have not arrived or may not have, by alert: openings with a greater number
 * are to be reported again.
 */
export async function seenBeforeFailures(
  db: HostDatabase['db'],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('alert_mails')
    .select(({ fn }) => ['alert_id', fn.min('seen_before').as('seen')])
    .where('state', 'in', alertMailQueue.failures)
    .where('kind', '!=', 'alert-confirmation')
    .groupBy('alert_id')
    .execute();
  return new Map(rows.flatMap(({ alert_id, seen }) => (seen === null ? [] : [[alert_id, seen]])));
}

/** The caller runs this in the transaction that stores the mail which reports their openings again. */
export async function noteRepeated(trx: Transaction<Tables>, alertId: string): Promise<void> {
  await trx
    .updateTable('alert_mails')
    .set({ state: 'repeated' })
    .where('alert_id', '=', alertId)
    .where('state', 'in', alertMailQueue.failures)
    .execute();
}

/** Returns whether a mail reports openings of an earlier mail that did not arrive, or may not have arrived. */
export async function isRepetition(
  db: HostDatabase['db'],
  { alert_id, seen_before }: Pick<AlertMailRow, 'alert_id' | 'seen_before'>,
): Promise<boolean> {
  const repeated = await db
    .selectFrom('alert_mails')
    .select('id')
    .where('alert_id', '=', alert_id)
    .where('state', '=', 'repeated')
    .where('seen_before', '>=', seen_before)
    .executeTakeFirst();
  return repeated !== undefined;
}

/**
 * Sends a confirmation again that may not have arrived, because the same search is asked for again; one that the server
 * has refused, such as for a full mailbox, only after a day. Returns whether there was one.
 */
export async function repeatConfirmation(
  trx: Transaction<Tables>,
  { mailbox_key, search }: Pick<AlertRow, 'mailbox_key' | 'search'>,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const pending = trx
    .selectFrom('alerts')
    .select('id')
    .where((eb) => eb.and({ mailbox_key, search, state: 'pending' }))
    .where('next_at', '>', at);
  const { numUpdatedRows } = await trx
    .updateTable('alert_mails')
    .set({ state: 'waiting', attempts: 0, next_at: at, error: null })
    .where('alert_id', 'in', pending)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'unknown'),
        eb('state', '=', 'failed').and('next_at', '<=', daysAfter(now, -1)),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
