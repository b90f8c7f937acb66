import { personKey } from '#src/domain/rules/forms/person.ts';
import { readApplications, withoutFileNames } from '../applications/stored-applications.ts';
import { readContactMessages } from '../contact-messages.ts';
import type { HostData } from '../data.ts';
import { hostTables } from '../database/schema.ts';
import { type Exported, type ExportOptions, exportApplications } from './export-applications.ts';

/**
 * Exports everything about an email address to a directory: `person.json`, the lists of `exportApplications`, and
 * documents. It returns undefined if there is no data. @param submissions the site's submissions of the address
 */
export async function exportPerson(
  data: Pick<HostData, 'database' | 'store'>,
  address: string,
  target: string,
  { submissions, ...options }: ExportOptions & { readonly submissions: readonly object[] },
): Promise<(Exported & { readonly messages: number; readonly alerts: number }) | undefined> {
  const { db } = data.database;
  const key = personKey(address);
  const applications = [];
  for await (const application of readApplications(db, { emailaddress: address }))
    applications.push(withoutFileNames(application));
  const messages = (await readContactMessages(data.database)).filter(
    ({ email }) => personKey(email) === key,
  );
  const alerts = await db
    .selectFrom('alerts')
    .select(hostTables.alerts.personal.exported)
    .where('address_key', '=', key)
    .orderBy('created_at')
    .execute();
  const found = applications.length + messages.length + alerts.length + submissions.length;
  if (found === 0) return undefined;
  const ids = applications.map(({ applicant_id }) => applicant_id);
  const rowsOf = <Table extends 'mail_outbox' | 'application_links'>(table: Table) =>
    db
      .selectFrom<'mail_outbox' | 'application_links'>(table)
      .select(hostTables[table].personal.exported)
      .where('applicant_id', 'in', ids)
      .execute();
  const person = {
    address,
    applications,
    messages,
    mails: await rowsOf('mail_outbox'),
    links: await rowsOf('application_links'),
    alerts: alerts.map((alert) => ({ ...alert, search: JSON.parse(alert.search) })),
    submissions,
  };
  const exported = await exportApplications(
    data,
    target,
    { emailaddress: address },
    { ...options, person },
  );
  return { ...exported, messages: messages.length, alerts: alerts.length };
}
