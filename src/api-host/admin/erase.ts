import type { HostDatabase } from '../database/schema.ts';
import type { DocumentCleanup } from '../documents/document-cleanup.ts';

export interface Erased {
  readonly applications: number;
  readonly documents: number;
  readonly messages: number;
}

/** Small, so that writes of a running host do not wait long for the lock. */
const batchSize = 50;

/**
 * Erases applications with their documents, and contact messages: those received before an instant, or those
 * of one applicant, who may then apply again. Deleted rows are overwritten on the disk.
 */
export async function erase(
  database: HostDatabase,
  cleanup: DocumentCleanup,
  what: { readonly before: Date } | { readonly applicant: string },
  now: Date,
): Promise<Erased> {
  let applications = 0;
  let documents = 0;
  for (;;) {
    const batch = await eraseBatch(database, what, now);
    if (batch.applications === 0) break;
    for (const storedAs of batch.files) await cleanup.discard(storedAs);
    applications += batch.applications;
    documents += batch.files.length;
  }
  let messages = 0;
  if ('before' in what) {
    const { numDeletedRows } = await database.db
      .deleteFrom('contact_messages')
      .where('received_at', '<', what.before.toISOString())
      .executeTakeFirst();
    messages = Number(numDeletedRows);
  }
  await database.dialect.purgeDeleted(database.db);
  return { applications, documents, messages };
}

/** Deletes rows and marks their files as orphaned, in one transaction. */
function eraseBatch(
  { transaction }: HostDatabase,
  what: { readonly before: Date } | { readonly applicant: string },
  now: Date,
): Promise<{ applications: number; files: string[] }> {
  return transaction([], async (trx) => {
    const ids = (
      await trx
        .selectFrom('applications')
        .select('id')
        .where(({ eb }) =>
          'before' in what
            ? eb('applied_at', '<', what.before.toISOString())
            : eb('id', '=', what.applicant),
        )
        .limit(batchSize)
        .execute()
    ).map(({ id }) => id);
    if (ids.length === 0) return { applications: 0, files: [] };
    const files = (
      await trx
        .deleteFrom('documents')
        .where('applicant_id', 'in', ids)
        .returning('stored_as')
        .execute()
    ).map(({ stored_as }) => stored_as);
    if (files.length > 0)
      await trx
        .insertInto('orphaned_files')
        .values(files.map((stored_as) => ({ stored_as, since: now.toISOString() })))
        .execute();
    await trx.deleteFrom('applications').where('id', 'in', ids).execute();
    return { applications: ids.length, files };
  });
}
