import { createHmac } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { siteConfig } from '#src/config/site.ts';
import { alertLimits, hourMs, limits } from '#src/domain/model/limits.ts';
import { mailboxKey } from '#src/domain/rules/forms/person.ts';
import { instantAfter } from '#src/domain/rules/text/iso-date.ts';
import type { Tables } from '../database/schema.ts';
import type { WorkOutcome } from '../queue/work-queue.ts';

interface Limit {
  readonly count: number;
  readonly hours: number;
}

/** Anybody can enter the address of a stranger, so the mails to applicants have limits. */
export const mailLimits = {
  mailbox: { count: 5, hours: 24 },
  /** The mails with links to a person's applications, which anybody can request for any address. */
  links: { count: limits.linkMailsPerDay, hours: 24 },
  all: { count: siteConfig.mailsPerHour, hours: 1 },
  /** A mail that has waited this long for the limit of its mailbox is dropped. */
  waitHours: 48,
} as const;

/** The limits of mails that ask to confirm an alert. Anybody can cause them for the address of a stranger. */
export const confirmationLimits = {
  day: { count: alertLimits.mailsPerDay, hours: 24 },
  month: { count: alertLimits.mailsPerMonth, hours: 30 * 24 },
  all: { count: 300, hours: 1 },
} as const;

/** @param mailbox the limits of one mailbox; each key begins the name of its counter in `mail_counts` */
const quota = (
  name: string,
  mails: string,
  mailbox: Readonly<Record<string, Limit>>,
  limit: Limit = mailLimits.all,
) => ({
  all: { ...limit, name, words: `${limit.count} ${mails} in an hour` },
  mailbox: Object.entries(mailbox),
});

const { day, month } = confirmationLimits;
/** The mails of each quota are counted separately, so that many mails of one quota do not delay those of another. */
const quotas = {
  confirmations: quota('all', 'mails to applicants', { '': mailLimits.mailbox }),
  stages: quota('stages', 'mails to applicants', { 'stage ': mailLimits.mailbox }),
  notices: quota('notices', 'mails to companies', {}),
  links: quota('links', 'mails with lost links', { 'links ': mailLimits.links }),
  alerts: quota(
    'alerts',
    'confirmations of alerts',
    { 'alert of a day ': day, 'alert ': month },
    confirmationLimits.all,
  ),
};
export type MailQuota = keyof typeof quotas;

/** A mail waits until the limit ends. `detail` is the limit in words, for operators. */
export type ReachedLimit = Extract<WorkOutcome, { readonly state: 'postponed' }> & {
  /** Whether the limit is that of the mailbox. Otherwise it is the limit of all mails, or of those from one network. */
  readonly isOfMailbox: boolean;
};

/**
 * Transactions that count mails to addresses that anybody can enter hold this lock. Those that store a mail about an
 * application (documents, stages, withdrawal) do not, so each concurrent one can exceed a limit by one mail.
 */
export const mailLimitsLock = 'mail limits';

/** A limit, and the name of the row of `mail_counts` that counts its mails. */
interface Counter extends Limit {
  readonly name: string;
  readonly words: string;
  readonly isOfMailbox: boolean;
  /** The counter of all mails. Once half of its limit is used, this one counts too, and allows a tenth of the rest. */
  readonly partOf?: Counter;
}

interface Mailbox {
  readonly address: string;
  /** The hashes of mailboxes have a key, so that the database does not reveal who got mail. */
  readonly countKey: string;
}

/** All mails that have waited count as those of one network, because their real network is stored for an hour only. */
export const waited = 'waited';

/** Counts all mails of a quota. @param network a keyed hash, or `waited`; undefined if nobody knows it */
export function countersOfAll(quota: MailQuota, network?: string): Counter[] {
  const all = { ...quotas[quota].all, isOfMailbox: false };
  if (network === undefined) return [all];
  const words = `the part of a network in ${all.words}`;
  // A network may use only a part of the limit, but is not blocked, because mobile networks share addresses.
  return [all, { ...all, name: `${all.name} ${network}`, words, partOf: all }];
}

export const countersOfMailbox = (quota: MailQuota, { address, countKey }: Mailbox): Counter[] =>
  quotas[quota].mailbox.map(([prefix, limit]) => {
    const name = createHmac('sha256', countKey).update(prefix + mailboxKey(address));
    const words = `${limit.count} mails to one mailbox in ${limit.hours} hours`;
    return { ...limit, words, name: name.digest('base64url'), isOfMailbox: true };
  });

/**
 * Counts a mail for all hosts of the database. If a limit is reached, it counts nothing and returns the limit. Counts
 * do not refer to a person, so erasing the person does not reset them.
 */
export async function countMail(
  trx: Transaction<Tables>,
  counters: readonly Counter[],
  now: Date,
): Promise<ReachedLimit | undefined> {
  await deletePastCounts(trx, now, counters);
  const names = counters.map(({ name }) => name);
  const rows = await trx.selectFrom('mail_counts').selectAll().where('name', 'in', names).execute();
  const stored = new Map(rows.map((row) => [row.name, row]));
  const counting = counters.flatMap((counter) => {
    const { partOf } = counter;
    if (!partOf) return [counter];
    const rest = partOf.count - (stored.get(partOf.name)?.count ?? 0);
    return rest <= partOf.count / 2 ? [{ ...counter, count: Math.ceil(rest / 10) }] : [];
  });
  for (const { name, count, words, isOfMailbox } of counting) {
    const row = stored.get(name);
    if (row && row.count >= count)
      return { state: 'postponed', detail: words, until: new Date(row.ends_at), isOfMailbox };
  }
  for (const { name, hours } of counting)
    await trx
      .insertInto('mail_counts')
      .values({ name, count: 1, ends_at: instantAfter(now, hours * hourMs) })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(({ eb, ref }) => ({ count: eb(ref('mail_counts.count'), '+', 1) })),
      )
      .execute();
  return undefined;
}

/**
 * Deletes the counts whose time is over. A count of `counters` that ends later than a new one would comes from a clock
 * that was set back since, and is deleted too. The clocks of hosts differ by less than an hour.
 */
export async function deletePastCounts(
  db: Kysely<Tables>,
  now: Date,
  counters: readonly Pick<Counter, 'name' | 'hours'>[] = [],
): Promise<void> {
  await db
    .deleteFrom('mail_counts')
    .where((eb) =>
      eb.or([
        eb('ends_at', '<=', now.toISOString()),
        ...counters.map(({ name, hours }) =>
          eb('name', '=', name).and('ends_at', '>', instantAfter(now, (hours + 1) * hourMs)),
        ),
      ]),
    )
    .execute();
}

/** Resets the counts of a mailbox whose owner has confirmed an alert, so that the owner can request others. */
export async function forgetConfirmations(
  trx: Transaction<Tables>,
  mailbox: Mailbox,
): Promise<void> {
  const names = countersOfMailbox('alerts', mailbox).map(({ name }) => name);
  await trx.deleteFrom('mail_counts').where('name', 'in', names).execute();
}
