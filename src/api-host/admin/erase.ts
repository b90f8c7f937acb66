import type { Kysely } from 'kysely';
import { chunks } from '#src/database/chunks.ts';
import { alertLimits } from '#src/domain/model/limits.ts';
import { personKey } from '#src/domain/rules/person.ts';
import { daysAfter } from '../alerts/alert-store.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import type { DocumentCleanup } from '../documents/document-cleanup.ts';
import { documentsLock } from '../documents/document-records.ts';

export interface Erased {
  readonly applications: number;
  readonly documents: number;
  readonly messages: number;
  readonly alerts: number;
}

/** Nothing stores the file of an erased document any more, so the next cleanup removes it. */
const longAgo = new Date(0).toISOString();

/** Writes of a running host wait for one batch at most. */
const batchSize = 50;

export type Selection =
  /** All data that was received before an instant, or with a company only the applications to it. */
  | { readonly before: Date; readonly companyId?: string }
  /** Contact messages that were received before an instant. */
  | { readonly messagesBefore: Date }
  /** One application. */
  | { readonly applicant: string }
  /** All data of an email address. */
  | { readonly address: string }
  /** The alerts that were not confirmed or continued in time. */
  | { readonly alertsOver: Date };

/**
 * The person may then apply again. Deleted rows are overwritten on the disk; if another process still reads them, an
 * hour later.
 */
export async function erase(
  database: HostDatabase,
  cleanup: DocumentCleanup,
  selection: Selection,
): Promise<Erased> {
  const erased = await eraseRows(database, cleanup, selection);
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
  const selectsApplications = !('messagesBefore' in selection || 'alertsOver' in selection);
  while (selectsApplications) {
    const batch = await eraseBatch(database, selection);
    if (!batch) break;
    for (const { stored_as } of batch.files) await cleanup.discard(stored_as);
    applications += batch.applications;
    documents += batch.files.length;
  }
  const messages = await eraseMessages(database, selection);
  const { numDeletedRows } = await database.db
    .deleteFrom('alerts')
    .where('id', 'in', selectedAlerts(database.db, selection))
    .executeTakeFirstOrThrow();
  return { applications, documents, messages, alerts: Number(numDeletedRows) };
}

export async function previewErase(database: HostDatabase, selection: Selection): Promise<Erased> {
  const { db } = database;
  const { applications } = await selected(db, selection)
    .select(({ fn }) => fn.countAll<number>().as('applications'))
    .executeTakeFirstOrThrow();
  const { documents } = await db
    .selectFrom('documents')
    .where('applicant_id', 'in', selected(db, selection).select('id'))
    .select(({ fn }) => fn.countAll<number>().as('documents'))
    .executeTakeFirstOrThrow();
  return {
    applications,
    documents,
    messages: (await messagesOf(database, selection)).length,
    alerts: (await selectedAlerts(db, selection).execute()).length,
  };
}

/** The age of an alert is the time since the person confirmed or continued it. */
const selectedAlerts = (db: Kysely<Tables>, selection: Selection) =>
  db
    .selectFrom('alerts')
    .select('id')
    .where(({ eb, fn, lit, or }) => {
      if ('address' in selection) return eb('address_key', '=', personKey(selection.address));
      if ('alertsOver' in selection) {
        const at = selection.alertsOver.toISOString();
        const isDue = eb('next_at', '<=', at);
        return or([
          isDue.and('state', 'in', ['pending', 'ended']),
          // Without mail no step is taken.
          eb('state', '=', 'asked').and('ends_at', '<=', at),
          eb('ends_at', '<=', daysAfter(selection.alertsOver, -alertLimits.endedDays)),
        ]);
      }
      if (!('before' in selection) || selection.companyId !== undefined) return lit(false);
      return eb(fn.coalesce('confirmed_at', 'created_at'), '<', selection.before.toISOString());
    });

const selected = (db: Kysely<Tables>, selection: Selection) =>
  db.selectFrom('applications').where(({ eb, and, lit }) => {
    if ('applicant' in selection) return eb('id', '=', selection.applicant);
    if ('address' in selection) return eb('address_key', '=', personKey(selection.address));
    if (!('before' in selection)) return lit(false);
    const isOlder = eb('applied_at', '<', selection.before.toISOString());
    return selection.companyId === undefined
      ? isOlder
      : and([isOlder, eb('company_id', '=', selection.companyId)]);
  });

async function messagesOf({ db }: HostDatabase, selection: Selection): Promise<string[]> {
  const messages = db.selectFrom('contact_messages').select(['id', 'email']);
  if ('address' in selection) {
    const key = personKey(selection.address);
    const all = await messages.execute();
    return all.filter(({ email }) => personKey(email) === key).map(({ id }) => id);
  }
  const before = messagesEnd(selection);
  if (!before) return [];
  const older = await messages.where('received_at', '<', before.toISOString()).execute();
  return older.map(({ id }) => id);
}

/** A message names no company and no applicant. */
function messagesEnd(selection: Selection): Date | undefined {
  if ('messagesBefore' in selection) return selection.messagesBefore;
  return 'before' in selection && selection.companyId === undefined ? selection.before : undefined;
}

async function eraseMessages(database: HostDatabase, selection: Selection): Promise<number> {
  const { db } = database;
  const ids = await messagesOf(database, selection);
  let erased = 0;
  for (const batch of chunks(ids, batchSize)) {
    const { numDeletedRows } = await db
      .deleteFrom('contact_messages')
      .where('id', 'in', batch)
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
