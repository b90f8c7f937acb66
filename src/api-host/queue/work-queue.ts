import {
  type Expression,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import { hourMs } from '#src/domain/model/limits.ts';
import { instantAfter } from '#src/domain/rules/text/iso-date.ts';
import { isMeasured, publish } from '#src/telemetry/measurements.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import type { HostContext } from '../log.ts';
import { type Poller, startPoller } from './poller.ts';

/** The names of the columns of a queue. `settledAt` is the instant at which the state was decided. */
export type QueueColumns<Name extends string = string> = Readonly<
  Record<'id' | 'state' | 'attempts' | 'nextAt' | 'detail' | 'createdAt', Name> & {
    settledAt?: Name;
  }
>;

/** The columns of a queue are in the table of its subject. */
export interface WorkQueue<
  Table extends keyof Tables = keyof Tables,
  State extends string = string,
> {
  readonly name: string;
  readonly table: Table;
  readonly columns: QueueColumns;
  /** The state until the result is known. A process that works on it has a lease, at whose end others repeat the work. */
  readonly waiting: State;
  /**
   * For work that must not be done twice, such as a mail: the state is `during` from the step on that cannot be undone, and
   * becomes `after` if its process ends there.
   */
  readonly once?: { readonly during: State; readonly after: State; readonly detail: string };
  readonly failed: State;
  /** The states that an operator must check. */
  readonly failures: readonly State[];
  /** Longer than an attempt with `once`; others renew their lease. A lease that is over belongs to a process that has ended. */
  readonly leaseMs: number;
  readonly urgentKind?: string;
}

/** After `retry` the work is repeated, later each time. `postponed` is no attempt. */
export type WorkOutcome<State extends string = string> =
  | { readonly state: State; readonly detail?: string }
  | { readonly state: 'retry'; readonly detail: string }
  | { readonly state: 'postponed'; readonly until: Date; readonly detail: string };

/** The delay after the first attempt. It doubles each time, to at most six hours. */
const firstDelayMs = 60 * 1000;
const longestDelayMs = 6 * hourMs;
/** Of mails, mails of alerts and scans. The last attempt is about two days after the first. */
const maxAttempts = 16;
const intervalMs = 10_000;
/** No work and no alert waits longer, because a limit of mails ends within a day. */
const longestWaitMs = 25 * hourMs;

const identifiers = ({ table, columns }: WorkQueue) => ({
  table: sql.table(table),
  id: sql.ref(columns.id),
  state: sql.ref(columns.state),
  attempts: sql.ref(columns.attempts),
  nextAt: sql.ref(columns.nextAt),
  detail: sql.ref(columns.detail),
  createdAt: sql.ref(columns.createdAt),
});

/** True if the instant is over, or so far ahead that the clock must have been set back since it was stored. */
export function hasPassed(
  instant: Expression<unknown>,
  now: Date,
  longestMs = longestWaitMs,
): RawBuilder<SqlBool> {
  const latest = instantAfter(now, longestMs);
  return sql`(${instant} <= ${now.toISOString()} or ${instant} > ${latest})`;
}

/** Claims the next piece of work. Until its lease ends, only this caller has it. */
export async function claimWork<Table extends keyof Tables>(
  { db }: HostDatabase,
  queue: WorkQueue<Table>,
  now: Date,
): Promise<Selectable<Tables[Table]> | undefined> {
  const { table, id, state, attempts, nextAt, detail } = identifiers(queue);
  const end = instantAfter(now, queue.leaseMs);
  // New work is due whatever the clock says: it may have been set back since.
  const isNew = sql`${attempts} = 0 and ${detail} is null`;
  const isDue = sql`${state} = ${queue.waiting} and (${isNew} or ${hasPassed(nextAt, now)})`;
  const order =
    queue.urgentKind === undefined
      ? nextAt
      : sql`case when kind = ${queue.urgentKind} then 0 else 1 end, ${nextAt}`;
  // Another process may claim the same row between the subquery and the update, which then looks at it again.
  const { rows } = await sql<Selectable<Tables[Table]>>`
    update ${table} set ${attempts} = ${attempts} + 1, ${nextAt} = ${end}
    where ${id} = (select ${id} from ${table} where ${isDue} order by ${order} limit 1) and ${isDue}
    returning *`.execute(db);
  return rows[0];
}

/** The claim of a piece of work, which another process has claimed since if these have changed. */
function isClaim<Table extends keyof Tables>(queue: WorkQueue, row: Selectable<Tables[Table]>) {
  const { id, attempts, nextAt } = identifiers(queue);
  const { columns } = queue;
  const fields = row as Record<string, unknown>;
  return sql`${id} = ${fields[columns.id]} and ${attempts} = ${fields[columns.attempts]}
    and ${nextAt} = ${fields[columns.nextAt]}`;
}

/**
 * Notes that claimed work comes to the step that must not be repeated.
 * @throws LeaseLostError if it was claimed by another process since, or replaced, or erased
 */
export async function beginOnce<Table extends keyof Tables>(
  { db }: HostDatabase,
  queue: WorkQueue<Table>,
  row: Selectable<Tables[Table]>,
): Promise<void> {
  const { table, id, state } = identifiers(queue);
  const { rows } = await sql`update ${table} set ${state} = ${queue.once?.during}
    where ${isClaim(queue, row)} and ${state} = ${queue.waiting} returning ${id}`.execute(db);
  if (rows.length === 0) throw new LeaseLostError();
}

export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
  constructor() {
    super('another process has the work, or it was erased');
  }
}

/** Gives up the work whose process ended in the step that must not be repeated, and returns it. */
async function giveUpInterrupted<Table extends keyof Tables, State extends string>(
  { db }: HostDatabase,
  { once, ...queue }: WorkQueue<Table, State>,
  now: Date,
): Promise<Selectable<Tables[Table]>[]> {
  if (!once) return [];
  const { table, state, nextAt, detail } = identifiers(queue);
  const { rows } = await sql<Selectable<Tables[Table]>>`
    update ${table} set ${state} = ${once.after}, ${detail} = ${once.detail}
    where ${state} = ${once.during} and ${hasPassed(nextAt, now)} returning *`.execute(db);
  return rows;
}

/** Records the result of an attempt, unless another process has claimed the work since. It returns the new state. */
export async function settleWork<Table extends keyof Tables, State extends string>(
  db: Kysely<Tables>,
  queue: WorkQueue<Table, State>,
  row: Selectable<Tables[Table]>,
  outcome: WorkOutcome<NoInfer<State>>,
  now: Date,
): Promise<State> {
  const { table, state, attempts: attemptsColumn, nextAt, detail } = identifiers(queue);
  const fields = row as Record<string, unknown>;
  const postponedTo = 'until' in outcome ? outcome.until : undefined;
  const attempts = Number(fields[queue.columns.attempts]) - (postponedTo ? 1 : 0);
  const isRetried =
    postponedTo !== undefined || (outcome.state === 'retry' && attempts < maxAttempts);
  const after = outcome.state === 'retry' ? queue.failed : (outcome.state as State);
  const settled = isRetried ? queue.waiting : after;
  const delayMs = isRetried ? Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - 1)) : 0;
  const next = postponedTo?.toISOString() ?? instantAfter(now, delayMs);
  const { settledAt } = queue.columns;
  const decided = settledAt
    ? sql`, ${sql.ref(settledAt)} = ${isRetried ? null : now.toISOString()}`
    : sql``;
  await sql`update ${table}
    set ${state} = ${settled}, ${attemptsColumn} = ${attempts}, ${detail} = ${outcome.detail ?? null},
      ${nextAt} = ${next}${decided}
    where ${isClaim(queue, row)}`.execute(db);
  return settled;
}

export const unsettledStates = <State extends string>({
  waiting,
  once,
}: Pick<WorkQueue<keyof Tables, State>, 'waiting' | 'once'>): State[] =>
  once ? [waiting, once.during] : [waiting];

/** Returns the figures of a queue, without data of persons. */
export async function readQueue({ db }: HostDatabase, queue: WorkQueue, now: Date) {
  const { table, state, createdAt } = identifiers(queue);
  const rows = (states: readonly string[]) =>
    db
      .selectFrom(sql`${table}`.as('work'))
      .where(sql<string>`${state}`, 'in', states)
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        sql<string | null>`min(${createdAt})`.as('oldest'),
      ])
      .executeTakeFirstOrThrow();
  const { count, oldest } = await rows(unsettledStates(queue));
  const ageMs = oldest === null ? null : now.getTime() - Date.parse(oldest);
  return {
    waiting: count,
    oldest_seconds: ageMs === null ? null : Math.max(0, Math.round(ageMs / 1000)),
    failed: (await rows(queue.failures)).count,
  };
}

interface Worker<Row, State extends string> extends HostContext {
  /** The event of the log when the queue cannot be read or written. */
  readonly failedEvent: string;
  /** An error of the work itself must not reject. */
  attempt(row: Row): Promise<WorkOutcome<State>>;
  /** Runs in the transaction that records the result of the attempt. If it rejects, nothing is recorded. */
  record?(trx: Kysely<Tables>, row: Row, outcome: WorkOutcome<State>): Promise<void>;
  onSettled(row: Row, outcome: WorkOutcome<State>, state: State): void;
  /** Its process ended in the step that must not be repeated. */
  onInterrupted?(row: Row): void;
}

/** Does the work of a queue in the background, one piece after the other. */
export function startWorker<Table extends keyof Tables, State extends string>(
  database: HostDatabase,
  queue: WorkQueue<Table, State>,
  worker: Worker<Selectable<Tables[Table]>, NoInfer<State>>,
): Poller {
  const { clock, log, failedEvent: event } = worker;
  /** The claim is known by the end of its lease, so the row gets the end of a renewed one. */
  async function renewLease(row: Selectable<Tables[Table]>): Promise<void> {
    const { table, id, nextAt } = identifiers(queue);
    const end = instantAfter(clock(), queue.leaseMs);
    const { rows } = await sql`update ${table} set ${nextAt} = ${end}
      where ${isClaim(queue, row)} returning ${id}`.execute(database.db);
    if (rows.length > 0) Object.assign(row, { [queue.columns.nextAt]: end });
  }
  async function attempt(row: Selectable<Tables[Table]>): Promise<WorkOutcome<State>> {
    let renewed = Promise.resolve();
    const renew = () => {
      renewed = renewed.then(() => renewLease(row)).catch((error) => log.warn({ event, error }));
    };
    const timer = queue.once ? undefined : setInterval(renew, queue.leaseMs / 4).unref();
    try {
      return await worker.attempt(row);
    } finally {
      clearInterval(timer);
      await renewed;
    }
  }
  const workOnNext = async (): Promise<boolean> => {
    for (const interrupted of await giveUpInterrupted(database, queue, clock()))
      worker.onInterrupted?.(interrupted);
    const row = await claimWork(database, queue, clock());
    if (row) {
      const outcome = await attempt(row);
      const state = await database.transaction([], async (trx) => {
        await worker.record?.(trx, row, outcome);
        return settleWork(trx, queue, row, outcome, clock());
      });
      worker.onSettled(row, outcome, state);
    }
    if (isMeasured('work')) {
      const { waiting, oldest_seconds, failed } = await readQueue(database, queue, clock());
      const oldestSeconds = oldest_seconds ?? 0;
      publish('work', () => ({ queue: queue.name, waiting, failed, oldestSeconds }));
    }
    return row !== undefined;
  };
  return startPoller(workOnNext, { intervalMs, onError: (error) => log.warn({ event, error }) });
}
