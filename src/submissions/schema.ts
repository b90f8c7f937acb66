import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseDialect } from '#src/database/database.ts';
import type { SubmissionResult } from '#src/domain/model/submission.ts';

/** `sending` means that the submission is not settled yet. */
export type SubmissionState = 'sending' | SubmissionResult['status'];

export interface SubmissionTables {
  submission: SubmissionRow;
  erasure: ErasureRow;
}

/** A recent erasure: until its end, no application of the API host is stored again. */
interface ErasureRow {
  /** SHA-256 of the applicant id, or an empty text if the erasure was of several. */
  readonly applicant_hash: string;
  readonly ends_at: number;
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
  /** The value is 1 from a lost response until the application is accepted. */
  readonly was_lost: number;
  /** The time at which the lease to send the submission, or a document of an accepted one, ends if it is not renewed. */
  readonly lease_until: number;
  readonly result: string | null;
  readonly applicant_id: string | null;
  readonly applicant_info: Uint8Array | null;
  /** The types of the received documents, separated by commas. */
  readonly received: string;
  /** The token of both leases. It is null in rows that a site of an earlier release sends. */
  readonly upload_lease: string | null;
  /** The company of the opening. It is null in rows of earlier releases. */
  readonly company_name: string | null;
  /** The time of acceptance, or null if it is seven days before the expiry. */
  readonly applied_at: number | null;
  readonly updated_at: number;
  readonly expires_at: number;
}

/** The migrations in the order of their names. Never edit one that was released. */
export const submissionMigrations = (
  dialect: Pick<DatabaseDialect, 'binaryType' | 'integerType'>,
): Readonly<Record<string, Migration>> => ({
  '0001-submission': {
    // The statements have `if not exists`, because files of releases before migrations have this table and its indexes.
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('submission')
        .ifNotExists()
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('key_hash', 'text')
        .addColumn('content_hash', 'text', (column) => column.notNull())
        .addColumn('person_hash', 'text', (column) => column.notNull())
        .addColumn('joblistingid', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) =>
          column
            .notNull()
            .check(sql`state in ('sending', 'accepted', 'lost', 'refused', 'failed')`),
        )
        .addColumn('posted', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('was_lost', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('outcome', 'text')
        .addColumn('reference', 'text')
        .addColumn('sealed', dialect.binaryType)
        .addColumn('received', 'text', (column) => column.notNull().defaultTo(''))
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      const index = (name: string) => db.schema.createIndex(name).ifNotExists().on('submission');
      await index('submission_key').column('key_hash').where('key_hash', 'is not', null).execute();
      await index('submission_content').column('content_hash').execute();
      await index('submission_person')
        .column('person_hash')
        .where(sql.ref('state'), '=', sql.lit('sending'))
        .execute();
      await index('submission_expiry').column('expires_at').execute();
    },
  },

  '0002-standard-names': {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const [before, after] of [
        ['posted', 'sent'],
        ['outcome', 'result'],
        ['reference', 'applicant_id'],
        ['sealed', 'applicant_info'],
      ] as const)
        await db.schema.alterTable('submission').renameColumn(before, after).execute();
    },
  },

  '0003-upload-lease': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('submission').addColumn('upload_lease', 'text').execute();
    },
  },

  // Both columns may be null, because sites of the previous release continue to write.
  '0004-retention': {
    async up(db: Kysely<unknown>): Promise<void> {
      const submission = db.schema.alterTable('submission');
      await submission.addColumn('company_name', 'text').execute();
      await submission.addColumn('applied_at', dialect.integerType).execute();
    },
  },

  '0005-erasures': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('erasure')
        .addColumn('applicant_hash', 'text', (column) => column.primaryKey())
        .addColumn('ends_at', dialect.integerType, (column) => column.notNull())
        .execute();
    },
  },
});

export const submissionSchemaVersion = Object.keys(
  submissionMigrations({ binaryType: 'blob', integerType: 'integer' }),
)
  .toSorted()
  .at(-1);
