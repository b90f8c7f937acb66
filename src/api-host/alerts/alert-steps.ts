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
import {
  endedAt,
  enqueueAlertMail,
  hasUnsentMail,
  repeatConfirmation,
  takeBackUndelivered,
} from './alert-mails.ts';
import { type AlertRow, daysAfter } from './alert-store.ts';
import { type OpeningsSnapshot, takeSnapshot } from './openings-snapshot.ts';

/** After this time an alert whose last mail still waits is looked at again. */
const waitHours = 1;

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
  { timeZone, clock, log }: Omit<AlertOptions, 'siteOrigin'>,
  onMailStored: () => void = () => {},
): () => Promise<boolean> {
  let snapshot: OpeningsSnapshot | undefined;
  let nextSnapshotAt = 0;

  async function admitAsked(): Promise<number> {
    const asked = await rowsIn(database, 'asked').execute();
    for (const { id } of asked) {
      const refusal = await admit(database, id, clock());
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
    const active = await rowsIn(database, 'active')
      .where(({ ref }) => hasPassed(ref('next_at'), at))
      .execute();
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
      await takeBackUndelivered(database);
      return Math.max(await admitAsked(), await reportDue()) === batchSize;
    } catch (error) {
      // What it has read may be incomplete.
      snapshot = undefined;
      throw error;
    }
  };
}

const rowsIn = ({ db }: HostDatabase, state: 'asked' | 'active') =>
  db
    .selectFrom('alerts')
    .selectAll()
    .where('state', '=', state)
    .orderBy('next_at')
    .limit(batchSize);

/** Admits an alert that was asked for, and stores its confirmation; or erases it, and returns why. */
export const admit = (
  { transaction }: HostDatabase,
  id: string,
  now: Date,
): Promise<string | undefined> =>
  transaction([mailLimitsLock], async (trx) => {
    const isThis = (eb: ExpressionBuilder<Tables, 'alerts'>) =>
      eb.and([eb('id', '=', id), eb('state', '=', 'asked')]);
    const row = await trx.selectFrom('alerts').selectAll().where(isThis).executeTakeFirst();
    // Another process was faster, or it was erased.
    if (!row) return 'it is gone';
    const isRepeated = await repeatConfirmation(trx, row, now);
    const refusal = isRepeated ? undefined : await refusalOf(trx, row, now);
    if (isRepeated || refusal !== undefined) {
      await trx.deleteFrom('alerts').where(isThis).execute();
      return refusal;
    }
    const ends_at = daysAfter(now, alertLimits.confirmDays);
    await trx
      .updateTable('alerts')
      .set({ state: 'pending', ends_at, next_at: ends_at })
      .where(isThis)
      .execute();
    await enqueueAlertMail(trx, row, 'alert-confirmation', [], now);
    return undefined;
  });

async function refusalOf(
  trx: Transaction<Tables>,
  { mailbox_key, emailaddress, search }: AlertRow,
  now: Date,
): Promise<string | undefined> {
  const others = await trx
    .selectFrom('alerts')
    .select(['state', 'search', 'next_at'])
    .where('mailbox_key', '=', mailbox_key)
    .where('state', '!=', 'asked')
    .execute();
  const at = now.toISOString();
  if (others.some(({ state, next_at }) => state === 'pending' && next_at > at))
    return 'another one waits for its confirmation';
  const active = others.filter(({ state }) => state === 'active');
  if (active.some((other) => other.search === search)) return 'it exists';
  if (active.length >= alertLimits.perMailbox)
    return `${alertLimits.perMailbox} alerts of one mailbox`;
  return (await countMail(trx, 'alerts', emailaddress, now))?.limit;
}

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
    // The last mail may wait for the server for days: a second one would arrive together with it.
    if (await hasUnsentMail(trx, row.id)) {
      const next_at = daysAfter(now, waitHours / 24);
      await trx.updateTable('alerts').set({ next_at }).where(isUnchanged(row)).execute();
      return false;
    }
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

/** It may have been continued or reported in the meantime, or a mail of it has not arrived. */
const isUnchanged =
  ({ id, next_at, ends_at, seen }: AlertRow) =>
  (eb: ExpressionBuilder<Tables, 'alerts'>) =>
    eb.and({ id, next_at, ends_at, seen, state: 'active' });
