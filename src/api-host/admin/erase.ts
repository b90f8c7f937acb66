import { addressKey } from '../applications.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { DocumentCleanup } from '../documents/document-cleanup.ts';

export interface Erased {
  readonly applications: number;
  readonly documents: number;
  readonly messages: number;
}

/** Small, so that writes of a running host do not wait long for the lock. */
const batchSize = 50;

/** What is erased: what was received before an instant, one application, or all that came from an email address. */
export type Selection =
  | { readonly before: Date }
  | { readonly applicant: string }
  | { readonly address: string };

/**
 * Erases applications with their documents, and contact messages; for an applicant id only its application. The person may
 * then apply again. Deleted rows are overwritten on the disk.
 */
export async function erase(
  database: HostDatabase,
  cleanup: DocumentCleanup,
  what: Selection,
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
  const messages = await eraseMessages(database, what);
  await database.dialect.purgeDeleted(database.db);
  return { applications, documents, messages };
}

async function eraseMessages({ db }: HostDatabase, what: Selection): Promise<number> {
  if ('applicant' in what) return 0;
  if ('before' in what) {
    const { numDeletedRows } = await db
      .deleteFrom('contact_messages')
      .where('received_at', '<', what.before.toISOString())
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
  const address = addressKey(what.address);
  const all = await db.selectFrom('contact_messages').select(['id', 'email']).execute();
  const ids = all.filter(({ email }) => addressKey(email) === address).map(({ id }) => id);
  for (let start = 0; start < ids.length; start += batchSize)
    await db
      .deleteFrom('contact_messages')
      .where('id', 'in', ids.slice(start, start + batchSize))
      .execute();
  return ids.length;
}

/** Deletes rows and marks their files as orphaned, in one transaction. */
function eraseBatch(
  { transaction }: HostDatabase,
  what: Selection,
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
            : 'applicant' in what
              ? eb('id', '=', what.applicant)
              : eb('address_key', '=', addressKey(what.address)),
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
