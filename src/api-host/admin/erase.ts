import type { Expression, ExpressionBuilder, Kysely, SelectQueryBuilder, SqlBool } from 'kysely';
import { chunks } from '#src/database/chunks.ts';
import { alertLimits } from '#src/domain/model/limits.ts';
import { personKey } from '#src/domain/rules/forms/person.ts';
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

type Condition<Table extends keyof Tables> = (
  eb: ExpressionBuilder<Tables, Table>,
) => Expression<SqlBool>;

/** The rows of a selection. Of a table that is absent it has none. */
interface Rows {
  readonly applications?: Condition<'applications'>;
  readonly messages?: { readonly before: Date } | { readonly address: string };
  readonly alerts?: Condition<'alerts'>;
}

function rowsOf(selection: Selection): Rows {
  if ('applicant' in selection) return { applications: (eb) => eb('id', '=', selection.applicant) };
  if ('messagesBefore' in selection) return { messages: { before: selection.messagesBefore } };
  if ('alertsOver' in selection) return { alerts: (eb) => isOver(eb, selection.alertsOver) };
  if ('address' in selection) {
    const key = personKey(selection.address);
    return {
      applications: (eb) => eb('address_key', '=', key),
      messages: selection,
      alerts: (eb) => eb('address_key', '=', key),
    };
  }
  const { before, companyId } = selection;
  const instant = before.toISOString();
  // A message and an alert name no company.
  if (companyId !== undefined)
    return {
      applications: (eb) => eb('applied_at', '<', instant).and('company_id', '=', companyId),
    };
  return {
    applications: (eb) => eb('applied_at', '<', instant),
    messages: { before },
    // The age of an alert is the time since the person confirmed or continued it.
    alerts: (eb) => eb(eb.fn.coalesce('confirmed_at', 'created_at'), '<', instant),
  };
}

function isOver(eb: ExpressionBuilder<Tables, 'alerts'>, now: Date): Expression<SqlBool> {
  const at = now.toISOString();
  return eb.or([
    eb('next_at', '<=', at).and('state', 'in', ['pending', 'ended']),
    // Without mail no step is taken.
    eb('state', '=', 'asked').and('ends_at', '<=', at),
    eb('ends_at', '<=', daysAfter(now, -alertLimits.endedDays)),
  ]);
}

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
  const { db } = database;
  const rows = rowsOf(selection);
  const erased = { applications: 0, documents: 0, messages: 0, alerts: 0 };
  while (rows.applications) {
    const batch = await eraseBatch(database, rows.applications);
    if (!batch) break;
    for (const { stored_as } of batch.files) await cleanup.discard(stored_as);
    erased.applications += batch.applications;
    erased.documents += batch.files.length;
  }
  for (const ids of chunks(await findMessages(db, rows.messages), batchSize)) {
    const messages = db.deleteFrom('contact_messages').where('id', 'in', ids).returning('id');
    erased.messages += (await messages.execute()).length;
  }
  if (rows.alerts) {
    const alerts = db.deleteFrom('alerts').where(rows.alerts).returning('id');
    erased.alerts = (await alerts.execute()).length;
  }
  return erased;
}

export async function previewErase({ db }: HostDatabase, selection: Selection): Promise<Erased> {
  const rows = rowsOf(selection);
  const erased = { applications: 0, documents: 0, messages: 0, alerts: 0 };
  if (rows.applications) {
    const selected = db.selectFrom('applications').where(rows.applications);
    const documents = db.selectFrom('documents').where('applicant_id', 'in', selected.select('id'));
    erased.applications = await countOf(selected);
    erased.documents = await countOf(documents);
  }
  erased.messages = (await findMessages(db, rows.messages)).length;
  if (rows.alerts) erased.alerts = await countOf(db.selectFrom('alerts').where(rows.alerts));
  return erased;
}

async function countOf<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function findMessages(db: Kysely<Tables>, rows: Rows['messages']): Promise<string[]> {
  if (!rows) return [];
  const messages = db.selectFrom('contact_messages').select(['id', 'email']);
  const found =
    'before' in rows
      ? await messages.where('received_at', '<', rows.before.toISOString()).execute()
      : (await messages.execute()).filter(
          ({ email }) => personKey(email) === personKey(rows.address),
        );
  return found.map(({ id }) => id);
}

function eraseBatch({ transaction, dialect }: HostDatabase, where: Condition<'applications'>) {
  return transaction([], async (trx) => {
    const selected = trx.selectFrom('applications').where(where).select('id');
    const rows = await selected.limit(batchSize).execute();
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
