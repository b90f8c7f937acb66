import type { Transaction } from 'kysely';
import { dayMs } from '#src/domain/model/limits.ts';
import { closingCheck } from '#src/domain/rules/closing-date.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';

/** The row of `host_facts` with the number of the last look. Rows of `seen_openings` are removed, so it is not their maximum. */
const seenFact = 'openings_seen';

/** An opening that opens again after a shorter time is not new again: a job board may lose its openings for a day. */
const forgottenAfterMs = 30 * dayMs;

const batchSize = 1000;

/**
 * Looks which openings are open, and gives those that are new a greater number. Returns the greatest number. It compares
 * rows instead of watching imports: so it does not matter who opened an opening, or with which version.
 */
export const lookAtOpenings = (
  { transaction }: HostDatabase,
  timeZone: string,
  now: Date,
): Promise<number> =>
  // Two looks at once could give a number to an opening that alerts with that number have passed.
  transaction(['seen openings'], async (trx) => {
    const isClosed = closingCheck(timeZone, now);
    const rows = await trx.selectFrom('openings').select(['id', 'closing_date']).execute();
    const open = new Set(rows.flatMap((row) => (isClosed(row.closing_date) ? [] : row.id)));
    const forgotten = new Date(now.getTime() - forgottenAfterMs).toISOString();
    await trx.deleteFrom('seen_openings').where('closed_at', '<=', forgotten).execute();
    const known = await trx.selectFrom('seen_openings').selectAll().execute();
    const closed = known.filter((row) => row.closed_at === null && !open.has(row.opening_id));
    const reopened = known.filter((row) => row.closed_at !== null && open.has(row.opening_id));
    await setClosed(trx, closed, now.toISOString());
    await setClosed(trx, reopened, null);
    for (const { opening_id } of known) open.delete(opening_id);
    return addNew(trx, [...open]);
  });

async function addNew(trx: Transaction<Tables>, ids: readonly string[]): Promise<number> {
  const fact = await trx
    .selectFrom('host_facts')
    .select('value')
    .where('name', '=', seenFact)
    .executeTakeFirst();
  const last = Number(fact?.value ?? 0);
  if (ids.length === 0) return last;
  const seen = last + 1;
  for (const batch of batches(ids))
    await trx
      .insertInto('seen_openings')
      .values(batch.map((opening_id) => ({ opening_id, seen, closed_at: null })))
      .execute();
  const value = String(seen);
  await trx
    .insertInto('host_facts')
    .values({ name: seenFact, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
  return seen;
}

async function setClosed(
  trx: Transaction<Tables>,
  rows: readonly { readonly opening_id: string }[],
  closed_at: string | null,
): Promise<void> {
  for (const batch of batches(rows.map(({ opening_id }) => opening_id)))
    await trx
      .updateTable('seen_openings')
      .set({ closed_at })
      .where('opening_id', 'in', batch)
      .execute();
}

function* batches(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += batchSize)
    yield ids.slice(start, start + batchSize);
}
