import type { BackgroundQueue } from '../background-queue.ts';
import {
  type HostDatabase,
  heldStates,
  type ScanState,
  scanStates,
  type Tables,
} from '../database/schema.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { HostLog } from '../log.ts';
import { type QueueColumns, startWorker, type WorkQueue } from '../work-queue.ts';
import type { Scanner } from './clamd.ts';

/** The documents to be scanned. A document that replaces another one has a new id. */
export const scanQueue: WorkQueue<'documents', ScanState> = {
  name: 'scan',
  table: 'documents',
  columns: {
    id: 'stored_as',
    state: 'scan_state',
    attempts: 'scan_attempts',
    nextAt: 'scan_next_at',
    detail: 'scan_detail',
    createdAt: 'received_at',
    settledAt: 'scanned_at',
  } satisfies QueueColumns<keyof Tables['documents']>,
  waiting: 'pending',
  failed: 'error',
  failures: ['error'],
  leaseMs: 2 * 60 * 1000,
};

export const newScan = (state: 'pending' | 'unscanned', now: Date) => ({
  scan_state: state,
  scan_attempts: 0,
  scan_next_at: now.toISOString(),
  scan_detail: null,
  scanned_at: null,
});

export async function scanAgain(
  { db }: HostDatabase,
  states: readonly ScanState[],
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set(newScan('pending', now))
    .where('scan_state', 'in', states)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The result contains no data of persons. */
export async function readScans({ db }: HostDatabase) {
  const rows = await db
    .selectFrom('documents')
    .select(({ fn }) => ['scan_state', fn.countAll<number>().as('count')])
    .groupBy('scan_state')
    .execute();
  const found = new Map(rows.map(({ scan_state, count }) => [scan_state, count]));
  const held = await db
    .selectFrom('documents')
    .select(['applicant_id', 'type', 'scan_state', 'scan_attempts', 'scan_detail', 'received_at'])
    .where('scan_state', 'in', heldStates)
    .orderBy('received_at')
    .execute();
  return {
    counts: Object.fromEntries(scanStates.map((state) => [state, found.get(state) ?? 0])),
    held,
  };
}

/** Scans documents in the background, one after the other. No upload waits for a scan. */
export function startScanning(
  database: HostDatabase,
  store: Pick<DocumentStore, 'read'>,
  scanner: Scanner,
  { clock, log }: { readonly clock: () => Date; readonly log: HostLog },
): BackgroundQueue {
  const queue = startWorker(database, scanQueue, {
    clock,
    log,
    failedEvent: 'scan-failed',
    attempt: ({ stored_as, bytes }) => scanner.scan(store.read(stored_as), bytes),
    onSettled({ applicant_id: applicant, type, scan_attempts: attempts }, verdict, state) {
      if (verdict.state === 'clean') log.info({ event: 'document-clean', applicant, type });
      else {
        const event = verdict.state === 'infected' ? 'document-infected' : 'document-not-scanned';
        log.warn({ event, applicant, type, attempts, state, detail: verdict.detail });
      }
    },
  });
  return {
    ...queue,
    /** Ends the scan in progress, which the next host repeats. */
    async close() {
      const closed = queue.close();
      scanner.close();
      await closed;
    },
  };
}
