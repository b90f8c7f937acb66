import type { Selectable, Transaction } from 'kysely';
import type { HostDatabase, Tables } from '../database/schema.ts';
import { mailQueueOf, newMail } from './mail-queue.ts';

export type OutboxRow = Selectable<Tables['mail_outbox']>;
export type MailKind = OutboxRow['kind'];

export const mailQueue = mailQueueOf('mail', 'mail_outbox', 'confirmation');

/** The caller runs this in the transaction that stores the subject of the mail. It returns the ids of the mails. */
export async function enqueueMail(
  trx: Transaction<Tables>,
  applicant_id: string,
  kinds: readonly MailKind[],
  now: Date,
): Promise<string[]> {
  const mails = kinds.map((kind) => ({ ...newMail(now), applicant_id, kind }));
  for (const mail of mails) await trx.insertInto('mail_outbox').values(mail).execute();
  return mails.map(({ id }) => id);
}

/** Returns the mails about applications and those of alerts. */
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

/** Sends mails in the state failed, unknown or dropped again, and returns their ids. */
export async function retryMails(
  { db }: HostDatabase,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const retried: string[] = [];
  for (const table of ['mail_outbox', 'alert_mails'] as const) {
    const rows = await db
      .updateTable(table)
      .set({ state: 'waiting', attempts: 0, next_at: now.toISOString(), error: null })
      .where('id', 'in', [...ids])
      .where('state', 'in', [...mailQueue.failures, 'dropped'])
      .returning('id')
      .execute();
    retried.push(...rows.map(({ id }) => id));
  }
  return retried;
}
