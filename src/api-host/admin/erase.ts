import type { Kysely } from 'kysely';
import { personKey } from '#src/domain/rules/person.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import type { DocumentCleanup } from '../documents/document-cleanup.ts';
import { documentsLock } from '../documents/document-records.ts';

export interface Erased {
  readonly applications: number;
  readonly documents: number;
  readonly messages: number;
}

/** Nothing stores the file of an erased document any more, so the next cleanup removes it. */
const longAgo = new Date(0).toISOString();

/** Writes of a running host wait for one batch at most. */
const batchSize = 50;

/**
 * What was received before an instant (with a company: its applications only), contact messages only, one application,
 * or everything from an email address.
 */
export type Selection =
  | { readonly before: Date; readonly companyId?: string }
  | { readonly messagesBefore: Date }
  | { readonly applicant: string }
  | { readonly address: string };

/**
 * The person may then apply again. Deleted rows are overwritten on the disk; if another process still reads them, an
 * hour later.
 */
export async function erase(...args: Parameters<typeof eraseRows>): Promise<Erased> {
  const erased = await eraseRows(...args);
  const [, cleanup] = args;
  await cleanup.purge();
  return erased;
}

export async function eraseRows(
  database: HostDatabase,
  cleanup: DocumentCleanup,
  selection: Selection,
): Promise<Erased> {
  let applications = 0;
  let documents = 0;
  for (;;) {
    const batch = await eraseBatch(database, selection);
    if (!batch) break;
    for (const { stored_as } of batch.files) await cleanup.discard(stored_as);
    applications += batch.applications;
    documents += batch.files.length;
  }
  const messages = await eraseMessages(database, selection);
  return { applications, documents, messages };
}

export async function previewErase(database: HostDatabase, selection: Selection): Promise<Erased> {
  const { db } = database;
  const { applications } = await selected(db, selection)
    .select(({ fn }) => fn.countAll<number | string>().as('applications'))
    .executeTakeFirstOrThrow();
  const { documents } = await db
    .selectFrom('documents')
    .where('applicant_id', 'in', selected(db, selection).select('id'))
    .select(({ fn }) => fn.countAll<number | string>().as('documents'))
    .executeTakeFirstOrThrow();
  return {
    applications: Number(applications),
    documents: Number(documents),
    messages: (await messagesOf(database, selection)).length,
  };
}

const selected = (db: Kysely<Tables>, selection: Selection) =>
  db.selectFrom('applications').where(({ eb, and, lit }) => {
    if ('applicant' in selection) return eb('id', '=', selection.applicant);
    if ('address' in selection) return eb('address_key', '=', personKey(selection.address));
    if ('messagesBefore' in selection) return lit(false);
    const isOlder = eb('applied_at', '<', selection.before.toISOString());
    return selection.companyId === undefined
      ? isOlder
      : and([isOlder, eb('company_id', '=', selection.companyId)]);
  });

async function messagesOf({ db }: HostDatabase, selection: Selection): Promise<string[]> {
  if ('applicant' in selection || ('before' in selection && selection.companyId !== undefined))
    return [];
  if (!('address' in selection)) {
    const before = 'before' in selection ? selection.before : selection.messagesBefore;
    const older = await db
      .selectFrom('contact_messages')
      .select('id')
      .where('received_at', '<', before.toISOString())
      .execute();
    return older.map(({ id }) => id);
  }
  const address = personKey(selection.address);
  const all = await db.selectFrom('contact_messages').select(['id', 'email']).execute();
  return all.filter(({ email }) => personKey(email) === address).map(({ id }) => id);
}

async function eraseMessages(database: HostDatabase, selection: Selection): Promise<number> {
  const { db } = database;
  const ids = await messagesOf(database, selection);
  let erased = 0;
  for (let start = 0; start < ids.length; start += batchSize) {
    const { numDeletedRows } = await db
      .deleteFrom('contact_messages')
      .where('id', 'in', ids.slice(start, start + batchSize))
      .executeTakeFirstOrThrow();
    erased += Number(numDeletedRows);
  }
  return erased;
}

function eraseBatch({ transaction, dialect }: HostDatabase, selection: Selection) {
  return transaction([], async (trx) => {
    const rows = await selected(trx, selection).select('id').limit(batchSize).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    // The lock excludes an upload: the file of a document that is recorded during the deletion would stay for ever.
    await dialect.lock(trx, ids.map(documentsLock));
    const documents = trx.deleteFrom('documents').where('applicant_id', 'in', ids);
    const files = await documents.returning('stored_as').execute();
    if (files.length > 0)
      await trx
        .insertInto('orphaned_files')
        .values(files.map(({ stored_as }) => ({ stored_as, since: longAgo })))
        .execute();
    const { numDeletedRows } = await trx
      .deleteFrom('applications')
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow();
    return { applications: Number(numDeletedRows), files };
  });
}
