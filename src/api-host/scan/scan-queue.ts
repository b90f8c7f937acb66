import type { Selectable } from 'kysely';
import type { HostDatabase, ScanState, Tables } from '../database/schema.ts';
import { isHeld, newScan, scanStates } from '../documents/document-states.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { HostContext } from '../log.ts';
import { type Poller, startPoller } from '../queue/poller.ts';
import { claimWork, settleWork, type WorkQueue, workIntervalMs } from '../queue/work-queue.ts';
import { type Scanner, scanLimitMs } from './clamd.ts';

/** The documents to be scanned. A document that replaces another one has a new id. */
export const scanQueue: WorkQueue<Selectable<Tables['documents']>> = {
  table: 'documents',
  prefix: 'scan_',
  id: 'stored_as',
  detail: 'scan_detail',
  settledAt: 'scanned_at',
  waiting: 'pending',
  unsettled: ['pending'],
  failed: 'error',
  failures: ['error'],
  leaseMs: scanLimitMs + 60 * 1000,
};

export const scanAgain = ({ db }: HostDatabase, states: readonly ScanState[], now: Date) =>
  db
    .updateTable('documents')
    .set(newScan('pending', now))
    .where('scan_state', 'in', states)
    .execute();

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
    .where('scan_state', 'in', scanStates.filter(isHeld))
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
  { clock, log }: HostContext,
): Poller {
  const poller = startPoller('scan-failed', workIntervalMs, log, async () => {
    const row = await claimWork(database, scanQueue, clock());
    if (!row) return false;
    const { applicant_id: applicant, type, scan_attempts: attempts } = row;
    const verdict = await scanner.scan(store.read(row.stored_as), row.bytes);
    const state = await settleWork(database.db, scanQueue, row, verdict, clock());
    if (verdict.state === 'clean') log.info({ event: 'document-clean', applicant, type });
    else {
      const event = verdict.state === 'infected' ? 'document-infected' : 'document-not-scanned';
      log.warn({ event, applicant, type, attempts, state, detail: verdict.detail });
    }
    return true;
  });
  return {
    ...poller,
    /** Ends the scan in progress, which the next host repeats. */
    async close() {
      const closed = poller.close();
      scanner.close();
      await closed;
    },
  };
}
