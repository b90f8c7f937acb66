import type { ExpressionBuilder, Kysely } from 'kysely';
import { alertLimits } from '#src/domain/model/limits.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import type { HostContext } from '../log.ts';
import type { Send } from '../mail/delivery.ts';
import { alertMailQueue, isUndelivered, startMailWorker } from '../mail/mail-queue.ts';
import type { Poller } from '../queue/poller.ts';
import { type AlertRow, daysAfter, endedAt } from './alert-store.ts';
import { type ComposeOptions, composeAlertMail } from './compose-alert-mail.ts';

export interface AlertOptions extends ComposeOptions, HostContext {
  readonly countKey: string;
}

/** Sends the mails of alerts in the background, and changes the alerts after the answers of the mail server. */
export const startAlertMailer = (
  database: HostDatabase,
  send: Send,
  options: AlertOptions,
): Poller =>
  startMailWorker(database, alertMailQueue, send, {
    ...options,
    compose: (row) => composeAlertMail(database, row, options),
    async onAnswered(trx, { kind, alert_id: alert }, answer) {
      if (kind === 'alert-confirmation') return;
      const now = options.clock();
      if (answer === 'sent') await noteSent(trx, alert, now);
      else if (await noteRefused(trx, alert, now))
        options.log.warn({ event: 'alert-undeliverable', alert });
    },
  });

/** Deletes undelivered mails, whose openings the sent mail has too. The next mail is at least a day later. */
async function noteSent(db: Kysely<Tables>, alertId: string, now: Date): Promise<void> {
  await db.deleteFrom('alert_mails').where('alert_id', '=', alertId).where(isUndelivered).execute();
  await db
    .updateTable('alerts')
    .set({
      refused: 0,
      next_at: daysAfter(now, alertLimits.intervalDays),
      last_sent_at: now.toISOString(),
    })
    .where((eb) => eb.and({ id: alertId, state: 'active' }))
    .execute();
}

/**
 * Notes that the server has refused a mail of an active alert for good. The refusal counts only if the server has
 * accepted a mail to another person of the same domain within a day, because a domain may refuse all mail of the
 * sender. Returns whether the refusal has ended the alert.
 */
async function noteRefused(db: Kysely<Tables>, id: string, now: Date): Promise<boolean> {
  const isActive = (eb: ExpressionBuilder<Tables, 'alerts'>) => eb.and({ id, state: 'active' });
  const alert = await db.selectFrom('alerts').selectAll().where(isActive).executeTakeFirst();
  if (!alert || !(await acceptsOthers(db, alert, now))) return false;
  const refused = alert.refused + 1;
  const isOver = refused >= alertLimits.refusalsInRow;
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ refused, ...(isOver && { ...endedAt(now), ends_at: now.toISOString() }) })
    .where(isActive)
    .where('refused', '=', alert.refused)
    .executeTakeFirstOrThrow();
  return isOver && numUpdatedRows > 0n;
}

async function acceptsOthers(
  db: Kysely<Tables>,
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
