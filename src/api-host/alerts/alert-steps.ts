import { setImmediate } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import { alertLimits } from '#src/domain/model/limits.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { type BackgroundQueue, startQueue } from '../background-queue.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import type { HostLog } from '../log.ts';
import { countMails, mailLimitsLock } from '../mail/mail-limits.ts';
import { hasPassed } from '../work-queue.ts';
import {
  endedAt,
  enqueueAlertMail,
  hasUnsentMail,
  noteRepeated,
  repeatConfirmation,
  seenBeforeFailures,
} from './alert-mails.ts';
import { type AlertRow, daysAfter } from './alert-store.ts';
import { confirmationCounts } from './confirmation-limits.ts';
import { type OpeningsSnapshot, takeSnapshot } from './openings-snapshot.ts';

export interface StepOptions {
  /** The time zone of the companies, in which closing dates end. */
  readonly timeZone: string;
  readonly clock: () => Date;
  readonly log: HostLog;
  readonly onMailStored: () => void;
}

/** After this time an alert whose last mail still waits is looked at again. */
const waitHours = 1;

/** An alert is due at an instant, not at a time of the day: a day later it may be this much later. */
const intervalMs = 60_000;
const batchSize = 100;

/** After a snapshot there is none for this multiple of the time that its searches took: with many openings they take seconds. */
const pauseFactor = 50;
const longestPauseMs = 10 * 60_000;

/** Takes the steps of alerts in the background: admits those that were asked for, and finds new openings once a day. */
export const startAlerts = (database: HostDatabase, options: StepOptions): BackgroundQueue =>
  startQueue(alertSteps(database, options), {
    intervalMs,
    onError: (error) => options.log.warn({ event: 'alerts-failed', error }),
  });

/**
 * Returns a function that takes at most a hundred steps of each kind, and resolves with true if there may be more. All
 * alerts that are due are compared with the same openings, even over several calls.
 */
export function alertSteps(
  database: HostDatabase,
  { timeZone, clock, log, onMailStored }: StepOptions,
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
      for await (const found of findFor(database, snapshot, active))
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

const rowsIn = ({ db }: HostDatabase, state: 'asked' | 'active') =>
  db
    .selectFrom('alerts')
    .selectAll()
    .where('state', '=', state)
    .orderBy('next_at')
    .limit(batchSize);

/**
 * Admits an alert that was asked for, and stores its confirmation; or erases it, and returns why.
 */
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
    const eraseThis = () => trx.deleteFrom('alerts').where(isThis).execute();
    if (await repeatConfirmation(trx, row, now)) {
      await eraseThis();
      return undefined;
    }
    const others = await trx
      .selectFrom('alerts')
      .select(['state', 'search', 'next_at'])
      .where('mailbox_key', '=', row.mailbox_key)
      .where('state', '!=', 'asked')
      .execute();
    const refusal =
      refusalBecauseOf(row, others, now) ??
      (await countMails(trx, confirmationCounts(row.mailbox_key), now))?.limit;
    if (refusal !== undefined) {
      await eraseThis();
      return refusal;
    }
    const ends_at = daysAfter(now, alertLimits.confirmDays);
    await trx
      .updateTable('alerts')
      .set({ state: 'pending', ends_at, next_at: ends_at })
      .where(isThis)
      .execute();
    const { seen: seenBefore } = row;
    await enqueueAlertMail(trx, id, 'alert-confirmation', { openings: [], seenBefore }, now);
    return undefined;
  });

function refusalBecauseOf(
  { search }: Pick<AlertRow, 'search'>,
  others: readonly Pick<AlertRow, 'state' | 'search' | 'next_at'>[],
  now: Date,
): string | undefined {
  const at = now.toISOString();
  if (others.some(({ state, next_at }) => state === 'pending' && next_at > at))
    return 'another one waits for its confirmation';
  const active = others.filter(({ state }) => state === 'active');
  if (active.some((other) => other.search === search)) return 'it exists';
  return active.length >= alertLimits.perMailbox
    ? `${alertLimits.perMailbox} alerts of one mailbox`
    : undefined;
}

/** What would be reported to an alert. */
export interface Found {
  readonly row: AlertRow;
  /** Openings with greater numbers than `seenBefore`, up to `seen`. */
  readonly openings: readonly Opening[];
  readonly seenBefore: number;
  readonly seen: number;
}

/**
 * Finds for each alert the openings of a mail that has not arrived or may not have, and those that are new. A search takes
 * some milliseconds, so other requests are answered after each.
 */
export async function* findFor(
  database: HostDatabase,
  { upTo, newFor }: OpeningsSnapshot,
  rows: readonly AlertRow[],
): AsyncGenerator<Found> {
  const ofFailures = await seenBeforeFailures(database.db);
  for (const row of rows) {
    const seenBefore = Math.min(row.seen, ofFailures.get(row.id) ?? row.seen);
    const openings = await newFor({ search: row.search, seen: seenBefore });
    yield { row, openings, seenBefore, seen: upTo };
    await setImmediate();
  }
}

/**
 * Notes the openings as reported and stores the mail about them in one transaction, so that neither exists without the
 * other. Of several processes that have found the same, one does. Returns whether a mail was stored.
 */
export const report = (
  { transaction }: HostDatabase,
  { row, openings, seenBefore, seen }: Found,
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
    await noteRepeated(trx, row.id);
    const kind = isOver ? 'alert-end' : 'alert';
    await enqueueAlertMail(trx, row.id, kind, { openings, seenBefore }, now);
    return true;
  });

/** It may have been continued or reported in the meantime. */
const isUnchanged =
  ({ id, next_at, ends_at }: AlertRow) =>
  (eb: ExpressionBuilder<Tables, 'alerts'>) =>
    eb.and({ id, next_at, ends_at, state: 'active' });
