import type { Selectable } from 'kysely';
import { maxAttempts, retryAfterMs } from '../background-queue.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import type { Verdict } from './clamd.ts';

export type ScanState = Tables['documents']['scan_state'];
export type ScannedDocument = Selectable<Tables['documents']>;

/** The states of documents that nobody reads or exports. `unscanned`: it arrived while CLAMD_URL was unset. */
export const heldStates = ['pending', 'infected', 'error'] as const satisfies readonly ScanState[];
export const isHeld = (state: ScanState): boolean => heldStates.some((held) => held === state);

/** Longer than any scan takes. */
const leaseMs = 60 * 60 * 1000;

/** What a document has that was just received. */
export const newScan = (state: 'pending' | 'unscanned', now: Date) => ({
  scan_state: state,
  scan_attempts: 0,
  scan_next_at: now.toISOString(),
  scan_detail: null,
  scanned_at: null,
});

/** The next document that is due; for as long as its lease, only this caller has it. */
export async function claimScan(
  { db }: HostDatabase,
  now: Date,
): Promise<ScannedDocument | undefined> {
  const at = now.toISOString();
  return (
    db
      .updateTable('documents')
      .set(({ eb }) => ({
        scan_attempts: eb('scan_attempts', '+', 1),
        scan_next_at: new Date(now.getTime() + leaseMs).toISOString(),
      }))
      .where('stored_as', '=', ({ selectFrom }) =>
        selectFrom('documents')
          .select('stored_as')
          .where('scan_state', '=', 'pending')
          .where('scan_next_at', '<=', at)
          .orderBy('scan_next_at')
          .limit(1),
      )
      // Another process may have claimed it since.
      .where('scan_state', '=', 'pending')
      .where('scan_next_at', '<=', at)
      .returningAll()
      .executeTakeFirst()
  );
}

/** Records the result of an attempt, unless the document was replaced meanwhile. Returns its state. */
export async function settleScan(
  { db }: HostDatabase,
  { stored_as, scan_attempts }: ScannedDocument,
  verdict: Verdict,
  now: Date,
): Promise<ScanState> {
  const isRetried = verdict.state === 'error' && !verdict.isFinal && scan_attempts < maxAttempts;
  const scan_state = isRetried ? 'pending' : verdict.state;
  await db
    .updateTable('documents')
    .set({
      scan_state,
      scan_detail: verdict.state === 'clean' ? null : verdict.detail,
      scanned_at: isRetried ? null : now.toISOString(),
      scan_next_at: new Date(
        now.getTime() + (isRetried ? retryAfterMs(scan_attempts) : 0),
      ).toISOString(),
    })
    .where('stored_as', '=', stored_as)
    .where('scan_state', '=', 'pending')
    .execute();
  return scan_state;
}

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
