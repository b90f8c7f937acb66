import { myApplicationHref } from '#src/addresses.ts';
import { configuredCompany } from '#src/config/companies.ts';
import type { SiteConfig } from '#src/config/site-schema.ts';
import { dayMs, limits } from '#src/domain/model/limits.ts';
import { firstStage, takesDocuments } from '#src/domain/model/stages.ts';
import { validateForm } from '#src/domain/rules/forms/form-rules.ts';
import { withoutDirections } from '#src/domain/rules/text/text.ts';
import { formatList } from '#src/language/format.ts';
import { formatDate } from '#src/language/format-date.ts';
import { defaultLanguage, runInLanguage, site, texts } from '#src/language/server.ts';
import { nextStep } from '#src/language/stages.ts';
import {
  applicationLinks,
  applicationsOf,
  newLinkToken,
} from '../applications/application-links.ts';
import type { HostDatabase } from '../database/schema.ts';
import {
  findApplication,
  missingDocuments,
  type StoredApplication,
  scanMarks,
  withoutFileNames,
} from '../database/stored-applications.ts';
import { type DocumentState, documentStates } from '../documents/document-states.ts';
import type { HostLog } from '../log.ts';
import type { Poller } from '../queue/poller.ts';
import type { WorkOutcome } from '../queue/work-queue.ts';
import type { Mail, MailState, Send } from './delivery.ts';
import { countMail, hourMs, mailLimits, mailLimitsLock, waited } from './mail-limits.ts';
import { fillText, type MailPart, mailContent, paragraph, partsOf } from './mail-parts.ts';
import {
  type MailKind,
  mailKinds,
  mailQueue,
  type OutboxRow,
  startMailWorker,
} from './mail-queue.ts';
import { oneLine, safeText } from './safe-text.ts';

/** The sender and the recipients of a company, by its name. */
export interface CompanyMails {
  get(companyName: string): SiteConfig['companies']['items'][number]['mail'];
}
export const configuredMails: CompanyMails = { get: (name) => configuredCompany(name)?.mail };

export type MailEvent = (typeof mailKinds)[MailKind]['event'];

const isForApplicant = (kind: MailKind): boolean => mailKinds[kind].quota !== 'notices';

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

interface MailerOptions {
  readonly countKey: string;
  readonly companies: CompanyMails;
  /** The site of the links in mails to applicants. Without it they have no link. */
  readonly siteOrigin?: string | undefined;
  readonly clock: () => Date;
}

export const startMailer = (
  database: HostDatabase,
  send: Send,
  options: MailerOptions & { readonly log: HostLog },
): Poller =>
  startMailWorker(database, mailQueue, send, {
    ...options,
    compose: (row) => composeMail(database, row, options),
  });

type ComposedRow = Omit<OutboxRow, 'state' | 'next_at'>;

/** A mail that says that all documents have arrived is tried again after this time until they are scanned. */
const scanWaitMs = 60_000;

/** Returns whether one of the documents has this consequence for the mail that all have arrived. */
const hasDocument = ({ documents }: StoredApplication, mail: DocumentState['mail']): boolean =>
  documents.some(({ scan_state }) => documentStates[scan_state].mail === mail);

/** Whether the applicant no longer needs a mail: after a withdrawal or a refusal, or once all documents have arrived. */
function isOutdated(kind: MailKind, application: StoredApplication): boolean {
  const isOver = !takesDocuments(application);
  if (kind === 'confirmation') return isOver;
  if (kind === 'received') return isOver || hasDocument(application, 'dropped');
  if (kind === 'reminder') return isOver || missingDocuments(application).length === 0;
  return kind === 'stage' && application.withdrawn_at !== null;
}

/**
 * Returns a mail, or why there is none. Mail to an applicant is in the language of the application. A mail about a stage is not
 * sent once the stage has changed.
 */
export async function composeMail(
  database: HostDatabase,
  row: ComposedRow,
  options: MailerOptions,
): Promise<Mail | WorkOutcome<MailState>> {
  const { companies, siteOrigin, clock } = options;
  const { kind, applicant_id: applicant } = row;
  const isPersonal = isForApplicant(kind);
  const application = await findApplication(database.db, applicant);
  const config = companies.get(application?.company_name ?? '');
  const to = isPersonal ? application?.emailaddress : config?.notify;
  if (!application || to === undefined) return { state: 'failed', detail: 'nobody to send it to' };
  if (isOutdated(kind, application))
    return { state: 'dropped', detail: 'withdrawn, or about documents that nobody waits for' };
  if (kind === 'stage' && !(await isAboutLastStage(database, row)))
    return { state: 'dropped', detail: 'the stage has changed since' };
  if (kind === 'received' && hasDocument(application, 'waits'))
    return {
      state: 'postponed',
      until: new Date(clock().getTime() + scanWaitMs),
      detail: 'documents are being scanned',
    };
  const limited = await limitOf(database, row, to, options);
  if (limited) return limited;
  return runInLanguage((isPersonal && application.language) || defaultLanguage.tag, async () => {
    const { subject, text } = site().mail[kind];
    const contact = config?.replyTo ?? site().enquiries.email;
    const values = {
      ...valuesOf(application, contact),
      ...(isPersonal ? stageValues(application) : companyValues(application)),
    };
    const linksOf = kind === 'links' ? allLinkParts : linkParts;
    const newLink = linkMaker(database, siteOrigin, clock());
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
      from: config?.from,
      replyTo:
        isPersonal || !isAddress(application.emailaddress)
          ? contact
          : // The address is in an object, because a text would be parsed as a list of addresses.
            { name: '', address: application.emailaddress },
      ...mailContent(oneLine(fillText(subject, values)), parts),
      ...(!isPersonal && config?.attach && { attachments: [fileOf(application)] }),
    };
  });
}

const isAddress = (email: string): boolean =>
  validateForm({ email }, { email: { email: true } }).length === 0;

async function isAboutLastStage(
  { db }: HostDatabase,
  { id, applicant_id }: Pick<OutboxRow, 'id' | 'applicant_id'>,
): Promise<boolean> {
  const last = await db
    .selectFrom('application_stages')
    .select('mail_id')
    .where('applicant_id', '=', applicant_id)
    .orderBy('position', 'desc')
    .executeTakeFirst();
  return last?.mail_id === id;
}

/** Counts a mail for its mailbox at its first attempt, and again for all if it has waited. Returns an outcome if it waits. */
async function limitOf(
  { transaction }: HostDatabase,
  { kind, attempts, created_at, error }: ComposedRow,
  address: string,
  { clock, countKey }: MailerOptions,
): Promise<WorkOutcome<MailState> | undefined> {
  const mailbox = isForApplicant(kind) ? { address, countKey } : undefined;
  const all = error === null ? undefined : { network: waited };
  // A notice that has not waited was counted when it was stored.
  if (attempts > 1 || !(mailbox || all)) return undefined;
  const now = clock();
  const reached = await transaction([mailLimitsLock], (trx) =>
    countMail(trx, mailKinds[kind].quota, { mailbox, all }, now),
  );
  if (!reached) return undefined;
  const { limit: detail, until, isOfMailbox } = reached;
  return isOfMailbox && now.getTime() - Date.parse(created_at) >= mailLimits.waitHours * hourMs
    ? { state: 'dropped', detail }
    : { state: 'postponed', until, detail };
}

function valuesOf(application: StoredApplication, contact: string) {
  const { awaited, complete } = site().mail.documents;
  const until = formatDate(Date.parse(application.applied_at) + limits.documentsDays * dayMs);
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
  const told = stage === firstStage ? undefined : site().stages[stage];
  const day = formatDate(stage_set_at);
  return {
    stage: { text: fillText(told?.text ?? '', { day }) },
    next: nextStep(stage, stage_note),
  };
}

/** Returns the documents that have arrived, and the commands that show and export the application. */
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

/** Each attempt creates new links, because only the hash of a token is stored. */
const linkMaker =
  (database: HostDatabase, siteOrigin: string | undefined, now: Date) =>
  async (applicant: string) => {
    const token = newLinkToken();
    const link = siteOrigin && (await applicationLinks(database).add(applicant, token, now));
    return link
      ? { until: link.expires_at, href: siteOrigin + myApplicationHref(token) }
      : undefined;
  };
type NewLink = ReturnType<typeof linkMaker>;

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

/** The mail has links to this many of the newest applications at most. */
const mostLinks = 20;

async function allLinkParts(
  { emailaddress }: StoredApplication,
  newLink: NewLink,
  { db }: HostDatabase,
): Promise<MailPart[]> {
  const applications = await applicationsOf(db, emailaddress)
    .leftJoin('companies', 'companies.id', 'applications.company_id')
    .select(['applications.role_name', 'applications.applied_at', 'companies.company_name'])
    .limit(mostLinks)
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

/** The file has what the command that shows the application prints: no documents. */
const fileOf = (application: StoredApplication) => ({
  filename: `application-${application.applicant_id}.json`,
  content: JSON.stringify([withoutFileNames(application)], null, 2),
});

/** A longer answer is cut. The export has all of it. */
export const maxMailedAnswer = 1000;

function linesOf(text: string): string[] {
  const characters = Array.from(withoutDirections(text).trim());
  const cut = characters.slice(0, maxMailedAnswer).join('');
  return (characters.length > maxMailedAnswer ? `${cut}…` : cut)
    .split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
    .map((line) => line.replaceAll(/\p{Cc}/gu, ' '));
}
