import {
  type DatabaseDialect,
  includedInFirst,
  type Migrations,
  runStatements,
} from '#src/database/database.ts';
import { openingsIndex } from './search-index.ts';

const firstStatements = [
  'create table companies (id text primary key, company_name text not null)',

  `create table openings (
    id text primary key, company_id text not null references companies (id),
    role_name text not null, jobdescription text not null, jobstatus text not null,
    requiredskill text not null, extra_skill text not null,
    locations text not null, questions text not null,
    date_posted text, closing_date text, employment_type text, salary text,
    further text not null, language text
  )`,
  'create index openings_by_company on openings (company_id)',

  // The column joblistingid has no foreign key, because applications are kept when their opening is removed.
  `create table applications (
    id text primary key, joblistingid text not null, company_id text not null,
    role_name text not null, address_key text not null, applied_at text not null,
    firstname text not null, lastname text not null, emailaddress text not null,
    phone text not null, age text not null, education text not null, course text not null,
    grades text not null, years_of_experience text not null, current_employer text not null,
    linkedinprofile text not null, referrer text not null, referrer_name text not null,
    cover_letter text not null, document_id text not null, answers text not null,
    idempotency_key text unique, request_digest text, final_type text, final_at text,
    withdrawn_at text, language text
  )`,
  'create index applications_by_candidate on applications (address_key, company_id, applied_at)',
  'create index applications_by_time on applications (applied_at)',

  `create table candidates (
    address_key text not null, company_id text not null,
    applicant_id text not null references applications (id) on delete cascade,
    reapply_at text not null,
    constraint candidates_primary_key primary key (address_key, company_id)
  )`,
  'create index candidates_by_applicant on candidates (applicant_id)',

  // A document may have more bytes than a 32-bit integer can count.
  `create table documents (
    applicant_id text not null references applications (id) on delete cascade,
    type text not null, filename text not null, content_type text not null,
    bytes bigint not null, stored_as text not null unique, received_at text not null,
    scan_state text not null default 'unscanned', scan_attempts integer not null default 0,
    scan_next_at text, scan_detail text, scanned_at text,
    is_encrypted integer not null default 0,
    constraint documents_primary_key primary key (applicant_id, type)
  )`,
  'create index documents_by_scan on documents (scan_state, scan_next_at)',

  // The table once had another name. PostgreSQL has kept that name in the name of the primary key.
  `create table orphaned_files (
    stored_as text constraint loose_files_pkey primary key, since text not null
  )`,

  `create table contact_messages (
    id text primary key, firstname text not null, lastname text not null, email text not null,
    phone text not null, subject text not null, msg text not null, received_at text not null,
    idempotency_key text unique, request_digest text
  )`,
  'create index contact_messages_by_time on contact_messages (received_at)',

  'create table host_facts (name text primary key, value text not null)',

  `create table mail_outbox (
    id text primary key,
    applicant_id text not null references applications (id) on delete cascade,
    kind text not null, state text not null, attempts integer not null,
    created_at text not null, next_at text not null, error text
  )`,
  'create index mail_outbox_by_state on mail_outbox (state, next_at)',
  'create index mail_outbox_by_applicant on mail_outbox (applicant_id)',

  `create table application_links (
    token_hash text primary key,
    applicant_id text not null references applications (id) on delete cascade,
    expires_at text not null
  )`,
  'create index application_links_by_applicant on application_links (applicant_id)',

  'create table mail_counts (name text primary key, count integer not null, ends_at text not null)',

  `create table alerts (
    id text primary key, emailaddress text not null, address_key text not null, mailbox_key text not null,
    language text not null, search text not null, state text not null, created_at text not null,
    confirmed_at text, ends_at text not null, next_at text not null, last_sent_at text, seen integer not null,
    refused integer not null default 0
  )`,
  'create index alerts_by_state on alerts (state, next_at)',
  'create index alerts_by_address on alerts (address_key)',
  'create index alerts_by_mailbox on alerts (mailbox_key)',
  `create table alert_tokens (
    token_hash text primary key, alert_id text not null references alerts (id) on delete cascade
  )`,
  'create index alert_tokens_by_alert on alert_tokens (alert_id)',
  `create table alert_mails (
    id text primary key, alert_id text not null references alerts (id) on delete cascade,
    kind text not null, state text not null, attempts integer not null, created_at text not null,
    next_at text not null, error text, openings text not null, total integer not null,
    seen_before integer
  )`,
  'create index alert_mails_by_state on alert_mails (state, next_at)',
  'create index alert_mails_by_alert on alert_mails (alert_id)',
  'create table seen_openings (opening_id text primary key, seen integer not null, closed_at text)',

  `create table application_stages (
    applicant_id text not null references applications (id) on delete cascade,
    position integer not null, stage text not null, set_at text not null, note text, mail_id text,
    constraint application_stages_primary_key primary key (applicant_id, position)
  )`,
];

/**
 * The migrations in the order of their names. Never edit one that was released: databases record the names of those they
 * have run. A migration declares its own column types, because a later change of the code must not change it.
 */
export const hostMigrations = (dialect: DatabaseDialect): Migrations => ({
  '0001-openings-applications-documents-contact': {
    async up(db) {
      await runStatements(firstStatements).up(db);
      await dialect.createFullTextIndex(db, openingsIndex);
    },
  },

  ...includedInFirst(
    `0002-sqlite-search 0003-loose-files 0004-sqlite-search-rows 0005-orphaned-files
    0006-closing-date-only 0007-trimmed-ids 0008-search-hausa-letters 0009-candidates
    0010-mail-outbox 0011-application-links 0012-search-by-company 0013-document-scans
    0014-encrypted-documents 0015-mail-counts 0016-application-language 0017-opening-language
    0018-alerts 0019-application-stages 0020-search-folding 0021-refused-alert-mails
    0022-openings-of-alert-mails`.split(/\s+/),
  ),

  '0023-closed-openings': runStatements([
    'alter table openings add column closed_since text',
    'alter table openings add column planned_closing_date text',
  ]),

  // These names are hashes without a key. Their rows are deleted, so the counts of mailboxes begin again.
  '0024-keyed-mail-counts': runStatements(['delete from mail_counts where length(name) = 43']),

  // The column may be null, because hosts of the version before continue to write.
  '0025-documents-needed': runStatements([
    'alter table applications add column documents_needed text',
  ]),

  '0026-replaced-documents': runStatements([
    'alter table documents add column former text',
    'alter table applications add column replacements integer not null default 0',
  ]),

  '0027-seen-of-alerts-with-several-values': runStatements([
    'alter table alerts add column seen_here integer',
  ]),
});
