import { type Kysely, type Selectable, sql } from 'kysely';
import { type HostDatabase, isHeld, type Tables } from '../database/schema.ts';
import { newScan } from '../scan/scan-queue.ts';

type DocumentRow = Selectable<Tables['documents']>;

/** Returns the columns of a document that are about its file. */
const versionIn = ({
  applicant_id: _applicant,
  type: _type,
  scan_attempts: _attempts,
  scan_next_at: _next,
  former: _former,
  ...version
}: DocumentRow) => version;
type Version = ReturnType<typeof versionIn>;

/** Returns what the column `former` has. */
const formerOf = ({ former }: Pick<DocumentRow, 'former'>): Version | undefined =>
  former === null ? undefined : JSON.parse(former);

/**
 * A document, and the file that was sent to replace it. A scanned file replaces the earlier one once it is clean, and not at
 * all if it is infected: until then the row has the new file, and `former` the earlier one (decision 007).
 */
export function versionsOf(row: DocumentRow): { readonly current: Version; other?: Version } {
  const [version, former] = [versionIn(row), formerOf(row)];
  if (!former) return { current: version };
  if (former.scan_state === 'infected') return { current: version, other: former };
  return isHeld(row.scan_state) ? { current: former, other: version } : { current: version };
}

/** Returns the names of the files of a document. A row of an earlier schema has no `former`. */
export const filesOf = (row: { readonly stored_as: string; readonly former?: string | null }) =>
  [row.stored_as, formerOf({ former: row.former ?? null })?.stored_as].filter(
    (name) => name !== undefined,
  );

/** It is later than any instant, so that a host of the version before does not remove the file either. */
export const keptSince = '9999-12-31T23:59:59.999Z';
/** The next cleanup removes the file. */
export const longAgo = new Date(0).toISOString();

/** Notes that files are no file of a row. The cleanup removes them a while after `since`. */
export async function orphanFiles(
  db: Kysely<Tables>,
  names: readonly string[],
  since: string,
): Promise<void> {
  for (const stored_as of names)
    await db
      .insertInto('orphaned_files')
      .values({ stored_as, since })
      .onConflict((conflict) => conflict.column('stored_as').doUpdateSet({ since }))
      .execute();
}

/**
 * Ends the replacements whose files were scanned. The files of those that have ended, or whose documents were erased, also by
 * a host of the version before, are not kept any more.
 */
export async function settleReplacements(
  { db, transaction }: HostDatabase,
  now: Date,
): Promise<void> {
  const kept = db.selectFrom('orphaned_files').select('since').where('since', '=', keptSince);
  if (!(await kept.executeTakeFirst())) return;
  const scanned = await db
    .selectFrom('documents')
    .selectAll()
    .where('former', 'is not', null)
    .where('scan_state', 'in', ['clean', 'infected'])
    .execute();
  for (const row of scanned) {
    const { stored_as, scan_state } = row;
    const former = formerOf(row);
    if (!former || former.scan_state === 'infected') continue;
    const isInfected = scan_state === 'infected';
    const swapped = { ...newScan('pending', now), ...former };
    await transaction([], async (trx) => {
      const changed = await trx
        .updateTable('documents')
        .set(isInfected ? { ...swapped, former: JSON.stringify(versionIn(row)) } : { former: null })
        .where((eb) => eb.and({ stored_as, scan_state }))
        .returning('type')
        .executeTakeFirst();
      if (!changed || !isInfected) return;
      await trx.deleteFrom('orphaned_files').where('stored_as', '=', former.stored_as).execute();
      await orphanFiles(trx, [stored_as], keptSince);
    });
  }
  await sql`update orphaned_files set since = ${longAgo} where since = ${keptSince} and not exists
    (select 1 from documents where former like '%' || orphaned_files.stored_as || '%')`.execute(db);
}
