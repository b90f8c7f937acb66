import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { dayMs, hourMs } from '#src/domain/model/limits.ts';
import { instantAfter } from '#src/domain/rules/text/iso-date.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';

/** Mails, mails of alerts and scans are rows of a table, each with the columns `state`, `attempts` and `next_at`. */
export interface WorkQueue<Row> {
  readonly table: keyof Tables;
  /** The prefix of the names of these three columns. */
  readonly prefix: '' | 'scan_';
  readonly id: keyof Row & string;
  /** The column of the last problem, which is null for new work. */
  readonly detail: keyof Row & string;
  /** The column of the instant at which the result was known. */
  readonly settledAt?: keyof Row & string;
  /** The state until the result is known. After the end of a process's lease another process repeats the work. */
  readonly waiting: string;
  readonly unsettled: readonly string[];
  /** The state after the last attempt. */
  readonly failed: string;
  /** The states that an operator must check. */
  readonly failures: readonly string[];
  /** The time is longer than an attempt, so that the process of an expired lease has ended. */
  readonly leaseMs: number;
  readonly urgentKind?: string;
}

/** After `retry` the work is repeated after a delay that grows. `postponed` does not count as an attempt. */
export type WorkOutcome<State extends string = string> =
  | { readonly state: State; readonly detail?: string }
  | { readonly state: 'retry'; readonly detail: string }
  | { readonly state: 'postponed'; readonly until: Date; readonly detail: string };

/** The interval at which a queue is read, if nothing wakes it. */
export const workIntervalMs = 10_000;
/** The delay after the first attempt. It doubles each time, to at most six hours. */
const firstDelayMs = 60 * 1000;
const longestDelayMs = 6 * hourMs;
/** The last attempt is about two days after the first. */
const maxAttempts = 16;
/** No instant is further ahead: a mail waits for a day at most, and an alert for a week until its next report. */
const longestWaitMs = 8 * dayMs;

const identifiers = <Row>({ table, prefix, id, detail }: WorkQueue<Row>) => ({
  table: sql.table(table),
  id: sql.ref(id),
  state: sql.ref(`${prefix}state`),
  attempts: sql.ref(`${prefix}attempts`),
  nextAt: sql.ref(`${prefix}next_at`),
  detail: sql.ref(detail),
});

/** The instant is over, or so far ahead that the clock must have been set back since it was stored. */
export function isDue(instant: Expression<unknown>, now: Date): RawBuilder<SqlBool> {
  const latest = instantAfter(now, longestWaitMs);
  return sql`(${instant} <= ${now.toISOString()} or ${instant} > ${latest})`;
}

/** Claims the next work. Until the lease ends, no other caller gets this work. */
export async function claimWork<Row>(
  { db }: HostDatabase,
  queue: WorkQueue<Row>,
  now: Date,
): Promise<Row | undefined> {
  const { table, id, state, attempts, nextAt, detail } = identifiers(queue);
  const end = instantAfter(now, queue.leaseMs);
  // New work is always due, because the clock may have been set back by an hour since.
  const isNew = sql`${attempts} = 0 and ${detail} is null`;
  const isReady = sql`${state} = ${queue.waiting} and (${isNew} or ${isDue(nextAt, now)})`;
  const order =
    queue.urgentKind === undefined
      ? nextAt
      : sql`case when kind = ${queue.urgentKind} then 0 else 1 end, ${nextAt}`;
  // Another process may claim the row between the subquery and the update, so the update tests the condition again.
  const { rows } = await sql<Row>`
    update ${table} set ${attempts} = ${attempts} + 1, ${nextAt} = ${end}
    where ${id} = (select ${id} from ${table} where ${isReady} order by ${order} limit 1) and ${isReady}
    returning *`.execute(db);
  return rows[0];
}

/**
 * Records the result of an attempt and returns the new state. It changes nothing if another process has claimed the
 * work since, because the end of the lease then differs.
 */
export async function settleWork<Row extends object>(
  db: Kysely<Tables>,
  queue: WorkQueue<Row>,
  row: Row,
  outcome: WorkOutcome,
  now: Date,
): Promise<string> {
  const { table, id, state, attempts, nextAt, detail } = identifiers(queue);
  const { prefix, settledAt, waiting } = queue;
  const claimed = row as Readonly<Record<string, unknown>>;
  const after = afterAttempt(queue, Number(claimed[`${prefix}attempts`]), outcome, now);
  const settled = after.state === waiting ? null : now.toISOString();
  const setSettledAt = settledAt ? sql`, ${sql.ref(settledAt)} = ${settled}` : sql``;
  await sql`update ${table}
    set ${state} = ${after.state}, ${attempts} = ${after.attempts}, ${nextAt} = ${after.nextAt},
      ${detail} = ${outcome.detail ?? null}${setSettledAt}
    where ${id} = ${claimed[queue.id]} and ${nextAt} = ${claimed[`${prefix}next_at`]}`.execute(db);
  return after.state;
}

function afterAttempt(
  { waiting, failed }: Pick<WorkQueue<unknown>, 'waiting' | 'failed'>,
  attempts: number,
  outcome: WorkOutcome,
  now: Date,
) {
  if ('until' in outcome)
    return { state: waiting, attempts: attempts - 1, nextAt: outcome.until.toISOString() };
  if (outcome.state !== 'retry' || attempts >= maxAttempts) {
    const state = outcome.state === 'retry' ? failed : outcome.state;
    return { state, attempts, nextAt: now.toISOString() };
  }
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - 1));
  return { state: waiting, attempts, nextAt: instantAfter(now, delayMs) };
}
