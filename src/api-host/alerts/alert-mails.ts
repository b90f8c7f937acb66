import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { alertLimits } from '#src/domain/model/limits.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import { mailQueueOf } from '../mail/mail-queue.ts';
import { daysAfter } from './alert-store.ts';

export type AlertMailRow = Selectable<Tables['alert_mails']>;

/** A queue of its own: mail to applicants never waits for the mails of alerts. */
export const alertMailQueue = mailQueueOf('alerts', 'alert_mails');

/** The caller runs this in the transaction that notes the openings as reported. */
export async function enqueueAlertMail(
  trx: Transaction<Tables>,
  alert_id: string,
  kind: AlertMailRow['kind'],
  openings: readonly { readonly id: string }[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await trx
    .insertInto('alert_mails')
    .values({
      id: randomUUID(),
      alert_id,
      kind,
      state: 'waiting',
      attempts: 0,
      created_at: at,
      next_at: at,
      error: null,
      openings: JSON.stringify(openings.slice(0, alertLimits.listed).map(({ id }) => id)),
      total: openings.length,
    })
    .execute();
}

/** Returns whether a mail of an alert waits or is being sent. */
export async function hasUnsentMail(trx: Transaction<Tables>, alertId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('alert_mails')
    .select('id')
    .where('alert_id', '=', alertId)
    .where('state', 'in', [alertMailQueue.waiting, alertMailQueue.working])
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
  await db
    .updateTable('alerts')
    .set({ next_at, last_sent_at: now.toISOString() })
    .where('id', '=', alertId)
    .where('state', '=', 'active')
    .where('next_at', '<', next_at)
    .execute();
}
