import { firstStage, takesDocuments } from '#src/domain/model/stages.ts';
import { validateForm } from '#src/domain/rules/forms/form-rules.ts';
import { stripBidiControls } from '#src/domain/rules/text/text.ts';
import { formatList } from '#src/language/format.ts';
import { formatDate } from '#src/language/format-date.ts';
import { site, texts } from '#src/language/server.ts';
import { nextStep } from '#src/language/stages.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { Mail } from '../mail/delivery.ts';
import { fillText, type MailPart, mailContent, paragraph, partsOf } from '../mail/mail-parts.ts';
import { oneLine, safeText } from '../mail/safe-text.ts';
import { companyMail, isForApplicant, type MailKind } from '../mail-kinds.ts';
import { applicationsOf } from './application-links.ts';
import {
  documentsUntil,
  missingDocuments,
  type StoredApplication,
  scanMarks,
  withoutFileNames,
} from './stored-applications.ts';

/** Returns a new link to the private page of an application, and its end in ISO 8601; undefined without a site. */
type NewLink = (
  applicant: string,
) => Promise<{ readonly until: string; readonly href: string } | undefined>;

interface ComposeOptions {
  readonly database: HostDatabase;
  readonly to: string;
  readonly newLink: NewLink;
}

/** Returns a mail in the current language: texts of the site config, and the values of the application as text. */
export async function composeApplicationMail(
  kind: MailKind,
  application: StoredApplication,
  { database, to, newLink }: ComposeOptions,
): Promise<Mail> {
  const isPersonal = isForApplicant(kind);
  const { subject, text } = site().mail[kind];
  const company = companyMail(application.company_name);
  const contact = company?.replyTo ?? site().enquiries.email;
  const values = {
    ...valuesOf(application, contact),
    ...(isPersonal ? stageValues(application) : companyValues(application)),
  };
  const linksOf = kind === 'links' ? allLinkParts : linkParts;
  const links = isPersonal ? await linksOf(application, newLink, database) : [];
  const parts = partsOf(text, values, {
    link: links,
    links,
    next: [nextStep(application.stage, application.stage_note)].filter(Boolean).map(paragraph),
    note: noteParts(application),
    answers: application.answers.map(({ question, answer }) => ({
      kind: 'quote',
      title: linesOf(question).join(' '),
      lines: linesOf(answer),
    })),
  });
  return {
    to,
    from: company?.from,
    replyTo:
      isPersonal || !isAddress(application.emailaddress)
        ? contact
        : // The address is in an object, because a text would be parsed as a list of addresses.
          { name: '', address: application.emailaddress },
    ...mailContent(oneLine(fillText(subject, values)), parts),
    ...(!isPersonal && company?.attach && { attachments: [fileOf(application)] }),
  };
}

const isAddress = (email: string): boolean =>
  validateForm({ email }, { email: { email: true } }).length === 0;

function valuesOf(application: StoredApplication, contact: string) {
  const { awaited, complete } = site().mail.documents;
  const until = formatDate(documentsUntil(application));
  const isAwaited = application.documents_complete_at === null;
  return {
    firstname: safeText(application.firstname),
    lastname: safeText(application.lastname),
    role: { text: oneLine(application.role_name) },
    opening: oneLine(application.joblistingid),
    company: oneLine(application.company_name),
    reference: { text: application.applicant_id },
    documents: isAwaited ? fillText(awaited, { until }) : complete,
    missing: formatList(
      missingDocuments(application).map((type) => texts().documents.labels[type]),
    ),
    until,
    contact: { text: contact, href: `mailto:${contact}` },
  };
}

function stageValues({ stage, stage_set_at, stage_note }: StoredApplication) {
  const stageTexts = stage === firstStage ? undefined : site().stages[stage];
  const day = formatDate(stage_set_at);
  return {
    stage: { text: fillText(stageTexts?.text ?? '', { day }) },
    next: nextStep(stage, stage_note),
  };
}

/** Returns values of a mail to a company: received documents, and the commands that show and export the application. */
function companyValues(application: StoredApplication) {
  const { applicant_id, documents, documents_needed, documents_complete_at } = application;
  const received = documents_needed.flatMap((type) =>
    documents
      .filter((document) => document.type === type)
      .map((document) => {
        const isReplaced = document.received_at > (documents_complete_at ?? document.received_at);
        return `${texts().documents.namesInMessages[type]}${scanMarks(document)}${isReplaced ? ' (replaced)' : ''}`;
      }),
  );
  const names = received.length > 0 ? ` (${received.join(', ')})` : '';
  const command = `careers host applications --applicant ${applicant_id}`;
  return {
    received: `${received.length}/${documents_needed.length}${names}`,
    show: `${command} --json`,
    export: `${command} --export ${applicant_id}`,
  };
}

async function linkParts(application: StoredApplication, newLink: NewLink): Promise<MailPart[]> {
  const link = await newLink(application.applicant_id);
  if (!link) return [];
  const { label, text, afterwards } = site().mail.link;
  const button = fillText(label, { linkend: formatDate(link.until) });
  return [
    { kind: 'link', text: button, href: link.href, look: 'button' },
    paragraph(takesDocuments(application) ? text : afterwards),
  ];
}

/** The maximum number of applications in one mail with links. The newest are chosen. */
const maxLinks = 20;

async function allLinkParts(
  { emailaddress }: StoredApplication,
  newLink: NewLink,
  { db }: HostDatabase,
): Promise<MailPart[]> {
  const applications = await applicationsOf(db, emailaddress)
    .leftJoin('companies', 'companies.id', 'applications.company_id')
    .select(['applications.role_name', 'applications.applied_at', 'companies.company_name'])
    .limit(maxLinks)
    .execute();
  const parts: MailPart[] = [];
  for (const { id, role_name, company_name, applied_at } of applications) {
    const link = await newLink(id);
    const text = [role_name, company_name ?? '', formatDate(applied_at)].map(oneLine);
    if (link) parts.push({ kind: 'link', text: text.filter(Boolean).join(', '), href: link.href });
  }
  return parts;
}

const noteParts = ({ stage_note }: StoredApplication): MailPart[] =>
  stage_note ? [paragraph(site().mail.note), { ...paragraph(stage_note), dir: 'auto' }] : [];

/** The attached file has the output of the command that shows the application, without documents. */
const fileOf = (application: StoredApplication) => ({
  filename: `application-${application.applicant_id}.json`,
  content: JSON.stringify([withoutFileNames(application)], null, 2),
});

/** A longer answer is cut. The export has all of it. */
export const maxMailedAnswer = 1000;

function linesOf(text: string): string[] {
  const characters = Array.from(stripBidiControls(text).trim());
  const cut = characters.slice(0, maxMailedAnswer).join('');
  return (characters.length > maxMailedAnswer ? `${cut}…` : cut)
    .split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
    .map((line) => line.replaceAll(/\p{Cc}/gu, ' '));
}
