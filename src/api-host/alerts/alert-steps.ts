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

/** How often alerts that are due are looked for. An alert is due at an instant, and is mailed up to this time after it. */
const intervalMs = 60_000;
const batchSize = 100;

/** Pause after a snapshot, as a multiple of the time that its searches took (seconds with many openings). */
const pauseFactor = 50;
const longestPauseMs = 10 * 60_000;

/** Admits the alerts that were asked for, finds new openings once a day, and sends the mails, in the background. */
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
    // A longer one comes from a clock that was set back since.
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
      // The snapshot may be incomplete.
      snapshot = undefined;
      throw error;
    }
  };
}

type KnownAlert = Pick<AlertRow, 'id' | 'search' | 'address_key' | 'state'>;

/** The changes when an alert is requested: `erased` may have the alert itself. */
export interface Admission {
  readonly erased: readonly string[];
  /** One mail asks for confirmation of all pending alerts of the address; it is stored with this one. */
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
  // Without a mail of its own an alert can be confirmed with an earlier mail to the address, if there is one.
  if (limit !== undefined && (same || ofAddress.length === 0)) return refuse(limit);
  // The oldest alerts that wait for a confirmation give way to a new one.
  const surplus = pending.slice(alertLimits.perMailbox - active.length - 1);
  const erased = surplus.map(({ id }) => id);
  return limit === undefined ? { erased, confirmed: asked } : { erased, refusal: limit };
}

/** Admits an alert that was asked for. Returns why it stores no confirmation. */
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
    // Another process was faster, or it was erased.
    if (!row) return 'it is gone';
    const isKnown = ({ eb, or }: ExpressionBuilder<Tables, 'alerts'>) =>
      or([eb('state', '=', 'active'), eb.and({ state: 'pending' }).and('next_at', '>', at)]);
    const ofMailbox = alerts.where('mailbox_key', '=', row.mailbox_key).where(isKnown);
    const others = await ofMailbox.orderBy('created_at', 'desc').execute();
    // A new confirmation takes the place of those of the same address that wait, because it is about the same alerts.
    const ofAddress = trx.selectFrom('alerts').select('id').where(isPendingOfAddress(row, now));
    const isReplaced = ({ eb }: ExpressionBuilder<Tables, 'alert_mails'>) =>
      eb('alert_id', 'in', ofAddress).and(eb.and({ kind: 'alert-confirmation', state: 'waiting' }));
    const replaced = trx.selectFrom('alert_mails').select('id').where(isReplaced);
    // If one waits for its first attempt, the new one is counted with it.
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
    // All confirmations together had reached their limit when this one was asked for.
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
 * Notes the openings as reported and stores the mail about them in one transaction, so that neither exists without the
 * other. Of several processes that have found the same, one does. Returns whether a mail was stored.
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
