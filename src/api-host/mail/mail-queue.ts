import type { Selectable } from 'kysely';
import type { BackgroundQueue } from '../background-queue.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import type { HostLog } from '../log.ts';
import { type QueueColumns, startWorker, type WorkOutcome, type WorkQueue } from '../work-queue.ts';
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

/** The server may have accepted a mail in the state `unknown`, so it is not sent again automatically. */
export const mailQueueOf = <Table extends MailTable>(
  name: string,
  table: Table,
): WorkQueue<Table, MailState> => ({
  name,
  table,
  columns,
  waiting: 'waiting',
  working: 'sending',
  failed: 'failed',
  failures: ['failed', 'unknown'],
  leaseMs: 15 * 60 * 1000,
  interrupted: { state: 'unknown', detail: 'the host ended while it was being sent' },
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
  /** If it rejects, the state of the mail becomes `unknown`: the mail was sent. */
  readonly onSent?: (row: Row) => Promise<void>;
}

/** Sends the mails of a queue, one after the other. */
export const startMailWorker = <Table extends MailTable>(
  database: HostDatabase,
  queue: WorkQueue<Table, MailState>,
  send: Send,
  worker: MailWorker<Selectable<Tables[Table]>>,
): BackgroundQueue =>
  startWorker(database, queue, {
    clock: worker.clock,
    log: worker.log,
    failedEvent: 'mail-failed',
    async attempt(row) {
      const outcome = await sendOne(send, mailOf(row).id, () => worker.compose(row));
      if (outcome.state === 'sent') await worker.onSent?.(row);
      return outcome;
    },
    onSettled(row, outcome, state) {
      const { id: mail, kind, attempts } = mailOf(row);
      const subject = { mail, kind, ...worker.subjectOf?.(row) };
      if (outcome.state === 'sent') worker.log.info({ event: 'mail-sent', ...subject });
      else {
        const { detail } = outcome;
        worker.log.warn({ event: 'mail-not-sent', ...subject, attempts, state, detail });
      }
    },
  });

/** The compiler does not resolve the columns of a table that is a type parameter. */
const mailOf = <Table extends MailTable>(row: Selectable<Tables[Table]>) =>
  row as unknown as Pick<Selectable<Tables[MailTable]>, 'id' | 'kind' | 'attempts'>;

async function sendOne(
  send: Send,
  id: string,
  compose: () => Promise<Composed>,
): Promise<WorkOutcome<MailState>> {
  try {
    const composed = await compose();
    if (composed.kind === 'nothing') return composed.outcome;
    await send(composed.mail, id);
    return { state: 'sent' };
  } catch (error) {
    return outcomeOf(error);
  }
}
