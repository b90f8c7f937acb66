import type { ExpressionBuilder } from 'kysely';
import { hasRow } from '#src/database/database.ts';
import { alertLimits } from '#src/domain/model/limits.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import type { Send } from '../mail/delivery.ts';
import { countersOfMailbox, countMail, mailLimitsLock } from '../mail/mail-limits.ts';
import { newMail } from '../mail/mail-queue.ts';
import { type Poller, startPoller } from '../queue/poller.ts';
import { isDue } from '../queue/work-queue.ts';
import {
  type AlertRow,
  alertsToReport,
  daysAfter,
  endedAt,
  extendPending,
  isPendingOfAddress,
} from './alert-store.ts';
import { type Found, type OpeningsSnapshot, takeSnapshot } from './openings-snapshot.ts';
import { type AlertOptions, startAlertMailer } from './send-alert-mails.ts';

/** The interval of the search for due alerts. The mail of an alert is stored up to this time after it is due. */
const intervalMs = 60_000;
const batchSize = 100;

/** The pause after a snapshot, as a multiple of the time of its searches, which is seconds with many openings. */
const pauseFactor = 50;
const longestPauseMs = 10 * 60_000;

/** In the background: admits requested alerts, looks for new openings of due alerts, and sends the mails. */
export function startAlerts(database: HostDatabase, send: Send, options: AlertOptions): Poller {
  const mailer = startAlertMailer(database, send, options);
  const takeSteps = alertSteps(database, options, mailer.wake);
  const steps = startPoller('alerts-failed', intervalMs, options.log, takeSteps);
  return {
    wake: steps.wake,
    close: async () => {
      await Promise.all([steps.close(), mailer.close()]);
    },
  };
}

/**
 * Returns a function that takes at most a hundred steps of each kind, and resolves with true if there may be more. All
 * alerts that are due are compared with the same openings, even over several calls.
 */
export function alertSteps(
  database: HostDatabase,
  { clock, log, countKey }: Omit<AlertOptions, 'siteOrigin'>,
  onMailStored: () => void = () => {},
): () => Promise<boolean> {
  let snapshot: OpeningsSnapshot | undefined;
  let nextSnapshotAt = 0;

  async function admitAsked(): Promise<number> {
    const asked = await database.db
      .selectFrom('alerts')
      .select('id')
      .where('state', '=', 'asked')
      .orderBy('next_at')
      .limit(batchSize)
      .execute();
    for (const { id } of asked) {
      const refusal = await admit(database, id, clock(), countKey);
      if (refusal !== undefined) log.info({ event: 'alert-not-admitted', reason: refusal });
      else onMailStored();
    }
    return asked.length;
  }

  async function reportDue(): Promise<number> {
    const at = snapshot?.at ?? clock();
    const pauseMs = nextSnapshotAt - at.getTime();
    // If the pause is longer, the clock was set back since.
    if (!snapshot && pauseMs > 0 && pauseMs <= longestPauseMs) return 0;
    const active = await alertsToReport(
      database.db,
      ({ ref }) => isDue(ref('next_at'), at),
      batchSize,
    );
    if (active.length > 0) snapshot ??= await takeSnapshot(database, at);
    if (snapshot)
      for await (const found of snapshot.findFor(active))
        if (await report(database, found, clock())) onMailStored();
    if (active.length < batchSize) {
      const now = clock().getTime();
      nextSnapshotAt = now + Math.min((now - at.getTime()) * pauseFactor, longestPauseMs);
      snapshot = undefined;
    }
    return active.length;
  }

  return async () => {
    try {
      return Math.max(await admitAsked(), await reportDue()) === batchSize;
    } catch (error) {
      // The failure may have left the snapshot incomplete.
      snapshot = undefined;
      throw error;
    }
  };
}

type KnownAlert = Pick<AlertRow, 'id' | 'search' | 'address_key' | 'state'>;

/** The changes that follow from a requested alert. `erased` may contain the id of this alert. */
export interface Admission {
  readonly erased: readonly string[];
  /** The alert with which the mail is stored that asks to confirm all pending alerts of the address. */
  readonly confirmed?: KnownAlert;
  readonly refusal?: string;
}

/**
 * @param others the alerts of the mailbox that are active or wait for a confirmation, the newest first
 * @param countConfirmation counts a mail that asks for confirmation, or returns the limit that is reached
 */
export async function decideAdmission(
  asked: KnownAlert,
  others: readonly KnownAlert[],
  countConfirmation: () => Promise<string | undefined>,
): Promise<Admission> {
  const active = others.filter(({ state }) => state === 'active');
  const pending = others.filter(({ state }) => state === 'pending');
  const refuse = (refusal: string) => ({ erased: [asked.id], refusal });
  const isSame = ({ search }: KnownAlert) => search === asked.search;
  if (active.some(isSame)) return refuse('it exists');
  if (active.length >= alertLimits.perMailbox)
    return refuse(`${alertLimits.perMailbox} alerts of one mailbox`);
  const limit = await countConfirmation();
  const ofAddress = pending.filter(({ address_key }) => address_key === asked.address_key);
  const same = ofAddress.find(isSame);
  if (same && limit === undefined) return { erased: [asked.id], confirmed: same };
  // If the limit allows no mail, an earlier mail to the address can confirm the alert, if there is one.
  if (limit !== undefined && (same || ofAddress.length === 0)) return refuse(limit);
  // If the mailbox then has too many alerts, the oldest pending ones are erased.
  const surplus = pending.slice(alertLimits.perMailbox - active.length - 1);
  const erased = surplus.map(({ id }) => id);
  return limit === undefined ? { erased, confirmed: asked } : { erased, refusal: limit };
}

/** Admits or erases a requested alert. Returns the reason if it stores no mail that asks for confirmation. */
export const admit = (
  { transaction }: HostDatabase,
  id: string,
  now: Date,
  countKey: string,
): Promise<string | undefined> =>
  transaction([mailLimitsLock], async (trx) => {
    const at = now.toISOString();
    const alerts = trx.selectFrom('alerts').selectAll();
    const row = await alerts.where((eb) => eb.and({ id, state: 'asked' })).executeTakeFirst();
    // Another process has admitted the alert, or it was erased.
    if (!row) return 'it is gone';
    const isKnown = ({ eb, or }: ExpressionBuilder<Tables, 'alerts'>) =>
      or([eb('state', '=', 'active'), eb.and({ state: 'pending' }).and('next_at', '>', at)]);
    const ofMailbox = alerts.where('mailbox_key', '=', row.mailbox_key).where(isKnown);
    const others = await ofMailbox.orderBy('created_at', 'desc').execute();
    // The new mail replaces waiting ones that ask the address for confirmation, because it names all their alerts.
    const ofAddress = trx.selectFrom('alerts').select('id').where(isPendingOfAddress(row, now));
    const isReplaced = ({ eb }: ExpressionBuilder<Tables, 'alert_mails'>) =>
      eb('alert_id', 'in', ofAddress).and(eb.and({ kind: 'alert-confirmation', state: 'waiting' }));
    const replaced = trx.selectFrom('alert_mails').select('id').where(isReplaced);
    // If a replaced mail has no attempt yet, it was counted, so the new mail is not counted again.
    const isCounted = await hasRow(replaced.where('attempts', '=', 0));
    const counters = countersOfMailbox('alerts', { address: row.emailaddress, countKey });
    const { erased, confirmed, refusal } = await decideAdmission(row, others, async () =>
      isCounted ? undefined : (await countMail(trx, counters, now))?.detail,
    );
    await trx.deleteFrom('alerts').where('id', 'in', erased).execute();
    const next_at = daysAfter(now, alertLimits.confirmDays);
    const pending = { state: 'pending', ends_at: next_at, next_at } as const;
    await trx.updateTable('alerts').set(pending).where('id', '=', id).execute();
    if (!confirmed) return refusal;
    await extendPending(trx, row, now);
    await trx.deleteFrom('alert_mails').where(isReplaced).execute();
    // `ask` has delayed the alert, because the limit of all mails that ask for confirmation was reached.
    const isDelayed = row.next_at > row.created_at;
    const delay = { detail: 'many confirmations of alerts', until: new Date(row.next_at) };
    const mail = newMail(now, isDelayed ? delay : undefined);
    const about = { alert_id: confirmed.id, openings: '[]', total: 0, seen_before: null };
    await trx
      .insertInto('alert_mails')
      .values({ ...mail, ...about, kind: 'alert-confirmation' })
      .execute();
    return undefined;
  });

/**
 * Notes the openings as reported and stores the mail about them, in one transaction. If several processes have found
 * the same openings, only one stores the mail. Returns whether this call has stored one.
 */
export const report = (
  { transaction }: HostDatabase,
  { alert, openings, last }: Found,
  now: Date,
): Promise<boolean> =>
  transaction([], async (trx) => {
    const { id, next_at, ends_at } = alert;
    const isOver = ends_at <= now.toISOString();
    const isMailed = isOver || openings.length > 0;
    const { numUpdatedRows } = await trx
      .updateTable('alerts')
      .set({
        seen: last,
        seen_here: last,
        ...(isOver ? endedAt(now) : { next_at: daysAfter(now, alertLimits.intervalDays) }),
        ...(isMailed && { last_sent_at: now.toISOString() }),
      })
      // The alert may have been continued or reported in the meantime.
      .where((eb) => eb.and({ id, next_at, ends_at, state: 'active' }))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n || !isMailed) return false;
    const named = openings.slice(0, alertLimits.openingsInMail);
    await trx
      .insertInto('alert_mails')
      .values({
        ...newMail(now),
        alert_id: id,
        kind: isOver ? 'alert-end' : 'alert',
        openings: JSON.stringify(named.map((opening) => opening.id)),
        total: openings.length,
        seen_before: alert.seen,
      })
      .execute();
    return true;
  });
