import { hasUnsentMail } from '../alerts/alert-mails.ts';
import { findFor, report } from '../alerts/alert-steps.ts';
import { type AlertRow, daysAfter } from '../alerts/alert-store.ts';
import { wordsOf } from '../alerts/alert-words.ts';
import { takeSnapshot } from '../alerts/openings-snapshot.ts';
import type { HostDatabase } from '../database/schema.ts';

export interface ListedAlert
  extends Pick<
    AlertRow,
    | 'id'
    | 'state'
    | 'emailaddress'
    | 'language'
    | 'created_at'
    | 'confirmed_at'
    | 'ends_at'
    | 'last_sent_at'
  > {
  readonly search: unknown;
  /** The search in words: ' at First Light Bakery for "baker"'. */
  readonly words: string;
}

export async function listAlerts({ db }: HostDatabase): Promise<ListedAlert[]> {
  const rows = await db.selectFrom('alerts').selectAll().orderBy('created_at').execute();
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      state: row.state,
      emailaddress: row.emailaddress,
      search: JSON.parse(row.search),
      words: await wordsOf(db, row),
      language: row.language,
      created_at: row.created_at,
      confirmed_at: row.confirmed_at,
      ends_at: row.ends_at,
      last_sent_at: row.last_sent_at,
    })),
  );
}

export interface SendableAlert {
  readonly id: string;
  readonly emailaddress: string;
  readonly openings: readonly { readonly id: string; readonly role_name: string }[];
}

/**
 * Stores a mail for each alert that has new openings and got none within a day; with `dryRun` it only returns what it
 * would store. A running host sends them.
 */
export async function reportNow(
  database: HostDatabase,
  {
    timeZone,
    now,
    dryRun,
  }: { readonly timeZone: string; readonly now: Date; readonly dryRun: boolean },
): Promise<SendableAlert[]> {
  const rows = await database.db
    .selectFrom('alerts')
    .selectAll()
    .where('state', '=', 'active')
    .where(({ eb, or }) =>
      or([eb('last_sent_at', 'is', null), eb('last_sent_at', '<=', daysAfter(now, -1))]),
    )
    .orderBy('created_at')
    .execute();
  const reported: SendableAlert[] = [];
  const snapshot = await takeSnapshot(database, timeZone, now, { dryRun });
  for await (const found of findFor(database, snapshot, rows)) {
    const { row, openings } = found;
    if (openings.length === 0) continue;
    const isReported = dryRun
      ? !(await hasUnsentMail(database.db, row.id))
      : await report(database, found, now);
    if (!isReported) continue;
    reported.push({
      id: row.id,
      emailaddress: row.emailaddress,
      openings: openings.map(({ id, role_name }) => ({ id, role_name })),
    });
  }
  return reported;
}
