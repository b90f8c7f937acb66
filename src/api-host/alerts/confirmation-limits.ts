import type { Transaction } from 'kysely';
import type { Tables } from '../database/schema.ts';
import { digestOf, type MailCount } from '../mail/mail-limits.ts';

/** Whoever enters the address of a stranger can make it receive one mail in this time, unless the stranger confirms it. */
export const confirmationLimits = {
  mailbox: { count: 1, hours: 30 * 24 },
  all: { count: 300, hours: 1 },
} as const;

const mailboxCount = (mailboxKey: string) => digestOf(`alert ${mailboxKey}`);

export const confirmationCounts = (mailboxKey: string): readonly MailCount[] => [
  {
    ...confirmationLimits.mailbox,
    name: mailboxCount(mailboxKey),
    limit: 'a confirmation was sent to this mailbox',
  },
  {
    ...confirmationLimits.all,
    name: 'alerts',
    limit: `${confirmationLimits.all.count} confirmations of alerts in an hour`,
  },
];

/** The person of the mailbox has confirmed an alert, and may ask for another one. */
export async function forgetConfirmation(
  trx: Transaction<Tables>,
  mailboxKey: string,
): Promise<void> {
  await trx.deleteFrom('mail_counts').where('name', '=', mailboxCount(mailboxKey)).execute();
}
