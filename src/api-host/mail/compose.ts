import { configuredCompany } from '#src/config/companies.ts';
import { dayMs, limits } from '#src/domain/model/limits.ts';
import { escapeMarkup } from '#src/html/text-to-html.ts';
import { formatDate } from '#src/language/format-date.ts';
import { defaultLanguage, runInLanguage, site } from '#src/language/server.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { MailKind } from './outbox.ts';
import { safeText } from './safe-text.ts';

export interface Mail {
  readonly to: string;
  /** The default is MAIL_FROM. */
  readonly from?: string | undefined;
  readonly replyTo: string | { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Further headers by name, which contain no line ends. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApplicationLink {
  readonly href: string;
  readonly until: string;
}

/** The sender and the recipients of a company, by its name. */
export interface CompanyMails {
  get(
    companyName: string,
  ): { readonly from?: string; readonly replyTo?: string; readonly notify?: string } | undefined;
}
export const configuredMails: CompanyMails = { get: (name) => configuredCompany(name)?.mail };

const kindsOf = {
  application: ['confirmation', 'notice'],
  withdrawal: ['withdrawal'],
} as const satisfies Record<string, readonly MailKind[]>;

export const mailKindsOf = (
  event: keyof typeof kindsOf,
  companies: CompanyMails,
  companyName: string,
): MailKind[] => {
  const isNotified = companies.get(companyName)?.notify !== undefined;
  return kindsOf[event].filter((kind) => isNotified || isForApplicant(kind));
};

const isForApplicant = (kind: MailKind): boolean => kind === 'confirmation';

/**
 * Mail to an applicant is in the language of the application. Returns undefined if there is no recipient, or if the applicant
 * has withdrawn the application.
 * @param newLink is called in the language of the mail
 */
export async function composeMail(
  { db }: HostDatabase,
  { applicant_id, kind }: { readonly applicant_id: string; readonly kind: MailKind },
  companies: CompanyMails,
  newLink: () => Promise<ApplicationLink | undefined> = async () => undefined,
): Promise<Mail | undefined> {
  const application = await findApplication(db, applicant_id);
  if (!application) return undefined;
  // The mail would ask for documents, which are no longer accepted.
  if (isForApplicant(kind) && application.withdrawn_at !== null) return undefined;
  const config = companies.get(application.company_name ?? '');
  const to = isForApplicant(kind) ? application.emailaddress : config?.notify;
  if (to === undefined) return undefined;
  const language = isForApplicant(kind) ? application.language : null;
  return runInLanguage(language ?? defaultLanguage.tag, async () => {
    const replyTo = config?.replyTo ?? site().enquiries.email;
    return {
      to,
      from: config?.from,
      // The address is in an object, because a text would be parsed as a list of addresses.
      replyTo: isForApplicant(kind) ? replyTo : { name: '', address: application.emailaddress },
      ...filledTemplate(application, kind, replyTo, await newLink()),
    };
  });
}

const findApplication = (db: HostDatabase['db'], applicantId: string) =>
  db
    .selectFrom('applications')
    .leftJoin('companies', 'companies.id', 'applications.company_id')
    .selectAll('applications')
    .select('companies.company_name')
    .where('applications.id', '=', applicantId)
    .executeTakeFirst();

function filledTemplate(
  application: NonNullable<Awaited<ReturnType<typeof findApplication>>>,
  kind: MailKind,
  contact: string,
  link: ApplicationLink | undefined,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { mail } = site();
  const { awaited, complete } = mail.documents;
  const until = formatDate(Date.parse(application.applied_at) + limits.documentsDays * dayMs);
  const values: Record<string, string> = {
    firstname: safeText(application.firstname),
    lastname: safeText(application.lastname),
    role: application.role_name,
    company: application.company_name ?? '',
    reference: application.id,
    documents: application.final_at === null ? filled(awaited, { until }) : complete,
    until,
    contact,
    ...(link && { link: link.href, linkend: formatDate(Date.parse(link.until)) }),
  };
  const { subject, ...template } = mail[kind];
  const end = link ? mail.link : { text: '', html: '' };
  return {
    subject: filled(subject, values).replaceAll(/\s+/g, ' '),
    text: filled(template.text + end.text, values),
    html: filled(
      template.html + end.html,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, escapeMarkup(value)]),
      ),
    ),
  };
}

const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{([a-z]+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
