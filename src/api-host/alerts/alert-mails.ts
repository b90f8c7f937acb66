import type { ExpressionBuilder, Transaction } from 'kysely';
import { alertLimits } from '#src/domain/model/limits.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import { type AlertMailRow, isUndelivered, newMail } from '../mail/mail-queue.ts';
import { type AlertRow, daysAfter } from './alert-store.ts';

/**
 * The caller runs this in the transaction that notes the openings as reported.
 * @param alert the row before that: the openings have greater numbers than its `seen`
 */
export async function enqueueAlertMail(
  trx: Transaction<Tables>,
  alert: Pick<AlertRow, 'id' | 'seen'>,
  kind: AlertMailRow['kind'],
  openings: readonly { readonly id: string }[],
  now: Date,
  reached?: Parameters<typeof newMail>[1],
): Promise<void> {
  await trx
    .insertInto('alert_mails')
    .values({
      ...newMail(now, reached),
      alert_id: alert.id,
      kind,
      openings: JSON.stringify(openings.slice(0, alertLimits.listed).map(({ id }) => id)),
      total: openings.length,
      seen_before: alert.seen,
    })
    .execute();
}

/** A mail of an alert was sent. The next one of an active alert is at least a day later, and those before are told. */
export async function noteSent(
  { db }: Pick<HostDatabase, 'db'>,
  alertId: string,
  now: Date,
): Promise<void> {
  await db.deleteFrom('alert_mails').where('alert_id', '=', alertId).where(isUndelivered).execute();
  await db
    .updateTable('alerts')
    .set({ refused: 0, next_at: daysAfter(now, 1), last_sent_at: now.toISOString() })
    .where((eb) => eb.and({ id: alertId, state: 'active' }))
    .execute();
}

/**
 * Notes that the server has refused a mail of an active alert for good. It counts if the server has accepted a mail to
 * another person of the same domain within a day: otherwise the domain may refuse all mail of the sender. Returns whether
 * that ended the alert.
 */
export async function noteRefused(
  { db }: Pick<HostDatabase, 'db'>,
  id: string,
  now: Date,
): Promise<boolean> {
  const isActive = (eb: ExpressionBuilder<Tables, 'alerts'>) => eb.and({ id, state: 'active' });
  const alert = await db.selectFrom('alerts').selectAll().where(isActive).executeTakeFirst();
  if (!alert || !(await acceptsOthers(db, alert, now))) return false;
  const refused = alert.refused + 1;
  const isOver = refused >= alertLimits.refused;
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ refused, ...(isOver && { ...endedAt(now), ends_at: now.toISOString() }) })
    .where(isActive)
    .where('refused', '=', alert.refused)
    .executeTakeFirstOrThrow();
  return isOver && numUpdatedRows > 0n;
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

/** A new confirmation takes the place of those of the same address that wait, because it is about the same alerts. */
export const isWaitingConfirmation =
  (alerts: readonly Pick<AlertRow, 'id'>[]) => (eb: ExpressionBuilder<Tables, 'alert_mails'>) =>
    eb.and([
      // PostgreSQL accepts no empty list.
      eb('alert_id', 'in', ['', ...alerts.map(({ id }) => id)]),
      eb('kind', '=', 'alert-confirmation'),
      eb('state', '=', 'waiting'),
    ]);
