import { alertLimits } from '#src/domain/model/limits.ts';
import { report } from '../alerts/alert-steps.ts';
import { alertsToReport, daysAfter } from '../alerts/alert-store.ts';
import { alertWords } from '../alerts/alert-words.ts';
import { takeSnapshot } from '../alerts/openings-snapshot.ts';
import type { HostDatabase } from '../database/schema.ts';

/** Returns all alerts, the oldest first. `words` describes the search: ' at First Light Bakery for “baker”'. */
export async function listAlerts({ db }: HostDatabase) {
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'state', 'emailaddress', 'search', 'language', 'created_at'])
    .select(['confirmed_at', 'ends_at', 'last_sent_at'])
    .orderBy('created_at')
    .execute();
  const wordsOf = alertWords(db);
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      search: JSON.parse(row.search) as unknown,
      words: await wordsOf(row),
    })),
  );
}

/**
 * Stores a mail for each alert that has new openings and got no mail within a day. With `dryRun` it only returns the
 * mails that it would store. A running host sends them.
 */
export async function reportNow(
  database: HostDatabase,
  { now, dryRun }: { readonly now: Date; readonly dryRun: boolean },
) {
  const alerts = await alertsToReport(database.db, ({ eb, or }) =>
    or([
      eb('last_sent_at', 'is', null),
      eb('last_sent_at', '<=', daysAfter(now, -alertLimits.intervalDays)),
    ]),
  );
  const reported = [];
  const snapshot = await takeSnapshot(database, now, { dryRun });
  for await (const found of snapshot.findFor(alerts)) {
    const { alert, openings } = found;
    if (openings.length === 0 || !(dryRun || (await report(database, found, now)))) continue;
    reported.push({
      id: alert.id,
      emailaddress: alert.emailaddress,
      openings: openings.map(({ id, role_name }) => ({ id, role_name })),
    });
  }
  return reported;
}
