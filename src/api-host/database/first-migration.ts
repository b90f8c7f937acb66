import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The tables of the first release. Later migrations change them. */
export const firstMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('companies')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('company_name', 'text', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('openings')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('company_id', 'text', (column) => column.notNull().references('companies.id'))
      .addColumn('role_name', 'text', (column) => column.notNull())
      .addColumn('jobdescription', 'text', (column) => column.notNull())
      .addColumn('jobstatus', 'text', (column) => column.notNull())
      .addColumn('requiredskill', 'text', (column) => column.notNull())
      .addColumn('extra_skill', 'text', (column) => column.notNull())
      .addColumn('locations', 'text', (column) => column.notNull())
      .addColumn('questions', 'text', (column) => column.notNull())
      .addColumn('date_posted', 'text')
      .addColumn('closing_date', 'text')
      .addColumn('closes_at', 'text')
      .addColumn('employment_type', 'text')
      .addColumn('salary', 'text')
      .addColumn('further', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('openings_by_company')
      .on('openings')
      .column('company_id')
      .execute();

    // The column has no foreign key to openings, because applications are kept when their opening is removed.
    await db.schema
      .createTable('applications')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('joblistingid', 'text', (column) => column.notNull())
      .addColumn('company_id', 'text', (column) => column.notNull())
      .addColumn('role_name', 'text', (column) => column.notNull())
      .addColumn('address_key', 'text', (column) => column.notNull())
      .addColumn('applied_at', 'text', (column) => column.notNull())
      .addColumn('firstname', 'text', (column) => column.notNull())
      .addColumn('lastname', 'text', (column) => column.notNull())
      .addColumn('emailaddress', 'text', (column) => column.notNull())
      .addColumn('phone', 'text', (column) => column.notNull())
      .addColumn('age', 'text', (column) => column.notNull())
      .addColumn('education', 'text', (column) => column.notNull())
      .addColumn('course', 'text', (column) => column.notNull())
      .addColumn('grades', 'text', (column) => column.notNull())
      .addColumn('years_of_experience', 'text', (column) => column.notNull())
      .addColumn('current_employer', 'text', (column) => column.notNull())
      .addColumn('linkedinprofile', 'text', (column) => column.notNull())
      .addColumn('referrer', 'text', (column) => column.notNull())
      .addColumn('referrer_name', 'text', (column) => column.notNull())
      .addColumn('cover_letter', 'text', (column) => column.notNull())
      .addColumn('document_id', 'text', (column) => column.notNull())
      .addColumn('answers', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text', (column) => column.unique())
      .addColumn('request_digest', 'text')
      .addColumn('final_type', 'text')
      .addColumn('final_at', 'text')
      .execute();
    await db.schema
      .createIndex('applications_by_candidate')
      .on('applications')
      .columns(['address_key', 'company_id', 'applied_at'])
      .execute();
    await db.schema
      .createIndex('applications_by_time')
      .on('applications')
      .column('applied_at')
      .execute();

    await db.schema
      .createTable('documents')
      .addColumn('applicant_id', 'text', (column) =>
        column.notNull().references('applications.id').onDelete('cascade'),
      )
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('filename', 'text', (column) => column.notNull())
      .addColumn('content_type', 'text', (column) => column.notNull())
      // A document may have more bytes than a 32-bit integer can count.
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('stored_as', 'text', (column) => column.notNull().unique())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('documents_primary_key', ['applicant_id', 'type'])
      .execute();

    await db.schema
      .createTable('contact_messages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('firstname', 'text', (column) => column.notNull())
      .addColumn('lastname', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('phone', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('msg', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text', (column) => column.unique())
      .addColumn('request_digest', 'text')
      .execute();
    await db.schema
      .createIndex('contact_messages_by_time')
      .on('contact_messages')
      .column('received_at')
      .execute();

    await db.schema
      .createTable('host_facts')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};
