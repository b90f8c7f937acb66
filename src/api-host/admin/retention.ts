import { expiryOf, type Retention } from '#src/config/retention.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { DocumentCleanup } from '../documents/document-cleanup.ts';
import { type Erased, eraseRows, previewErase, type Selection } from './erase.ts';

/** Erases what is older than it may be kept, and overwrites what other processes have erased. */
export async function eraseExpired(
  database: HostDatabase,
  cleanup: DocumentCleanup,
  retention: Retention,
  now: Date,
): Promise<Erased> {
  const erased = await sumOver(database, retention, now, (selection) =>
    eraseRows(database, cleanup, selection),
  );
  await cleanup.purge();
  return erased;
}

export const previewExpired = (
  database: HostDatabase,
  retention: Retention,
  now: Date,
): Promise<Erased> =>
  sumOver(database, retention, now, (selection) => previewErase(database, selection));

async function sumOver(
  database: HostDatabase,
  retention: Retention,
  now: Date,
  work: (selection: Selection) => Promise<Erased>,
): Promise<Erased> {
  let sum: Erased = { applications: 0, documents: 0, messages: 0, alerts: 0 };
  for (const selection of await expiredSelections(database, retention, now)) {
    const { applications, documents, messages, alerts } = await work(selection);
    sum = {
      applications: sum.applications + applications,
      documents: sum.documents + documents,
      messages: sum.messages + messages,
      alerts: sum.alerts + alerts,
    };
  }
  return sum;
}

async function expiredSelections(
  { db }: HostDatabase,
  retention: Retention,
  now: Date,
): Promise<Selection[]> {
  const companies = await db
    .selectFrom('applications')
    .leftJoin('companies', 'companies.id', 'applications.company_id')
    .select(['applications.company_id', 'companies.company_name'])
    .distinct()
    .execute();
  const companySelections = companies.flatMap(({ company_id, company_name }) => {
    const before = expiryOf(retention, company_name, now.getTime());
    return before ? [{ before, companyId: company_id }] : [];
  });
  // Contact messages name no company. Some companies keep applications longer than the general limit.
  const messagesBefore = expiryOf(retention, null, now.getTime());
  // Alerts end by themselves, whatever the retention is.
  return [
    ...companySelections,
    ...(messagesBefore ? [{ messagesBefore }] : []),
    { alertsOver: now },
  ];
}
