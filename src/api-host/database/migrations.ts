import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseDialect } from '#src/database/database.ts';
import { openingsIndex, searchableTexts } from '../search-text.ts';
import { firstMigration } from './first-migration.ts';

/** The columns that 0007 and 0012 use. */
interface IdTables {
  companies: { id: string; company_name: string };
  openings: {
    id: string;
    company_id: string;
    role_name: string;
    jobdescription: string;
    requiredskill: string;
    extra_skill: string;
    locations: string;
  };
  applications: { company_id: string; joblistingid: string };
}

/** The columns that 0009 uses. */
interface CandidateTables {
  applications: { id: string; address_key: string; company_id: string; applied_at: string };
  candidates: { address_key: string; company_id: string; applicant_id: string; reapply_at: string };
}

const isUntrimmed = ({ id }: { readonly id: string }) => id !== id.trim();

/**
 * The migrations in the order of their names. Never edit one that was released: databases record the names of those they
 * have run. A migration declares its own column types, because a later change of the code must not change it.
 */
export const hostMigrations = (dialect: DatabaseDialect): Readonly<Record<string, Migration>> => ({
  '0001-openings-applications-documents-contact': firstMigration,

  // 0002 and 0004 apply to PostgreSQL too. They keep their names, because databases store the names of their migrations.
  '0002-sqlite-search': { up: (db) => dialect.createFullTextIndex(db, openingsIndex) },

  '0003-loose-files': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('loose_files')
        .addColumn('stored_as', 'text', (column) => column.primaryKey())
        .addColumn('since', 'text', (column) => column.notNull())
        .execute();
    },
  },

  // It upgrades an index that an earlier 0002 created without its table of row numbers.
  '0004-sqlite-search-rows': { up: (db) => dialect.createFullTextIndex(db, openingsIndex) },

  '0005-orphaned-files': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('loose_files').renameTo('orphaned_files').execute();
    },
  },

  // Comparing instants as text gave wrong results for the year 10000, so `closing_date` is compared instead.
  '0006-closing-date-only': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('openings').dropColumn('closes_at').execute();
    },
  },

  // Ids were stored with leading and trailing white space, but the site sends them trimmed, so nobody could apply. If an
  // opening with the trimmed id exists too, its data is kept.
  '0007-trimmed-ids': {
    async up(db: Kysely<IdTables>): Promise<void> {
      const companies = await db.selectFrom('companies').selectAll().execute();
      for (const { id, company_name } of companies.filter(isUntrimmed)) {
        const trimmed = { id: id.trim(), company_name };
        await db
          .insertInto('companies')
          .values(trimmed)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        for (const table of ['openings', 'applications'] as const)
          await db
            .updateTable(table)
            .set({ company_id: trimmed.id })
            .where('company_id', '=', id)
            .execute();
        await db.deleteFrom('companies').where('id', '=', id).execute();
      }
      const openings = await db.selectFrom('openings').select('id').execute();
      const known = new Set(openings.map(({ id }) => id));
      for (const { id } of openings.filter(isUntrimmed)) {
        const trimmed = id.trim();
        if (known.has(trimmed)) await db.deleteFrom('openings').where('id', '=', id).execute();
        else await db.updateTable('openings').set({ id: trimmed }).where('id', '=', id).execute();
        known.add(trimmed);
        await db
          .updateTable('applications')
          .set({ joblistingid: trimmed })
          .where('joblistingid', '=', id)
          .execute();
      }
    },
  },

  // It created the entries of the search index again, as 0012 does.
  '0008-search-hausa-letters': { async up() {} },

  '0009-candidates': {
    async up(db: Kysely<CandidateTables>): Promise<void> {
      await db.schema
        .createTable('candidates')
        .addColumn('address_key', 'text', (column) => column.notNull())
        .addColumn('company_id', 'text', (column) => column.notNull())
        .addColumn('applicant_id', 'text', (column) =>
          column.notNull().references('applications.id').onDelete('cascade'),
        )
        .addColumn('reapply_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('candidates_primary_key', ['address_key', 'company_id'])
        .execute();
      await db.schema
        .createIndex('candidates_by_applicant')
        .on('candidates')
        .column('applicant_id')
        .execute();
      const columns = ['id', 'address_key', 'company_id', 'applied_at'] as const;
      const applications = db.selectFrom('applications').select(columns).orderBy('applied_at');
      // The latest application of a candidate remains.
      for (const { id, applied_at, ...candidate } of await applications.execute()) {
        const end = new Date(applied_at);
        end.setUTCFullYear(end.getUTCFullYear() + 1);
        const values = { applicant_id: id, reapply_at: end.toISOString() };
        await db
          .insertInto('candidates')
          .values({ ...candidate, ...values })
          .onConflict((conflict) =>
            conflict.columns(['address_key', 'company_id']).doUpdateSet(values),
          )
          .execute();
      }
    },
  },

  '0010-mail-outbox': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('mail_outbox')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('applicant_id', 'text', (column) =>
          column.notNull().references('applications.id').onDelete('cascade'),
        )
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('next_at', 'text', (column) => column.notNull())
        .addColumn('error', 'text')
        .execute();
      await db.schema
        .createIndex('mail_outbox_by_state')
        .on('mail_outbox')
        .columns(['state', 'next_at'])
        .execute();
      await db.schema
        .createIndex('mail_outbox_by_applicant')
        .on('mail_outbox')
        .column('applicant_id')
        .execute();
    },
  },

  '0011-application-links': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('applications').addColumn('withdrawn_at', 'text').execute();
      await db.schema
        .createTable('application_links')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('applicant_id', 'text', (column) =>
          column.notNull().references('applications.id').onDelete('cascade'),
        )
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('application_links_by_applicant')
        .on('application_links')
        .column('applicant_id')
        .execute();
    },
  },

  // The index gets the company of each opening. The openings of 0007 are indexed under their new ids too.
  '0012-search-by-company': {
    async up(db: Kysely<IdTables>): Promise<void> {
      await dialect.createFullTextIndex(db, openingsIndex);
      const openings = db
        .selectFrom('openings')
        .select(['id', 'company_id', 'locations'])
        .select(['role_name', 'jobdescription', 'requiredskill', 'extra_skill']);
      for (const { id, company_id, locations, ...texts } of await openings.execute())
        await dialect.setFullText(db, openingsIndex, {
          id,
          group: company_id,
          texts: searchableTexts({ ...texts, locations: JSON.parse(locations) }),
        });
    },
  },

  '0013-document-scans': {
    async up(db: Kysely<unknown>): Promise<void> {
      const documents = db.schema.alterTable('documents');
      await documents
        .addColumn('scan_state', 'text', (column) => column.notNull().defaultTo('unscanned'))
        .execute();
      await documents
        .addColumn('scan_attempts', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      for (const name of ['scan_next_at', 'scan_detail', 'scanned_at'])
        await documents.addColumn(name, 'text').execute();
      await db.schema
        .createIndex('documents_by_scan')
        .on('documents')
        .columns(['scan_state', 'scan_next_at'])
        .execute();
    },
  },
});
