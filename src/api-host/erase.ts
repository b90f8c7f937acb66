import type { Expression, ExpressionBuilder, Kysely, SelectQueryBuilder, SqlBool } from 'kysely';
import { expiryOf, groupByExpiry, needsOperator, type Retention } from '#src/config/retention.ts';
import { alertLimits } from '#src/domain/model/limits.ts';
import { personKey } from '#src/domain/rules/forms/person.ts';
import { daysAfter } from './alerts/alert-store.ts';
import type { HostDatabase, Tables } from './database/schema.ts';
import { type DocumentCleanup, noteFiles } from './documents/document-cleanup.ts';
import { applicationLock } from './documents/document-records.ts';

export interface Erased {
  readonly applications: number;
  readonly documents: number;
  readonly messages: number;
  readonly alerts: number;
}

/** Writes of a running host wait for one batch at most. */
const batchSize = 50;

export type Selection =
  | { readonly applicant: string }
  | { readonly address: string }
  | { readonly before: Date }
  /** Data whose retention time is over, and alerts that were not confirmed or continued in time. */
  | { readonly retention: Retention; readonly now: Date };

type Condition<Table extends keyof Tables> = (
  eb: ExpressionBuilder<Tables, Table>,
) => Expression<SqlBool>;

/** The conditions that select the rows of each table. */
type Rows = {
  readonly [Table in 'applications' | 'contact_messages' | 'alerts']: Condition<Table>;
};

const none = ({ lit }: Pick<ExpressionBuilder<Tables, never>, 'lit'>) => lit(false);

async function rowsOf(db: Kysely<Tables>, selection: Selection): Promise<Rows> {
  if ('applicant' in selection) {
    const { applicant } = selection;
    return { applications: (eb) => eb('id', '=', applicant), contact_messages: none, alerts: none };
  }
  if ('retention' in selection) return expiredRows(db, selection.retention, selection.now);
  if ('address' in selection) {
    const key = personKey(selection.address);
    const emails = await db.selectFrom('contact_messages').select('email').distinct().execute();
    const spellings = emails.flatMap(({ email }) => (personKey(email) === key ? [email] : []));
    return {
      applications: (eb) => eb('address_key', '=', key),
      contact_messages: (eb) => eb('email', 'in', spellings),
      alerts: (eb) => eb('address_key', '=', key),
    };
  }
  const instant = selection.before.toISOString();
  return {
    applications: (eb) => eb('applied_at', '<', instant),
    contact_messages: (eb) => eb('received_at', '<', instant),
    // The age of an alert is the time since the person confirmed or continued it.
    alerts: (eb) => eb(eb.fn.coalesce('confirmed_at', 'created_at'), '<', instant),
  };
}

async function expiredRows(db: Kysely<Tables>, retention: Retention, now: Date): Promise<Rows> {
  const companies = await db
    .selectFrom('applications')
    .leftJoin('companies', 'companies.id', 'applications.company_id')
    .select(['applications.company_id', 'companies.company_name'])
    .distinct()
    .execute();
  const byExpiry = groupByExpiry(retention, companies, now.getTime());
  // Contact messages name no company. Some companies keep applications longer than the general limit.
  const messagesBefore = expiryOf(retention, null, now.getTime())?.toISOString();
  const at = now.toISOString();
  return {
    applications: (eb) =>
      eb.or(
        byExpiry.map(([before, group]) => {
          const ids = group.map(({ company_id }) => company_id);
          return eb('company_id', 'in', ids).and('applied_at', '<', before.toISOString());
        }),
      ),
    contact_messages: messagesBefore ? (eb) => eb('received_at', '<', messagesBefore) : none,
    // Alerts end by themselves, whatever the retention is.
    alerts: (eb) =>
      eb.or([
        eb('next_at', '<=', at).and('state', 'in', ['pending', 'ended']),
        // A host without mail admits no alert, so its state stays `asked`.
        eb('state', '=', 'asked').and('ends_at', '<=', at),
        eb('ends_at', '<=', daysAfter(now, -alertLimits.endedDays)),
      ]),
  };
}

/**
 * The person may then apply again. Foreign keys delete the rows of other tables. Deleted rows are overwritten on the
 * disk, or an hour later if another process still reads them.
 */
export async function erase(
  database: HostDatabase,
  cleanup: DocumentCleanup,
  selection: Selection,
): Promise<Erased> {
  const { db } = database;
  const { applications, contact_messages: messages, alerts } = await rowsOf(db, selection);
  const erased = { applications: 0, documents: 0, messages: 0, alerts: 0 };
  for (;;) {
    const batch = await eraseBatch(database, applications);
    if (!batch) break;
    for (const name of batch.files) await cleanup.discard(name);
    erased.applications += batch.applications;
    erased.documents += batch.documents;
  }
  for (;;) {
    const some = db.selectFrom('contact_messages').where(messages).select('id').limit(batchSize);
    const deleted = db.deleteFrom('contact_messages').where('id', 'in', some).returning('id');
    const { length } = await deleted.execute();
    if (length === 0) break;
    erased.messages += length;
  }
  const deleted = db.deleteFrom('alerts').where(alerts).returning('id');
  erased.alerts = (await deleted.execute()).length;
  await cleanup.purge();
  return erased;
}

export async function previewErase({ db }: HostDatabase, selection: Selection): Promise<Erased> {
  const rows = await rowsOf(db, selection);
  const erased = db.selectFrom('applications').where(rows.applications);
  const documents = db.selectFrom('documents').where('applicant_id', 'in', erased.select('id'));
  return {
    applications: await countOf(erased),
    documents: await countOf(documents),
    messages: await countOf(db.selectFrom('contact_messages').where(rows.contact_messages)),
    alerts: await countOf(db.selectFrom('alerts').where(rows.alerts)),
  };
}

/** Returns how many applications retention does not erase, because an operator decides (`careers host erase --expired`). */
export async function applicationsAwaitingOperator(
  database: HostDatabase,
  selection: Extract<Selection, { readonly retention: Retention }>,
): Promise<number> {
  const { applications } = await previewErase(database, selection);
  const all = await countOf(database.db.selectFrom('applications'));
  return needsOperator(applications, all) ? applications : 0;
}

async function countOf<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function eraseBatch({ transaction, dialect }: HostDatabase, where: Condition<'applications'>) {
  return transaction([], async (trx) => {
    const selected = trx.selectFrom('applications').where(where).select('id');
    const rows = await selected.limit(batchSize).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    // The lock excludes an upload: the file of a document that is recorded during the deletion would stay for ever.
    await dialect.lock(trx, ids.map(applicationLock));
    const documents = trx.deleteFrom('documents').where('applicant_id', 'in', ids);
    const deleted = await documents.returning(['stored_as', 'former']).execute();
    const files: string[] = [];
    for (const row of deleted) files.push(...(await noteFiles(trx, row)));
    const { numDeletedRows } = await trx
      .deleteFrom('applications')
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow();
    return { applications: Number(numDeletedRows), documents: deleted.length, files };
  });
}
