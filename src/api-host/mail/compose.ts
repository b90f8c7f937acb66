import { configuredCompany } from '#src/config/companies.ts';
import type { SiteConfig } from '#src/config/site-schema.ts';
import { dayMs, limits } from '#src/domain/model/limits.ts';
import { firstStage } from '#src/domain/model/stages.ts';
import { validateForm } from '#src/domain/rules/forms/form-rules.ts';
import { formatDate } from '#src/language/format-date.ts';
import { defaultLanguage, runInLanguage, site } from '#src/language/server.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { WorkOutcome } from '../work-queue.ts';
import type { Mail, MailState } from './delivery.ts';
import { applicationFile, describeForCompany } from './describe-for-company.ts';
import {
  fillText,
  type MailBlocks,
  type MailValues,
  mailContent,
  paragraph,
  partsOf,
} from './mail-parts.ts';
import type { MailKind, OutboxRow } from './mail-queue.ts';
import { oneLine, safeText } from './safe-text.ts';

export interface ApplicationLink {
  readonly href: string;
  readonly until: string;
}

type CompanyMail = NonNullable<SiteConfig['companies']['items'][number]['mail']>;

/** The sender and the recipients of a company, by its name. */
export interface CompanyMails {
  get(companyName: string): CompanyMail | undefined;
}
export const configuredMails: CompanyMails = { get: (name) => configuredCompany(name)?.mail };

/** Who gets each kind of mail, and what stores it. */
const mailKinds = {
  confirmation: { to: 'applicant', event: 'application' },
  stage: { to: 'applicant', event: 'stage' },
  notice: { to: 'company', event: 'application' },
  complete: { to: 'company', event: 'documents' },
  withdrawal: { to: 'company', event: 'withdrawal' },
} as const satisfies Record<MailKind, object>;

export type MailEvent = (typeof mailKinds)[MailKind]['event'];

export const isForApplicant = (kind: MailKind): boolean => mailKinds[kind].to === 'applicant';

export const mailKindsOf = (
  event: MailEvent,
  companies: CompanyMails,
  companyName: string,
): MailKind[] => {
  const isNotified = companies.get(companyName)?.notify !== undefined;
  return (Object.keys(mailKinds) as MailKind[]).filter(
    (kind) => mailKinds[kind].event === event && (isNotified || isForApplicant(kind)),
  );
};

/**
 * Returns a mail, or why there is none. Mail to an applicant is in the language of the application, and not sent after a
 * withdrawal. A mail about a stage is not sent once the stage has changed.
 * @param newLink is called in the language of a mail to an applicant
 */
export async function composeMail(
  { db }: HostDatabase,
  { id, applicant_id, kind }: Pick<OutboxRow, 'id' | 'applicant_id' | 'kind'>,
  companies: CompanyMails,
  newLink: () => Promise<ApplicationLink | undefined> = async () => undefined,
): Promise<Mail | WorkOutcome<MailState>> {
  const application = await findApplication(db, applicant_id);
  const isPersonal = isForApplicant(kind);
  const config = companies.get(application?.company_name ?? '');
  const to = isPersonal ? application?.emailaddress : config?.notify;
  if (!application || to === undefined || (isPersonal && application.withdrawn_at !== null))
    return { state: 'failed', detail: 'nobody to send it to, or withdrawn' };
  const stage = kind === 'stage' ? await findLastStage(db, applicant_id) : undefined;
  if (kind === 'stage' && stage?.mail_id !== id)
    return { state: 'dropped', detail: 'the stage has changed since' };
  return runInLanguage((isPersonal && application.language) || defaultLanguage.tag, async () => {
    const contact = config?.replyTo ?? site().enquiries.email;
    const { values, blocks } = isPersonal
      ? describeForApplicant(await newLink(), stage)
      : await describeForCompany(db, application);
    const { subject, text } = site().mail[kind];
    const allValues = { ...valuesOf(application, contact), ...values };
    return {
      to,
      from: config?.from,
      replyTo:
        isPersonal || !isAddress(application.emailaddress)
          ? contact
          : {
              // The address is in an object, because a text would be parsed as a list of addresses.
              name: '',
              address: application.emailaddress,
            },
      ...mailContent(oneLine(fillText(subject, allValues)), partsOf(text, allValues, blocks)),
      ...(!isPersonal &&
        config?.attach && { attachments: [await applicationFile(db, applicant_id)] }),
    };
  });
}

const isAddress = (email: string): boolean =>
  validateForm({ email }, { email: { email: true } }).length === 0;

const findApplication = (db: HostDatabase['db'], applicantId: string) =>
  db
    .selectFrom('applications')
    .leftJoin('companies', 'companies.id', 'applications.company_id')
    .selectAll('applications')
    .select('companies.company_name')
    .where('applications.id', '=', applicantId)
    .executeTakeFirst();
type MailedApplication = NonNullable<Awaited<ReturnType<typeof findApplication>>>;

const findLastStage = (db: HostDatabase['db'], applicantId: string) =>
  db
    .selectFrom('application_stages')
    .selectAll()
    .where('applicant_id', '=', applicantId)
    .orderBy('position', 'desc')
    .executeTakeFirst();

function valuesOf(application: MailedApplication, contact: string): MailValues {
  const { awaited, complete } = site().mail.documents;
  const until = formatDate(Date.parse(application.applied_at) + limits.documentsDays * dayMs);
  return {
    firstname: safeText(application.firstname),
    lastname: safeText(application.lastname),
    role: { text: oneLine(application.role_name) },
    opening: oneLine(application.joblistingid),
    company: oneLine(application.company_name ?? ''),
    reference: { text: application.id },
    documents: application.final_at === null ? fillText(awaited, { until }) : complete,
    until,
    contact: { text: contact, href: `mailto:${contact}` },
  };
}

function describeForApplicant(
  link: ApplicationLink | undefined,
  last: Awaited<ReturnType<typeof findLastStage>>,
): { readonly values: MailValues; readonly blocks: MailBlocks } {
  const { mail, stages } = site();
  const name = last?.stage ?? firstStage;
  const stage = name === firstStage ? undefined : stages[name];
  const day = last ? formatDate(last.set_at) : '';
  return {
    values: {
      stage: { text: fillText(stage?.text ?? '', { day }) },
      next: stage?.next ?? '',
    },
    blocks: {
      link: link
        ? [
            {
              kind: 'link',
              text: fillText(mail.link.label, { linkend: formatDate(link.until) }),
              href: link.href,
              look: 'button',
            },
            paragraph(mail.link.text),
          ]
        : [],
      note: last?.note ? [paragraph(mail.note), { ...paragraph(last.note), dir: 'auto' }] : [],
    },
  };
}
