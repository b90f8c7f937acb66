import { configuredCompany } from '#src/config/companies.ts';
import type { SiteConfig } from '#src/config/site-schema.ts';
import { dayMs, limits } from '#src/domain/model/limits.ts';
import { firstStage } from '#src/domain/model/stages.ts';
import { validateForm } from '#src/domain/rules/form-rules.ts';
import { escapeMarkup } from '#src/html/text-to-html.ts';
import { formatDate } from '#src/language/format-date.ts';
import { defaultLanguage, runInLanguage, site } from '#src/language/server.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { Mail } from './delivery.ts';
import { applicationFile, describeForCompany } from './describe-for-company.ts';
import { type Composed, nothing } from './mail-queue.ts';
import { mailDocument } from './mail-template.ts';
import type { MailKind, OutboxRow } from './outbox.ts';
import { fillBoth, filled, type MailValues } from './placeholders.ts';
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
 * Mail to an applicant is in the language of the application, and not sent after a withdrawal. A mail about a stage is not
 * sent once the stage has changed.
 * @param newLink is called in the language of a mail to an applicant
 */
export async function composeMail(
  { db }: HostDatabase,
  { id, applicant_id, kind }: Pick<OutboxRow, 'id' | 'applicant_id' | 'kind'>,
  companies: CompanyMails,
  newLink: () => Promise<ApplicationLink | undefined> = async () => undefined,
): Promise<Composed> {
  const application = await findApplication(db, applicant_id);
  const isPersonal = isForApplicant(kind);
  const config = companies.get(application?.company_name ?? '');
  const to = isPersonal ? application?.emailaddress : config?.notify;
  if (!application || to === undefined || (isPersonal && application.withdrawn_at !== null))
    return nothing('failed', 'nobody to send it to, or withdrawn');
  const stage = kind === 'stage' ? await findLastStage(db, applicant_id) : undefined;
  if (kind === 'stage' && stage?.mail_id !== id)
    return nothing('dropped', 'the stage has changed since');
  return runInLanguage((isPersonal && application.language) || defaultLanguage.tag, async () => {
    const contact = config?.replyTo ?? site().enquiries.email;
    const values = {
      ...valuesOf(application, contact),
      ...(isPersonal
        ? valuesForApplicant(await newLink(), stage)
        : await describeForCompany(db, application)),
    };
    const mail = {
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
      ...filledTemplate(kind, values),
      ...(!isPersonal &&
        config?.attach && { attachments: [await applicationFile(db, applicant_id)] }),
    };
    return { kind: 'mail', mail };
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
    role: oneLine(application.role_name),
    opening: oneLine(application.joblistingid),
    company: oneLine(application.company_name ?? ''),
    reference: {
      text: application.id,
      html: `<span style="white-space:nowrap">${application.id}</span>`,
    },
    documents: application.final_at === null ? filled(awaited, 'text', { until }) : complete,
    until,
    contact,
  };
}

function valuesForApplicant(
  link: ApplicationLink | undefined,
  last: Awaited<ReturnType<typeof findLastStage>>,
): MailValues {
  const { mail, stages } = site();
  const name = last?.stage ?? firstStage;
  const stage = name === firstStage ? undefined : stages[name];
  const day = last ? formatDate(last.set_at) : '';
  return {
    link: link ? fillBoth(mail.link, { href: link.href, linkend: formatDate(link.until) }) : '',
    stage: filled(stage?.text ?? '', 'text', { day }),
    next: stage?.next ?? '',
    note: last?.note
      ? fillBoth(mail.note, {
          // Outlook does not know `white-space`.
          note: { text: last.note, html: escapeMarkup(last.note).replaceAll('\n', '<br>') },
        })
      : '',
  };
}

function filledTemplate(
  kind: MailKind,
  values: MailValues,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { subject, ...template } = site().mail[kind];
  const { text, html } = fillBoth(template, values);
  const title = oneLine(filled(subject, 'text', values));
  return {
    subject: title,
    // A placeholder that is empty in its own paragraph leaves no gap.
    text: text.replaceAll(/\n{3,}/g, '\n\n'),
    html: mailDocument(title, html),
  };
}
