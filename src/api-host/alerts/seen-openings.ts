import type { Transaction } from 'kysely';
import { chunks } from '#src/database/chunks.ts';
import { type OpeningStatus, statusCheck } from '#src/domain/catalogue/opening-dates.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import { readFact, writeFact } from '../database/facts.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';

/** The row of `host_facts` with the number of the last snapshot. Rows of `seen_openings` are removed, so it is not their maximum. */
const seenFact = 'openings_seen';

/** An opening that opens again after a shorter time is not new again: a job board may lose its openings for a day. */
const forgottenAfterMs = 30 * dayMs;

const batchSize = 1000;

export interface SeenOpenings {
  /** The greatest number. */
  readonly upTo: number;
  /** The numbers of the open openings, by id. */
  readonly seenOf: ReadonlyMap<string, number>;
}

/**
 * Looks which openings are open, and gives those that are new a greater number. With `dryRun` it stores nothing. It compares
 * rows instead of watching imports: so it does not matter who opened an opening, or with which version.
 */
export const numberOpenings = (
  { transaction }: HostDatabase,
  timeZone: string,
  now: Date,
  { dryRun = false } = {},
): Promise<SeenOpenings> =>
  // Two snapshots at once could give a number to an opening that alerts with that number have passed.
  transaction(['seen openings'], async (trx) => {
    const statusOf = statusCheck(timeZone, now);
    const rows = await trx
      .selectFrom('openings')
      .select(['id', 'date_posted', 'closing_date'])
      .execute();
    const withStatus = (status: OpeningStatus) =>
      rows.flatMap((row) => (statusOf(row) === status ? row.id : []));
    const open = withStatus('open');
    const scheduled = withStatus('scheduled');
    const forgotten = new Date(now.getTime() - forgottenAfterMs).toISOString();
    const known = await trx
      .selectFrom('seen_openings')
      .selectAll()
      .where((eb) => eb.or([eb('closed_at', 'is', null), eb('closed_at', '>', forgotten)]))
      .execute();
    const knownNumbers = new Map(known.map(({ opening_id, seen }) => [opening_id, seen]));
    const fresh = open.filter((id) => !knownNumbers.has(id));
    const last = Number((await readFact(trx, seenFact)) ?? 0);
    const upTo = fresh.length === 0 ? last : last + 1;
    const seenOf = new Map(open.map((id) => [id, knownNumbers.get(id) ?? upTo]));
    if (!dryRun) {
      await trx.deleteFrom('seen_openings').where('closed_at', '<=', forgotten).execute();
      // A scheduled opening that was open before is new when it opens again, because some alerts have not reported it.
      for (const batch of chunks(scheduled, batchSize))
        await trx.deleteFrom('seen_openings').where('opening_id', 'in', batch).execute();
      const closed = known.filter((row) => row.closed_at === null && !seenOf.has(row.opening_id));
      const reopened = known.filter((row) => row.closed_at !== null && seenOf.has(row.opening_id));
      await setClosed(trx, closed, now.toISOString());
      await setClosed(trx, reopened, null);
      await addNew(trx, fresh, upTo);
    }
    return { upTo, seenOf };
  });

async function addNew(
  trx: Transaction<Tables>,
  ids: readonly string[],
  seen: number,
): Promise<void> {
  if (ids.length === 0) return;
  for (const batch of chunks(ids, batchSize))
    await trx
      .insertInto('seen_openings')
      .values(batch.map((opening_id) => ({ opening_id, seen, closed_at: null })))
      .execute();
  await writeFact(trx, seenFact, String(seen));
}

async function setClosed(
  trx: Transaction<Tables>,
  rows: readonly { readonly opening_id: string }[],
  closed_at: string | null,
): Promise<void> {
  for (const batch of chunks(
    rows.map(({ opening_id }) => opening_id),
    batchSize,
  ))
    await trx
      .updateTable('seen_openings')
      .set({ closed_at })
      .where('opening_id', 'in', batch)
      .execute();
}
