import { hash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { mailboxKey } from '#src/domain/rules/forms/person.ts';
import type { Tables } from '../database/schema.ts';

/** Anybody can enter the address of a stranger, so the mails to applicants have limits. */
export const mailLimits = {
  mailbox: { count: 5, hours: 24 },
  all: { count: 500, hours: 1 },
  /** A mail that has waited this long for a limit is dropped. */
  waitHours: 48,
} as const;

/** Whoever enters the address of a stranger can make it receive one mail in this time, unless the stranger confirms it. */
export const confirmationLimits = {
  mailbox: { count: 1, hours: 30 * 24 },
  all: { count: 300, hours: 1 },
} as const;

const { mailbox, all } = mailLimits;
const toApplicants = {
  mailbox: { ...mailbox, words: `${mailbox.count} mails to one mailbox in ${mailbox.hours} hours` },
  all: { ...all, words: `${all.count} mails to applicants in an hour` },
};

/** Mails of each share are counted apart, so that many of one do not delay those of another. */
const shares = {
  confirmations: { ...toApplicants, prefix: '', name: 'all' },
  stages: { ...toApplicants, prefix: 'stage ', name: 'stages' },
  alerts: {
    mailbox: { ...confirmationLimits.mailbox, words: 'a confirmation was sent to this mailbox' },
    all: {
      ...confirmationLimits.all,
      words: `${confirmationLimits.all.count} confirmations of alerts in an hour`,
    },
    prefix: 'alert ',
    name: 'alerts',
  },
} as const;
export type MailShare = keyof typeof shares;

export const hourMs = 60 * 60 * 1000;

export interface ReachedLimit {
  /** The limit in words, for operators. */
  readonly limit: string;
  readonly until: Date;
}

/** The transaction of `countMail` holds this lock. */
export const mailLimitsLock = 'mail limits';

const mailboxName = (share: MailShare, address: string): string =>
  hash('sha256', shares[share].prefix + mailboxKey(address), 'base64url');

/**
 * Counts a mail to an address for all hosts of the database. If a limit is reached it counts nothing, and returns the limit.
 * Counts have no reference to a person, so that erasing one does not reset them. A count whose end is later than that of
 * a new one comes from a clock that was set back, and is deleted. The clocks of hosts differ by less than an hour.
 */
export async function countMail(
  trx: Transaction<Tables>,
  share: MailShare,
  address: string,
  now: Date,
): Promise<ReachedLimit | undefined> {
  const { mailbox, all, name } = shares[share];
  const counts = [
    { ...mailbox, name: mailboxName(share, address) },
    { ...all, name },
  ];
  const after = (hours: number) => new Date(now.getTime() + hours * hourMs).toISOString();
  await trx
    .deleteFrom('mail_counts')
    .where((eb) =>
      eb.or([
        eb('ends_at', '<=', after(0)),
        ...counts.map(({ name, hours }) =>
          eb('name', '=', name).and('ends_at', '>', after(hours + 1)),
        ),
      ]),
    )
    .execute();
  const names = counts.map(({ name }) => name);
  const rows = await trx.selectFrom('mail_counts').selectAll().where('name', 'in', names).execute();
  for (const { name, count, words } of counts) {
    const row = rows.find((one) => one.name === name);
    if (row && row.count >= count) return { limit: words, until: new Date(row.ends_at) };
  }
  for (const { name, hours } of counts)
    await trx
      .insertInto('mail_counts')
      .values({ name, count: 1, ends_at: after(hours) })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(({ eb, ref }) => ({ count: eb(ref('mail_counts.count'), '+', 1) })),
      )
      .execute();
  return undefined;
}

/** The person has confirmed an alert, and may ask for another one. */
export async function forgetConfirmation(trx: Transaction<Tables>, address: string): Promise<void> {
  const name = mailboxName('alerts', address);
  await trx.deleteFrom('mail_counts').where('name', '=', name).execute();
}
