import { siteConfig } from '#src/config/site.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { DocumentCleanup } from '../documents/document-cleanup.ts';
import { type Erased, erase, previewErase, type Selection } from './erase.ts';

/** How long data is kept; without a number of days it is kept for ever. */
export interface Retention {
  /** RETENTION_DAYS: of contact messages, and of applications to a company without an own value. */
  readonly days?: number | undefined;
  /** By name of the company; default: the values of the site config. */
  readonly daysOfCompanies?: ReadonlyMap<string, number>;
}

const configuredDays = (): ReadonlyMap<string, number> =>
  new Map(
    siteConfig.companies.items.flatMap(({ name, retentionDays }) =>
      retentionDays === undefined ? [] : [[name, retentionDays]],
    ),
  );

const dayMs = 24 * 60 * 60 * 1000;

/** Erases what is older than it may be kept. The sum of all that was erased has no data of persons. */
export const eraseExpired = (
  database: HostDatabase,
  cleanup: DocumentCleanup,
  retention: Retention,
  now: Date,
): Promise<Erased> =>
  sumOver(database, retention, now, (what) => erase(database, cleanup, what, now));

/** What `eraseExpired` would erase. */
export const previewExpired = (
  database: HostDatabase,
  retention: Retention,
  now: Date,
): Promise<Erased> => sumOver(database, retention, now, (what) => previewErase(database, what));

async function sumOver(
  database: HostDatabase,
  retention: Retention,
  now: Date,
  work: (what: Selection) => Promise<Erased>,
): Promise<Erased> {
  let sum: Erased = { applications: 0, documents: 0, messages: 0 };
  for (const what of await expiredSelections(database, retention, now)) {
    const { applications, documents, messages } = await work(what);
    sum = {
      applications: sum.applications + applications,
      documents: sum.documents + documents,
      messages: sum.messages + messages,
    };
  }
  return sum;
}

async function expiredSelections(
  { db }: HostDatabase,
  { days, daysOfCompanies = configuredDays() }: Retention,
  now: Date,
): Promise<Selection[]> {
  const companies = await db
    .selectFrom('applications')
    .leftJoin('companies', 'companies.id', 'applications.company_id')
    .select(['applications.company_id', 'companies.company_name'])
    .distinct()
    .execute();
  const before = (age: number) => new Date(now.getTime() - age * dayMs);
  const ofCompanies = companies.flatMap(({ company_id, company_name }) => {
    const age = daysOfCompanies.get(company_name ?? '') ?? days;
    return age === undefined ? [] : [{ before: before(age), companyId: company_id }];
  });
  if (days === undefined) return ofCompanies;
  // Contact messages name no company. Applications are as old as this only where a company keeps them longer.
  return [...ofCompanies, { messagesBefore: before(days) }];
}
