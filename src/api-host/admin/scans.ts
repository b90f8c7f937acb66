import type { HostDatabase } from '../database/schema.ts';
import { heldStates, scanStates } from '../scan/scan-states.ts';

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
