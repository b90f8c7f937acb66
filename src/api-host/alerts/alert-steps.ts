import type { ExpressionBuilder, Transaction } from 'kysely';
import { alertLimits } from '#src/domain/model/limits.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { nextIteration } from '#src/jobs/turns.ts';
import { type BackgroundQueue, startQueue } from '../background-queue.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import type { Send } from '../mail/delivery.ts';
import { countMail, mailLimitsLock } from '../mail/mail-limits.ts';
import { hasPassed } from '../work-queue.ts';
import { type AlertOptions, startAlertMailer } from './alert-mailer.ts';
import { endedAt, enqueueAlertMail, isWaitingConfirmation } from './alert-mails.ts';
import { type AlertRow, alertsToReport, daysAfter, extendPending } from './alert-store.ts';
import { type OpeningsSnapshot, takeSnapshot } from './openings-snapshot.ts';

/** An alert is due at an instant, not at a time of the day: a day later it may be this much later. */
const intervalMs = 60_000;
const batchSize = 100;

/** After a snapshot there is none for this multiple of the time that its searches took: with many openings they take seconds. */
const pauseFactor = 50;
const longestPauseMs = 10 * 60_000;

/**
 * Admits the alerts that were asked for, finds new openings once a day, and sends the mails, in the background.
 * @param send is used by nothing else, because it sends one mail at a time
 */
export function startAlerts(
  database: HostDatabase,
  send: Send,
  options: AlertOptions,
): BackgroundQueue {
  const mailer = startAlertMailer(database, send, options);
  const steps = startQueue(alertSteps(database, options, mailer.wake), {
    intervalMs,
    onError: (error) => options.log.warn({ event: 'alerts-failed', error }),
  });
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
  { timeZone, clock, log, countKey }: Omit<AlertOptions, 'siteOrigin'>,
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
    const isDue = ({ ref }: ExpressionBuilder<Tables, 'alerts'>) => hasPassed(ref('next_at'), at);
    const active = await alertsToReport(database.db, isDue, batchSize);
    if (active.length > 0) snapshot ??= await takeSnapshot(database, timeZone, at);
    if (snapshot)
      for await (const found of findFor(snapshot, active))
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
      // What it has read may be incomplete.
      snapshot = undefined;
      throw error;
    }
  };
}

/**
 * Admits an alert that was asked for, and stores a confirmation, which is about all alerts of its address that wait for one.
 * Returns why it stores none: then the alert is erased, unless the link of an earlier confirmation leads to it.
 */
export const admit = (
  { transaction }: HostDatabase,
  id: string,
  now: Date,
  countKey: string,
): Promise<string | undefined> =>
  transaction([mailLimitsLock], async (trx) => {
    const asked = trx.selectFrom('alerts').selectAll();
    const row = await asked.where((eb) => eb.and({ id, state: 'asked' })).executeTakeFirst();
    // Another process was faster, or it was erased.
    if (!row) return 'it is gone';
    const erase = (ids: readonly string[]) =>
      trx
        .deleteFrom('alerts')
        .where('id', 'in', ['', ...ids])
        .execute();
    const others = await othersOf(trx, row, now);
    const active = others.filter(({ state }) => state === 'active');
    const pending = others.filter(({ state }) => state === 'pending');
    const exists = active.some(({ search }) => search === row.search);
    if (exists || active.length >= alertLimits.perMailbox) {
      await erase([id]);
      return exists ? 'it exists' : `${alertLimits.perMailbox} alerts of one mailbox`;
    }
    const ofAddress = pending.filter(({ address_key }) => address_key === row.address_key);
    const isReplaced = isWaitingConfirmation(ofAddress);
    const replaced = trx.selectFrom('alert_mails').select('attempts').where(isReplaced);
    // A mail that waits for its first attempt is counted.
    const isCounted = (await replaced.execute()).some(({ attempts }) => attempts === 0);
    const mailbox = { address: row.emailaddress, countKey };
    const reached = isCounted ? undefined : await countMail(trx, 'alerts', { mailbox }, now);
    const same = ofAddress.find(({ search }) => search === row.search);
    const isStored = !same && (!reached || ofAddress.length > 0);
    // The oldest alerts that wait for a confirmation give way to a new one.
    const surplus = isStored ? pending.slice(alertLimits.perMailbox - active.length - 1) : [];
    await erase([...(isStored ? [] : [id]), ...surplus.map((one) => one.id)]);
    const next_at = daysAfter(now, alertLimits.confirmDays);
    await trx
      .updateTable('alerts')
      .set({ state: 'pending', ends_at: next_at, next_at })
      .where('id', '=', id)
      .execute();
    if (reached) return reached.limit;
    await extendPending(trx, row, now);
    await trx.deleteFrom('alert_mails').where(isReplaced).execute();
    const isOver = row.next_at > row.created_at;
    const limit = { limit: 'many confirmations of alerts', until: new Date(row.next_at) };
    const alert = same ?? row;
    await enqueueAlertMail(trx, alert, 'alert-confirmation', [], now, isOver ? limit : undefined);
    return undefined;
  });

const othersOf = (trx: Transaction<Tables>, { mailbox_key }: AlertRow, now: Date) =>
  trx
    .selectFrom('alerts')
    .selectAll()
    .where('mailbox_key', '=', mailbox_key)
    .where((eb) =>
      eb('state', '=', 'active').or(
        eb('state', '=', 'pending').and('next_at', '>', now.toISOString()),
      ),
    )
    .orderBy('created_at', 'desc')
    .execute();

/** The openings that are new for an alert, and the number of what it has seen when they are reported. */
export interface Found {
  readonly row: AlertRow;
  readonly openings: readonly Opening[];
  readonly seen: number;
}

/** A search takes some milliseconds, so other requests are answered after each. */
export async function* findFor(
  { upTo: seen, newFor }: OpeningsSnapshot,
  rows: readonly AlertRow[],
): AsyncGenerator<Found> {
  for (const row of rows) {
    yield { row, openings: await newFor(row), seen };
    await nextIteration();
  }
}

/**
 * Notes the openings as reported and stores the mail about them in one transaction, so that neither exists without the
 * other. Of several processes that have found the same, one does. Returns whether a mail was stored.
 */
export const report = (
  { transaction }: HostDatabase,
  { row, openings, seen }: Found,
  now: Date,
): Promise<boolean> =>
  transaction([], async (trx) => {
    const isOver = row.ends_at <= now.toISOString();
    const isMailed = isOver || openings.length > 0;
    const { numUpdatedRows } = await trx
      .updateTable('alerts')
      .set({
        seen,
        ...(isOver ? endedAt(now) : { next_at: daysAfter(now, 1) }),
        ...(isMailed && { last_sent_at: now.toISOString() }),
      })
      .where(isUnchanged(row))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n || !isMailed) return false;
    await enqueueAlertMail(trx, row, isOver ? 'alert-end' : 'alert', openings, now);
    return true;
  });

/** It may have been continued or reported in the meantime. */
const isUnchanged =
  ({ id, next_at, ends_at }: AlertRow) =>
  (eb: ExpressionBuilder<Tables, 'alerts'>) =>
    eb.and({ id, next_at, ends_at, state: 'active' });
