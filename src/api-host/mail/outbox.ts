import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { maxAttempts, retryAfterMs } from '../background-queue.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';

export type OutboxRow = Selectable<Tables['mail_outbox']>;
export type MailKind = OutboxRow['kind'];

/** What became of an attempt. `unknown`: the server may have accepted the mail; it is not sent again by itself. */
export type Outcome =
  | { readonly state: 'sent' }
  | { readonly state: 'failed' | 'retry' | 'unknown'; readonly error: string };

/** Longer than any attempt takes. */
const leaseMs = 15 * 60 * 1000;

/** To be called in the transaction of what the mail is about. */
export async function enqueueMail(
  trx: Transaction<Tables>,
  applicant_id: string,
  kinds: readonly MailKind[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  for (const kind of kinds)
    await trx
      .insertInto('mail_outbox')
      .values({
        id: randomUUID(),
        applicant_id,
        kind,
        state: 'waiting',
        attempts: 0,
        created_at: at,
        next_at: at,
        error: null,
      })
      .execute();
}

/** The next mail that is due; only this caller has it. */
export async function claimMail({ db }: HostDatabase, now: Date): Promise<OutboxRow | undefined> {
  const at = now.toISOString();
  // Its process ended while it was being sent.
  await db
    .updateTable('mail_outbox')
    .set({ state: 'unknown', error: 'the host ended while it was being sent' })
    .where('state', '=', 'sending')
    .where('next_at', '<=', at)
    .execute();
  return (
    db
      .updateTable('mail_outbox')
      .set(({ eb }) => ({
        state: 'sending',
        attempts: eb('attempts', '+', 1),
        next_at: new Date(now.getTime() + leaseMs).toISOString(),
      }))
      .where('id', '=', ({ selectFrom }) =>
        selectFrom('mail_outbox')
          .select('id')
          .where('state', '=', 'waiting')
          .where('next_at', '<=', at)
          .orderBy('next_at')
          .limit(1),
      )
      // Another process may have claimed it since.
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst()
  );
}

/** Records what became of an attempt, and returns the state of the mail. */
export async function settleMail(
  { db }: HostDatabase,
  { id, attempts }: OutboxRow,
  outcome: Outcome,
  now: Date,
): Promise<OutboxRow['state']> {
  const afterRetry = attempts < maxAttempts ? 'waiting' : 'failed';
  const isRetry = outcome.state === 'retry';
  const state = isRetry ? afterRetry : outcome.state;
  await db
    .updateTable('mail_outbox')
    .set({
      state,
      error: outcome.state === 'sent' ? null : outcome.error,
      next_at: new Date(now.getTime() + (isRetry ? retryAfterMs(attempts) : 0)).toISOString(),
    })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
  return state;
}

/** The mails that were not sent, oldest first. */
export const unsentMails = ({ db }: HostDatabase): Promise<OutboxRow[]> =>
  db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('state', '!=', 'sent')
    .orderBy('created_at')
    .execute();

/** Sends mails again whose state is failed or unknown. Returns their ids. */
export async function retryMails(
  { db }: HostDatabase,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable('mail_outbox')
    .set({ state: 'waiting', attempts: 0, next_at: now.toISOString(), error: null })
    .where('id', 'in', [...ids])
    .where('state', 'in', ['failed', 'unknown'])
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
