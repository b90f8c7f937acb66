import type { HostData } from '../data.ts';
import type { DocumentCleanup } from '../documents/document-cleanup.ts';

export interface Erased {
  readonly applications: number;
  readonly documents: number;
  readonly messages: number;
}

/** So many at a time, that a running host's writes need not wait long for their turn. */
const batchSize = 50;

/**
 * Erases applications with their documents, and contact messages: those that came before an instant, or
 * one applicant's. Whoever is erased may apply again. What was removed from the database is overwritten.
 */
export async function erase(
  { db, engine }: Pick<HostData, 'db' | 'engine'>,
  keeping: DocumentCleanup,
  what: { readonly before: Date } | { readonly applicant: string },
  now: Date,
): Promise<Erased> {
  let applications = 0;
  let documents = 0;
  for (;;) {
    const batch = await eraseBatch(db, what, now);
    if (batch.applications === 0) break;
    for (const storedAs of batch.files) await keeping.discard(storedAs);
    applications += batch.applications;
    documents += batch.files.length;
  }
  let messages = 0;
  if ('before' in what) {
    const { numDeletedRows } = await db
      .deleteFrom('contact_messages')
      .where('received_at', '<', what.before.toISOString())
      .executeTakeFirst();
    messages = Number(numDeletedRows);
  }
  await engine.afterErasing(db);
  return { applications, documents, messages };
}

/** In one transaction: the rows go, and the files they named belong to nobody from then on. */
function eraseBatch(
  db: HostData['db'],
  what: { readonly before: Date } | { readonly applicant: string },
  now: Date,
): Promise<{ applications: number; files: string[] }> {
  return db.transaction().execute(async (trx) => {
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
        .insertInto('loose_files')
        .values(files.map((stored_as) => ({ stored_as, since: now.toISOString() })))
        .execute();
    await trx.deleteFrom('applications').where('id', 'in', ids).execute();
    return { applications: ids.length, files };
  });
}
