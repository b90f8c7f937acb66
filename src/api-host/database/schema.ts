import type { Generated } from 'kysely';
import type { TableSet } from '#src/database/copy-tables.ts';
import type { Database } from '#src/database/database.ts';
import type { LinkedAlert } from '#src/domain/api/alerts.ts';
import type { Application } from '#src/domain/model/application.ts';
import type { ContactMessage } from '#src/domain/model/contact.ts';
import type { Stage } from '#src/domain/model/stages.ts';
import type { MailKind } from '../mail-kinds.ts';

export type HostDatabase = Database<Tables>;

/** The Idempotency-Key of a request whose result is stored. */
export interface RequestKey {
  readonly key: string;
  /** The digest of the content. A request with the same key and another digest is refused. */
  readonly digest: string;
}

/** Converts a text to one that every database can store: well-formed Unicode without NUL, which PostgreSQL refuses. */
export const toStoredText = (text: string): string => text.toWellFormed().replaceAll('\0', '');

export const toStoredTexts = <Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, toStoredText(text)]),
  ) as Texts;

/**
 * The tables are the same for every database system. Instants are ISO 8601 texts in UTC with milliseconds, so that they
 * sort as text. Lists and free-form values are JSON texts, read and written as a whole.
 */
export interface Tables {
  companies: { id: string; company_name: string };
  openings: {
    id: string;
    company_id: string;
    role_name: string;
    jobdescription: string;
    jobstatus: string;
    requiredskill: string;
    extra_skill: string;
    /** JSON; so are `questions` and `salary`. */
    locations: string;
    questions: string;
    /** The ISO 8601 date or instant, as imported. */
    date_posted: string | null;
    /** If somebody closed the opening, this is `closed_since`, and `planned_closing_date` has the company's date. */
    closing_date: string | null;
    closed_since: string | null;
    planned_closing_date: string | null;
    employment_type: string | null;
    salary: string | null;
    language: string | null;
    /** A JSON object of the fields that this host does not know. They are returned unchanged. */
    further: string;
  };
  applications: Omit<Application, 'answers'> & {
    id: string;
    /** The result of `personKey`. */
    address_key: string;
    /** The opening's role name at that time. The opening may be renamed or removed later. */
    role_name: string;
    applied_at: string;
    /** A JSON list of `{id, question, answer}` with the question texts of that time. */
    answers: string;
    /** The request's Idempotency-Key and a digest of its content, or null without a key. */
    idempotency_key: string | null;
    request_digest: string | null;
    /** The type of the document that was sent with `final_file`, and the time. After that a document is only replaced. */
    final_type: string | null;
    final_at: string | null;
    withdrawn_at: string | null;
    /** The tag of the language of mails to the applicant. Null is the default language of the site. */
    language: string | null;
    /** The types of the documents that it needs, separated by commas, or null if it needs all. */
    documents_needed: string | null;
    replacements: Generated<number>;
  };
  /** The latest application of a candidate. One upsert claims the row, so that only one of several applications is accepted. */
  candidates: {
    /** The result of `personKey`. */
    address_key: string;
    company_id: string;
    applicant_id: string;
    /** The instant from which the candidate may apply to the company again. */
    reapply_at: string;
  };
  documents: {
    applicant_id: string;
    type: string;
    /** The file name that the applicant sent. It is displayed, and never used as a path. */
    filename: string;
    content_type: string;
    bytes: number;
    stored_as: string;
    received_at: string;
    /** 1 if the content is encrypted, so that it may not open without a password. */
    is_encrypted: number;
    /** The state of the malware scan. `unscanned` means that the document was received while CLAMD_URL was unset. */
    scan_state: ScanState;
    scan_attempts: number;
    /** The instant at which a `pending` document is scanned, or at which the process that scans it has certainly ended. */
    scan_next_at: string | null;
    /** The malware that was found, or the last problem, without personal data. */
    scan_detail: string | null;
    scanned_at: string | null;
    /** JSON of the document that this one replaces, while it is needed (`versionsOf`). */
    former: Generated<string | null>;
  };
  /** The files in the document store that are no file of a row in `documents`: not recorded yet, replaced or erased. */
  orphaned_files: { stored_as: string; since: string };
  contact_messages: ContactMessage & {
    id: string;
    received_at: string;
    idempotency_key: string | null;
    request_digest: string | null;
  };
  host_facts: { name: string; value: string };
  mail_outbox: MailOutboxTable;
  /** A count of mails. It begins with the first mail after the row before has ended. */
  mail_counts: {
    /** A keyed hash of the mailbox, in base64url; a quota, such as `all`; or a quota and the keyed hash of a network. */
    name: string;
    count: number;
    ends_at: string;
  };
  application_links: {
    /** SHA-256 of the token, in base64url. The token is not stored. */
    token_hash: string;
    applicant_id: string;
    expires_at: string;
  };
  /** Requests for mail about new openings (decision 028). */
  alerts: {
    id: string;
    emailaddress: string;
    /** The result of `personKey`. */
    address_key: string;
    /** The result of `mailboxKey`, by which alerts are limited. */
    mailbox_key: string;
    language: string;
    /** The search without an order, as JSON in the form of `readSearch`. */
    search: string;
    /** `asked` is not admitted yet; the other states are those of the API. */
    state: 'asked' | LinkedAlert['state'];
    created_at: string;
    /** The last instant at which the person confirmed or continued it. */
    confirmed_at: string | null;
    /** The end of an active or ended alert. A pending alert is erased at this instant. */
    ends_at: string;
    /** The instant of the next step: an active alert is reported, a pending or ended one is erased. */
    next_at: string;
    last_sent_at: string | null;
    /** The number up to which the alert has reported openings (`numberOpenings`). */
    seen: number;
    seen_here: number | null;
    /** How many of the last mails the mail server has refused for good, one after the other (see `noteRefused`). */
    refused: number;
  };
  /** Each mail of an alert has its own token. */
  alert_tokens: {
    /** SHA-256 of the token, in base64url. The token is not stored. */
    token_hash: string;
    alert_id: string;
  };
  /** No mail of `mail_outbox` waits for these mails. Old data may have the state `repeated` too. */
  alert_mails: Omit<MailOutboxTable, 'applicant_id' | 'kind'> & {
    alert_id: string;
    kind: 'alert-confirmation' | 'alert' | 'alert-end';
    /** The ids of the openings that the mail names, a JSON list. */
    openings: string;
    /** The number of new openings, including those that the mail does not name. */
    total: number;
    seen_before: number | null;
  };
  /** The openings that the host has found open, so that each is new only once. */
  seen_openings: {
    opening_id: string;
    seen: number;
    /** The instant since which the opening is closed or gone. */
    closed_at: string | null;
  };
  /** The history of an application. Before the first row its stage is `received`, since `applied_at`. */
  application_stages: {
    applicant_id: string;
    /** The position in the history, from 1. The row with the highest position has the current stage. */
    position: number;
    stage: Stage;
    set_at: string;
    /** A text of the company for the applicant, or null. */
    note: string | null;
    mail_id: string | null;
  };
}

const ofApplication = { person: 'applicant_id', retainedWith: 'application' } as const;
const ofAlert = { person: 'alert_id', exported: 'none', retainedWith: 'alert' } as const;

/** The rows can be inserted in this order. */
export const hostTables = {
  companies: { key: ['id'], personal: 'none' },
  openings: { key: ['id'], personal: 'none' },
  applications: {
    key: ['id'],
    personal: { person: 'address_key', exported: 'applications', retainedWith: 'application' },
  },
  candidates: {
    key: ['address_key', 'company_id'],
    personal: { ...ofApplication, exported: 'none' },
  },
  documents: {
    key: ['applicant_id', 'type'],
    personal: { ...ofApplication, exported: 'applications' },
  },
  orphaned_files: { key: ['stored_as'], personal: 'none' },
  contact_messages: {
    key: ['id'],
    personal: { person: 'email', exported: 'messages', retainedWith: 'message' },
  },
  host_facts: { key: ['name'], personal: 'none' },
  mail_outbox: {
    key: ['id'],
    personal: { ...ofApplication, exported: ['applicant_id', 'kind', 'state', 'created_at'] },
  },
  mail_counts: {
    key: ['name'],
    personal: { person: 'name', exported: 'none', retainedWith: 'ends_at' },
  },
  application_links: {
    key: ['token_hash'],
    personal: { ...ofApplication, exported: ['applicant_id', 'expires_at'] },
  },
  alerts: {
    key: ['id'],
    personal: {
      person: 'address_key',
      exported: [
        'emailaddress',
        'search',
        'language',
        'state',
        'created_at',
        'confirmed_at',
        'ends_at',
        'last_sent_at',
      ],
      retainedWith: 'alert',
    },
  },
  alert_tokens: { key: ['token_hash'], personal: ofAlert },
  alert_mails: { key: ['id'], personal: ofAlert },
  seen_openings: { key: ['opening_id'], personal: 'none' },
  application_stages: {
    key: ['applicant_id', 'position'],
    personal: { ...ofApplication, exported: 'applications' },
  },
} as const satisfies TableSet<Tables>['tables'];

/** The mails and their states. The text of a mail is made from the application when it is sent. */
interface MailOutboxTable {
  /** The id is also part of the Message-ID. */
  id: string;
  applicant_id: string;
  kind: MailKind;
  /** `unknown` means that the server may have accepted the mail. */
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown' | 'dropped';
  attempts: number;
  created_at: string;
  /** The instant at which a `waiting` mail is sent, or at which the process of a `sending` mail has certainly ended. */
  next_at: string;
  /** The codes of the error, without personal data. */
  error: string | null;
}

/** `documentStates` has the consequences of each state. */
export type ScanState = 'clean' | 'pending' | 'infected' | 'error' | 'unscanned';
