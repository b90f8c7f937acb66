import { statusAt } from '#src/config/site-time.ts';
import { chunks } from '#src/database/batches.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import { instantAfter } from '#src/domain/rules/text/iso-date.ts';
import { readFact, writeFact } from '../database/facts.ts';
import type { HostDatabase } from '../database/schema.ts';

/** The row of `host_facts` with the last number. Rows of `seen_openings` are removed, so it is not their maximum. */
const lastNumberFact = 'openings_seen';

/** An opening that was closed for less time is not new again, because a job board may lose its openings for a day. */
const forgottenAfterMs = 30 * dayMs;

/**
 * Gives the openings that have opened since the last call the next number. It compares rows, so it does not matter who
 * opened an opening, or with which version. Resolves with the last number, and the number of each open opening by its
 * id. With `dryRun` nothing is stored. The numbers are in these columns:
 * - `seen_openings.seen`: the number of an opening. Openings that were new at the same time have the same number
 * - `alerts.seen`: the number up to which the alert has reported openings
 * - `alert_mails.seen_before`: `alerts.seen` before the mail, used instead of it while the mail is undelivered
 * - `alerts.seen_here`: `alerts.seen` as this version has set it, used instead of it if the search has several values
 * of a filter: the version before finds nothing for such a search, but sets `alerts.seen`
 */
export const numberOpenings = ({ transaction }: HostDatabase, now: Date, { dryRun = false } = {}) =>
  // Without the lock a new opening could get a number that alerts have reported already, and none would report it.
  transaction(['seen openings'], async (trx) => {
    const rows = await trx
      .selectFrom('openings')
      .select(['id', 'date_posted', 'closing_date'])
      .execute();
    const { open = [], ...others } = Object.groupBy(rows, statusAt(now));
    const scheduled = new Set(others.scheduled?.map(({ id }) => id));
    const forgotten = instantAfter(now, -forgottenAfterMs);
    const stored = await trx
      .selectFrom('seen_openings')
      .selectAll()
      .where((eb) => eb.or([eb('closed_at', 'is', null), eb('closed_at', '>', forgotten)]))
      .execute();
    const storedNumbers = new Map(stored.map(({ opening_id, seen }) => [opening_id, seen]));
    const fresh = open.filter(({ id }) => !storedNumbers.has(id));
    const earlier = Number((await readFact(trx, lastNumberFact)) ?? 0);
    const last = fresh.length === 0 ? earlier : earlier + 1;
    const numbers = new Map(open.map(({ id }) => [id, storedNumbers.get(id) ?? last]));
    if (dryRun) return { last, numbers };
    const isChanged = ({ opening_id, closed_at }: (typeof stored)[number]) =>
      (closed_at === null) !== numbers.has(opening_id) && !scheduled.has(opening_id);
    const changed = [
      ...stored.filter(isChanged).map((row) => ({
        ...row,
        closed_at: row.closed_at === null ? now.toISOString() : null,
      })),
      ...fresh.map(({ id }) => ({ opening_id: id, seen: last, closed_at: null })),
    ];
    await trx.deleteFrom('seen_openings').where('closed_at', '<=', forgotten).execute();
    // A scheduled opening that was open before is new when it opens again, because some alerts have not reported it.
    const removed = [...scheduled, ...changed.map(({ opening_id }) => opening_id)];
    for (const batch of chunks(removed))
      await trx.deleteFrom('seen_openings').where('opening_id', 'in', batch).execute();
    for (const batch of chunks(changed))
      await trx.insertInto('seen_openings').values(batch).execute();
    if (last > earlier) await writeFact(trx, lastNumberFact, String(last));
    return { last, numbers };
  });
