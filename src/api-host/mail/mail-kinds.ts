import { configuredCompany } from '#src/config/companies.ts';
import type { SiteConfig } from '#src/config/site-schema.ts';
import type { Tables } from '../database/schema.ts';
import type { MailQuota } from './mail-limits.ts';

export type MailKind = Tables['mail_outbox']['kind'];

/**
 * For each kind: the quota that it uses, and the event that enqueues it. Notices are for the company. A host of the version
 * before that does not know a kind tries the mail again later.
 */
export const mailKinds = {
  confirmation: { quota: 'confirmations', event: 'application' },
  received: { quota: 'stages', event: 'documents' },
  reminder: { quota: 'stages', event: 'reminder' },
  stage: { quota: 'stages', event: 'stage' },
  withdrawn: { quota: 'stages', event: 'withdrawal' },
  links: { quota: 'links', event: 'links' },
  notice: { quota: 'notices', event: 'application' },
  complete: { quota: 'notices', event: 'documents' },
  withdrawal: { quota: 'notices', event: 'withdrawal' },
} as const satisfies Record<MailKind, { readonly quota: MailQuota; readonly event: string }>;

/** The sender and the recipients of a company, by its name. */
export interface CompanyMails {
  get(companyName: string): SiteConfig['companies']['items'][number]['mail'];
}
export const configuredMails: CompanyMails = { get: (name) => configuredCompany(name)?.mail };

export type MailEvent = (typeof mailKinds)[MailKind]['event'];

export const isForApplicant = (kind: MailKind): boolean => mailKinds[kind].quota !== 'notices';

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
