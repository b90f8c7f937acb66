import {
  type DatabaseDialect,
  includedInFirst,
  type Migrations,
  runStatements,
} from '#src/database/database.ts';
import type { SubmissionResult } from '#src/domain/model/submission.ts';

/** `sending` means that the submission is not settled yet. */
export type SubmissionState = 'sending' | SubmissionResult['status'];

export interface SubmissionTables {
  submission: SubmissionRow;
  /** A recent erasure. Until `ends_at`, no application that was read from the API host is stored again. */
  erasure: {
    /** SHA-256 of the applicant id, or an empty text if the erasure was of several. */
    readonly applicant_hash: string;
    readonly ends_at: number;
  };
  /** The entries of upload tickets that a browser has given up before their end. */
  ended_ticket: { readonly id: string; readonly ends_at: number };
  site_facts: { readonly name: string; readonly value: string };
}

/** Data that identifies a person is hashed with a key or encrypted. Instants are milliseconds since 1970. */
export interface SubmissionRow {
  readonly id: string;
  readonly key_hash: string | null;
  readonly content_hash: string;
  readonly person_hash: string;
  readonly joblistingid: string;
  readonly state: SubmissionState;
  /** The value is 1 from just before the application is sent. It counts only in the state `sending`. */
  readonly sent: number;
  /** The value is 1 after a lost response, until the application is accepted. */
  readonly was_lost: number;
  /** The end, unless it is renewed, of the lease to send the application, or to forward one of its documents. */
  readonly lease_until: number;
  readonly result: string | null;
  readonly applicant_id: string | null;
  readonly applicant_info: Uint8Array | null;
  /** The types of the received documents, separated by commas. */
  readonly received: string;
  /** The documents that the application needs, or null if it needs all. */
  readonly documents_needed: string | null;
  /** The token of the lease that ends at `lease_until`, or null without one. */
  readonly upload_lease: string | null;
  /** The company of the opening, or an empty text. */
  readonly company_name: string;
  /** The time of acceptance. Null in a row of the version before means seven days before the expiry. */
  readonly applied_at: number | null;
  readonly updated_at: number;
  readonly expires_at: number;
}

/** The migrations in the order of their names. Never edit one that was released. */
export const submissionMigrations = ({
  binaryType,
  integerType,
}: Pick<DatabaseDialect, 'binaryType' | 'integerType'>): Migrations => ({
  '0001-submission': runStatements([
    `create table submission (
      id text primary key, key_hash text, content_hash text not null, person_hash text not null,
      joblistingid text not null,
      state text not null check (state in ('sending', 'accepted', 'lost', 'refused', 'failed')),
      sent integer not null default 0, was_lost integer not null default 0,
      lease_until bigint not null default 0, result text, applicant_id text,
      applicant_info ${binaryType}, received text not null default '',
      updated_at bigint not null, expires_at bigint not null, upload_lease text, company_name text,
      applied_at ${integerType}
    )`,
    'create index submission_key on submission (key_hash) where key_hash is not null',
    'create index submission_content on submission (content_hash)',
    "create index submission_person on submission (person_hash) where state = 'sending'",
    'create index submission_expiry on submission (expires_at)',
    `create table erasure (applicant_hash text primary key, ends_at ${integerType} not null)`,
  ]),

  ...includedInFirst(
    '0002-standard-names 0003-upload-lease 0004-retention 0005-erasures'.split(' '),
  ),

  '0006-ended-tickets': runStatements([
    `create table ended_ticket (
      id text not null, ends_at ${integerType} not null, primary key (id, ends_at)
    )`,
  ]),

  '0007-facts': runStatements([
    'create table site_facts (name text primary key, value text not null)',
  ]),

  // The column may be null, because sites of the version before continue to write.
  '0008-documents-needed': runStatements([
    'alter table submission add column documents_needed text',
  ]),
});

export const submissionSchemaVersion = Object.keys(
  submissionMigrations({ binaryType: 'blob', integerType: 'integer' }),
)
  .toSorted()
  .at(-1);
