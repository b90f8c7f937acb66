import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { BackgroundQueue } from '../background-queue.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import type { HostLog } from '../log.ts';
import {
  beginOnce,
  type QueueColumns,
  startWorker,
  type WorkOutcome,
  type WorkQueue,
} from '../work-queue.ts';
import { type Mail, type MailState, outcomeOf, type Send } from './delivery.ts';

type MailTable = 'mail_outbox' | 'alert_mails';

const columns = {
  id: 'id',
  state: 'state',
  attempts: 'attempts',
  nextAt: 'next_at',
  detail: 'error',
  createdAt: 'created_at',
} as const satisfies QueueColumns<keyof Tables[MailTable]>;

/** A mail without the end of its text is not sent. Once the server may have the end, the mail is not sent again. */
export const mailQueueOf = <Table extends MailTable>(
  name: string,
  table: Table,
  urgentKind: Tables[Table]['kind'],
): WorkQueue<Table, MailState> => ({
  name,
  table,
  columns,
  waiting: 'waiting',
  once: { during: 'sending', after: 'unknown', detail: 'the host ended before the answer' },
  failed: 'failed',
  failures: ['failed', 'unknown'],
  leaseMs: 5 * 60 * 1000,
  urgentKinds: [urgentKind],
});

/** Returns the first values of a mail in its queue. */
export const newMail = (now: Date) => ({
  id: randomUUID(),
  state: 'waiting' as const,
  attempts: 0,
  created_at: now.toISOString(),
  next_at: now.toISOString(),
  error: null,
});

/** A mail, or the reason why there is nothing to send. */
export type Composed =
  | { readonly kind: 'mail'; readonly mail: Mail }
  | { readonly kind: 'nothing'; readonly outcome: WorkOutcome<MailState> };

export const nothing = (state: 'failed' | 'dropped', detail: string): Composed => ({
  kind: 'nothing',
  outcome: { state, detail },
});

interface MailWorker<Row> {
  readonly clock: () => Date;
  readonly log: HostLog;
  /** What the log names beside the mail. */
  readonly subjectOf?: (row: Row) => Readonly<Record<string, string>>;
  compose(row: Row): Promise<Composed>;
  /**
   * The server has accepted the mail, or refused it for good. It runs in the transaction that records that. If it rejects, the
   * state of an accepted mail becomes `unknown`, and another is tried again.
   */
  readonly onAnswered?: (
    database: Pick<HostDatabase, 'db'>,
    row: Row,
    answer: 'sent' | 'failed',
  ) => Promise<void>;
}

/** Sends the mails of a queue, one after the other. */
export function startMailWorker<Table extends MailTable>(
  database: HostDatabase,
  queue: WorkQueue<Table, MailState>,
  send: Send,
  worker: MailWorker<Selectable<Tables[Table]>>,
): BackgroundQueue {
  const { clock, log } = worker;
  const logUnsent = (
    row: Selectable<Tables[Table]>,
    state: MailState,
    detail: string | undefined,
  ) => {
    const { id: mail, kind, attempts } = mailOf(row);
    const subject = { mail, kind, ...worker.subjectOf?.(row) };
    log.warn({ event: 'mail-not-sent', ...subject, attempts, state, detail });
  };
  return startWorker(database, queue, {
    clock,
    log,
    failedEvent: 'mail-failed',
    attempt: (row) => sendOne(database, queue, send, row, worker),
    async record(trx, row, { state }) {
      if (state === 'sent' || state === 'failed') await worker.onAnswered?.(trx, row, state);
    },
    onSettled(row, outcome, state) {
      if (outcome.state !== 'sent') return logUnsent(row, state, outcome.detail);
      const { id: mail, kind } = mailOf(row);
      log.info({ event: 'mail-sent', mail, kind, ...worker.subjectOf?.(row) });
    },
    onInterrupted: (row) => logUnsent(row, 'unknown', queue.once?.detail),
  });
}

/** The compiler does not resolve the columns of a table that is a type parameter. */
const mailOf = <Table extends MailTable>(row: Selectable<Tables[Table]>) =>
  row as unknown as Pick<Selectable<Tables[MailTable]>, 'id' | 'kind' | 'attempts'>;

async function sendOne<Table extends MailTable>(
  database: HostDatabase,
  queue: WorkQueue<Table, MailState>,
  send: Send,
  row: Selectable<Tables[Table]>,
  { compose }: MailWorker<Selectable<Tables[Table]>>,
): Promise<WorkOutcome<MailState>> {
  try {
    const composed = await compose(row);
    if (composed.kind === 'nothing') return composed.outcome;
    await send(composed.mail, mailOf(row).id, () => beginOnce(database, queue, row));
    return { state: 'sent' };
  } catch (error) {
    return outcomeOf(error);
  }
}
