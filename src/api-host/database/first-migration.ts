/** The statements of the first release. Later migrations change its tables. */
export const firstMigration = [
  'create table companies (id text primary key, company_name text not null)',

  `create table openings (
    id text primary key, company_id text not null references companies (id),
    role_name text not null, jobdescription text not null, jobstatus text not null,
    requiredskill text not null, extra_skill text not null,
    locations text not null, questions text not null,
    date_posted text, closing_date text, closes_at text, employment_type text, salary text,
    further text not null
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
    idempotency_key text unique, request_digest text, final_type text, final_at text
  )`,
  'create index applications_by_candidate on applications (address_key, company_id, applied_at)',
  'create index applications_by_time on applications (applied_at)',

  // A document may have more bytes than a 32-bit integer can count.
  `create table documents (
    applicant_id text not null references applications (id) on delete cascade,
    type text not null, filename text not null, content_type text not null,
    bytes bigint not null, stored_as text not null unique, received_at text not null,
    constraint documents_primary_key primary key (applicant_id, type)
  )`,

  `create table contact_messages (
    id text primary key, firstname text not null, lastname text not null, email text not null,
    phone text not null, subject text not null, msg text not null, received_at text not null,
    idempotency_key text unique, request_digest text
  )`,
  'create index contact_messages_by_time on contact_messages (received_at)',

  'create table host_facts (name text primary key, value text not null)',
];
