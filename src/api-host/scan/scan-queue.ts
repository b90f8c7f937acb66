import type { HostDatabase, Tables } from '../database/schema.ts';
import type { QueueColumns, WorkQueue } from '../work-queue.ts';

export type ScanState = Tables['documents']['scan_state'];

/** The states of documents that nobody reads or exports. `unscanned`: it arrived while CLAMD_URL was unset. */
export const heldStates = ['pending', 'infected', 'error'] as const satisfies readonly ScanState[];
export const isHeld = (state: ScanState): boolean => heldStates.some((held) => held === state);

/** Documents to be scanned. A document that is replaced has another id. */
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
  working: 'pending',
  failed: 'error',
  failures: ['error'],
  leaseMs: 60 * 60 * 1000,
};

/** What a document has that was just received. */
export const newScan = (state: 'pending' | 'unscanned', now: Date) => ({
  scan_state: state,
  scan_attempts: 0,
  scan_next_at: now.toISOString(),
  scan_detail: null,
  scanned_at: null,
});

/** Documents in one of these states are scanned (again). Returns their number. */
export async function scanAgain(
  { db }: HostDatabase,
  states: readonly ScanState[],
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set(newScan('pending', now))
    .where('scan_state', 'in', [...states])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
