import { hash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { mailboxKey } from '#src/domain/rules/person.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';

/** Anybody can enter the address of a stranger, so the mails to applicants have limits. */
export const mailLimits = {
  mailbox: { count: 5, hours: 24 },
  all: { count: 500, hours: 1 },
  /** A mail that has waited this long for a limit is dropped. */
  waitHours: 48,
} as const;

export const hourMs = 60 * 60 * 1000;

/** A limit of mails: `count` of them with the same name in so many hours. */
export interface MailCount {
  readonly name: string;
  readonly count: number;
  readonly hours: number;
  /** The limit in words, for operators. */
  readonly limit: string;
}

export interface ReachedLimit {
  readonly limit: string;
  readonly until: Date;
}

/** The transaction of `countMails` holds this lock. */
export const mailLimitsLock = 'mail limits';

export const digestOf = (text: string): string => hash('sha256', text, 'base64url');

/**
 * Counts a mail to an address for all hosts of the database. Counts have no reference to an application, so that erasing
 * one does not reset them.
 * @param share mails of each share are counted apart, so that many of one do not delay those of the other
 */
export function countMail(
  { transaction }: HostDatabase,
  address: string,
  now: Date,
  share: 'confirmations' | 'stages' = 'confirmations',
): Promise<ReachedLimit | undefined> {
  const { mailbox, all } = mailLimits;
  const isConfirmation = share === 'confirmations';
  const counts = [
    {
      ...mailbox,
      name: digestOf(`${isConfirmation ? '' : 'stage '}${mailboxKey(address)}`),
      limit: `${mailbox.count} mails to one mailbox in ${mailbox.hours} hours`,
    },
    {
      ...all,
      name: isConfirmation ? 'all' : 'stages',
      limit: `${all.count} mails to applicants in an hour`,
    },
  ];
  return transaction([mailLimitsLock], (trx) => countMails(trx, counts, now));
}

/**
 * Counts a mail. If a limit is reached it counts nothing, and returns the limit and its end. A count whose end is later than
 * that of a new one comes from a clock that was set back, and is deleted. The clocks of hosts differ by less than an hour.
 */
export async function countMails(
  trx: Transaction<Tables>,
  counts: readonly MailCount[],
  now: Date,
): Promise<ReachedLimit | undefined> {
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
  for (const { name, count, limit } of counts) {
    const row = rows.find((one) => one.name === name);
    if (row && row.count >= count) return { limit, until: new Date(row.ends_at) };
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
