import { configuredCompany } from '#src/config/companies.ts';

interface KindOfMail {
  /** The quota whose limits apply. Notices are for the company, all other mails for the applicant. */
  readonly quota: 'confirmations' | 'stages' | 'links' | 'notices';
  /** The events that cause the mail. `replacement`: a document was replaced after all documents had arrived. */
  readonly events: readonly string[];
  /** For each application only one mail of this kind waits. Its text is made when it is sent, with the latest state. */
  readonly isSingle?: true;
}

/** A host of the version before that does not know the kind of a mail tries the mail again later. */
const kinds = {
  confirmation: { quota: 'confirmations', events: ['application'] },
  received: { quota: 'stages', events: ['documents'] },
  reminder: { quota: 'stages', events: ['reminder'] },
  stage: { quota: 'stages', events: ['stage'] },
  withdrawn: { quota: 'stages', events: ['withdrawal'] },
  links: { quota: 'links', events: ['lost links'], isSingle: true },
  notice: { quota: 'notices', events: ['application'] },
  complete: { quota: 'notices', events: ['documents', 'replacement'], isSingle: true },
  withdrawal: { quota: 'notices', events: ['withdrawal'] },
} as const satisfies Record<string, KindOfMail>;

export type MailKind = keyof typeof kinds;
export type MailEvent = (typeof kinds)[MailKind]['events'][number];
export const mailKinds: Readonly<Record<MailKind, KindOfMail>> = kinds;

export const isForApplicant = (kind: MailKind): boolean => mailKinds[kind].quota !== 'notices';

/** Returns the sender and the recipients of a company, if the site config has them. */
export const companyMail = (companyName: string) => configuredCompany(companyName)?.mail;

export const mailKindsOf = (event: MailEvent, companyName: string): MailKind[] => {
  const isNotified = companyMail(companyName)?.notify !== undefined;
  return (Object.keys(mailKinds) as MailKind[]).filter(
    (kind) => mailKinds[kind].events.includes(event) && (isNotified || isForApplicant(kind)),
  );
};
