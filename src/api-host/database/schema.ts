import type { Database } from '#src/database/database.ts';

export type HostDatabase = Database<Tables>;

/** Text that every database can store: well-formed Unicode without NUL, which PostgreSQL refuses. */
export const toStoredText = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/**
 * The tables, the same for every database system. Instants are ISO 8601 texts in UTC with milliseconds, so
 * that they sort as text. Lists and free-form values are JSON texts, read and written as a whole.
 */
export interface Tables {
  companies: CompaniesTable;
  openings: OpeningsTable;
  applications: ApplicationsTable;
  candidates: CandidatesTable;
  documents: DocumentsTable;
  orphaned_files: OrphanedFilesTable;
  contact_messages: ContactMessagesTable;
  host_facts: HostFactsTable;
  mail_outbox: MailOutboxTable;
  application_links: ApplicationLinksTable;
}

interface CompaniesTable {
  id: string;
  company_name: string;
}

interface OpeningsTable {
  id: string;
  company_id: string;
  role_name: string;
  jobdescription: string;
  jobstatus: string;
  requiredskill: string;
  extra_skill: string;
  /** JSON: a list of locations (section 3). */
  locations: string;
  /** JSON: a list of questions (section 3). */
  questions: string;
  /** ISO 8601 date or instant, as imported. */
  date_posted: string | null;
  closing_date: string | null;
  employment_type: string | null;
  /** JSON: section 3's optional salary. */
  salary: string | null;
  /** JSON: fields unknown to this host, returned unchanged. */
  further: string;
}

interface ApplicationsTable {
  /** The applicant id of section 7. */
  id: string;
  joblistingid: string;
  company_id: string;
  /** The opening's role name at that time; the opening may be renamed or removed later. */
  role_name: string;
  /** See `personKey`. */
  address_key: string;
  applied_at: string;
  firstname: string;
  lastname: string;
  emailaddress: string;
  phone: string;
  age: string;
  education: string;
  course: string;
  grades: string;
  years_of_experience: string;
  current_employer: string;
  linkedinprofile: string;
  referrer: string;
  referrer_name: string;
  cover_letter: string;
  document_id: string;
  /** JSON: a list of `{id, question, answer}` with the question texts of that time. */
  answers: string;
  /** The request's Idempotency-Key and a digest of its content; null without a key. */
  idempotency_key: string | null;
  request_digest: string | null;
  /** The type of the document sent with `final_file`, and when; no document is replaced after that. */
  final_type: string | null;
  final_at: string | null;
  /** When the applicant withdrew it. */
  withdrawn_at: string | null;
}

/** The latest application of each candidate: claimed by one statement, so that one of several is accepted. */
interface CandidatesTable {
  /** See `personKey`. */
  address_key: string;
  company_id: string;
  applicant_id: string;
  /** When the candidate may apply to the company again. */
  reapply_at: string;
}

interface DocumentsTable {
  applicant_id: string;
  type: string;
  /** The file name the applicant sent: displayed, never used as a path. */
  filename: string;
  content_type: string;
  bytes: number;
  /** The name in the document store. */
  stored_as: string;
  received_at: string;
  /** Of the malware scan. `unscanned`: it was received while CLAMD_URL was unset. */
  scan_state: 'unscanned' | 'pending' | 'clean' | 'infected' | 'error';
  scan_attempts: number;
  /** Of `pending`: when it is scanned, or when the process that scans it has ended for sure. */
  scan_next_at: string | null;
  /** What was found, or the last problem, without personal data. */
  scan_detail: string | null;
  /** When the state was decided. */
  scanned_at: string | null;
}

/** Files in the document store without a row in `documents`: not recorded yet, replaced or erased. */
interface OrphanedFilesTable {
  stored_as: string;
  since: string;
}

interface ContactMessagesTable {
  id: string;
  firstname: string;
  lastname: string;
  email: string;
  phone: string;
  subject: string;
  msg: string;
  received_at: string;
  idempotency_key: string | null;
  request_digest: string | null;
}

/** Mail to be sent, and what became of it. Its text is made from the application when it is sent. */
interface MailOutboxTable {
  /** Also in its Message-ID. */
  id: string;
  applicant_id: string;
  /** To the applicant, or to the company: that somebody has applied, or withdrawn. */
  kind: 'confirmation' | 'notice' | 'withdrawal';
  /** `unknown`: the server may have accepted it. */
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown';
  attempts: number;
  created_at: string;
  /** Of `waiting`: when it is sent. Of `sending`: when its process has ended for sure. */
  next_at: string;
  /** Codes without personal data. */
  error: string | null;
}

/** Links by which an applicant sees, withdraws or erases an application without an account. */
interface ApplicationLinksTable {
  /** SHA-256 of the token, in base64url; the token is not stored. */
  token_hash: string;
  applicant_id: string;
  expires_at: string;
}

/** Facts about the database itself, such as when openings were first imported. */
interface HostFactsTable {
  name: string;
  value: string;
}
