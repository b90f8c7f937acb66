/**
 * The tables as kysely sees them, the same for every engine. Instants are ISO 8601 texts in UTC with
 * milliseconds, so that they compare as texts; lists and free-form values are JSON texts that are always
 * read and written whole. The search index is not here: it belongs to the engine (`engine.ts`).
 */
export interface Tables {
  companies: CompaniesTable;
  openings: OpeningsTable;
  applications: ApplicationsTable;
  documents: DocumentsTable;
  loose_files: LooseFilesTable;
  contact_messages: ContactMessagesTable;
  host_facts: HostFactsTable;
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
  /** ISO 8601 date or instant, as it came. */
  date_posted: string | null;
  closing_date: string | null;
  /** The instant from which the opening is closed, worked out of `closing_date`; null: it stays open. */
  closes_at: string | null;
  employment_type: string | null;
  /** JSON: section 3's optional salary. */
  salary: string | null;
  /** JSON: fields this host does not know, kept to be handed on unharmed. */
  further: string;
}

interface ApplicationsTable {
  /** The applicant id of section 7. */
  id: string;
  joblistingid: string;
  company_id: string;
  /** What the opening was called on the day, should it be renamed or removed later. */
  role_name: string;
  /** The address as two writings of it compare: `addressKey`. */
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
  /** JSON: `{id, question, answer}` in the order asked, with the questions as they were worded that day. */
  answers: string;
  /** The request's Idempotency-Key, and a digest of what it asked; null without a key. */
  idempotency_key: string | null;
  request_digest: string | null;
  /** The document that came with `final_file`, and when: the set is closed from then on. */
  final_type: string | null;
  final_at: string | null;
}

interface DocumentsTable {
  applicant_id: string;
  type: string;
  /** The applicant's own name for the file: shown, never used as a path. */
  filename: string;
  content_type: string;
  bytes: number;
  /** Where the document store keeps it. */
  stored_as: string;
  received_at: string;
}

/** Bytes in the document store that belong to no application: not yet, or no longer. */
interface LooseFilesTable {
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

/** What the host knows of itself, such as when the samples were put in. */
interface HostFactsTable {
  name: string;
  value: string;
}
