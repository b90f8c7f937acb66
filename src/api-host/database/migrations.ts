import { type Kysely, sql } from 'kysely';
import { type DatabaseDialect, type Migrations, runStatements } from '#src/database/database.ts';
import { openingsIndex, searchEntry } from '../search-text.ts';
import { firstMigration } from './first-migration.ts';

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

interface CandidateTables {
  applications: { id: string; address_key: string; company_id: string; applied_at: string };
  candidates: { address_key: string; company_id: string; applicant_id: string; reapply_at: string };
}

interface AlertMailTables {
  alert_mails: { id: string; state: string; openings: string; seen_before: number | null };
  seen_openings: { opening_id: string; seen: number };
}

const createCandidates = runStatements([
  `create table candidates (
    address_key text not null, company_id text not null,
    applicant_id text not null references applications (id) on delete cascade,
    reapply_at text not null,
    constraint candidates_primary_key primary key (address_key, company_id)
  )`,
  'create index candidates_by_applicant on candidates (applicant_id)',
]);

async function indexOpenings(db: Kysely<IdTables>, dialect: DatabaseDialect): Promise<void> {
  const openings = db
    .selectFrom('openings')
    .select(['id', 'company_id', 'locations'])
    .select(['role_name', 'jobdescription', 'requiredskill', 'extra_skill']);
  for (const { locations, ...opening } of await openings.execute()) {
    const entry = searchEntry({ ...opening, locations: JSON.parse(locations) });
    await dialect.setFullText(db, openingsIndex, entry);
  }
}

const isUntrimmed = ({ id }: { readonly id: string }) => id !== id.trim();

/**
 * The migrations in the order of their names. Never edit one that was released: databases record the names of those they
 * have run. A migration declares its own column types, because a later change of the code must not change it.
 */
export const hostMigrations = (dialect: DatabaseDialect): Migrations => ({
  '0001-openings-applications-documents-contact': runStatements(firstMigration),

  // 0002 and 0004 apply to PostgreSQL too. They keep their names, because databases store the names of their migrations.
  '0002-sqlite-search': { up: (db) => dialect.createFullTextIndex(db, openingsIndex) },

  '0003-loose-files': runStatements([
    'create table loose_files (stored_as text primary key, since text not null)',
  ]),

  // It upgrades an index that an earlier 0002 created without its table of row numbers.
  '0004-sqlite-search-rows': { up: (db) => dialect.createFullTextIndex(db, openingsIndex) },

  '0005-orphaned-files': runStatements(['alter table loose_files rename to orphaned_files']),

  // Comparing instants as text gave wrong results for the year 10000, so `closing_date` is compared instead.
  '0006-closing-date-only': runStatements(['alter table openings drop column closes_at']),

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
      await createCandidates.up(db);
      const columns = ['id', 'address_key', 'company_id', 'applied_at'] as const;
      const applications = db.selectFrom('applications').select(columns).orderBy('applied_at');
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

  '0010-mail-outbox': runStatements([
    `create table mail_outbox (
      id text primary key,
      applicant_id text not null references applications (id) on delete cascade,
      kind text not null, state text not null, attempts integer not null,
      created_at text not null, next_at text not null, error text
    )`,
    'create index mail_outbox_by_state on mail_outbox (state, next_at)',
    'create index mail_outbox_by_applicant on mail_outbox (applicant_id)',
  ]),

  '0011-application-links': runStatements([
    'alter table applications add column withdrawn_at text',
    `create table application_links (
      token_hash text primary key,
      applicant_id text not null references applications (id) on delete cascade,
      expires_at text not null
    )`,
    'create index application_links_by_applicant on application_links (applicant_id)',
  ]),

  // The index gets the company of each opening. The openings of 0007 are indexed under their new ids too.
  '0012-search-by-company': {
    async up(db: Kysely<IdTables>): Promise<void> {
      await dialect.createFullTextIndex(db, openingsIndex);
      await indexOpenings(db, dialect);
    },
  },

  '0013-document-scans': runStatements([
    "alter table documents add column scan_state text not null default 'unscanned'",
    'alter table documents add column scan_attempts integer not null default 0',
    'alter table documents add column scan_next_at text',
    'alter table documents add column scan_detail text',
    'alter table documents add column scanned_at text',
    'create index documents_by_scan on documents (scan_state, scan_next_at)',
  ]),

  '0014-encrypted-documents': runStatements([
    'alter table documents add column is_encrypted integer not null default 0',
  ]),

  '0015-mail-counts': runStatements([
    'create table mail_counts (name text primary key, count integer not null, ends_at text not null)',
  ]),

  // The column may be null, because hosts of the previous release continue to write.
  '0016-application-language': runStatements(['alter table applications add column language text']),

  // The languages of openings that an earlier version stored stay in `further` until their next import.
  '0017-opening-language': runStatements(['alter table openings add column language text']),

  '0018-alerts': runStatements([
    `create table alerts (
      id text primary key, emailaddress text not null, address_key text not null, mailbox_key text not null,
      language text not null, search text not null, state text not null, created_at text not null,
      confirmed_at text, ends_at text not null, next_at text not null, last_sent_at text, seen integer not null
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
      next_at text not null, error text, openings text not null, total integer not null
    )`,
    'create index alert_mails_by_state on alert_mails (state, next_at)',
    'create index alert_mails_by_alert on alert_mails (alert_id)',
    'create table seen_openings (opening_id text primary key, seen integer not null, closed_at text)',
  ]),

  '0019-application-stages': runStatements([
    `create table application_stages (
      applicant_id text not null references applications (id) on delete cascade,
      position integer not null, stage text not null, set_at text not null, note text, mail_id text,
      constraint application_stages_primary_key primary key (applicant_id, position)
    )`,
  ]),

  // Queries are folded in another way since then ('R&D' is one word), and so must be the texts.
  '0020-search-folding': { up: (db) => indexOpenings(db, dialect) },

  '0021-refused-alert-mails': runStatements([
    'alter table alerts add column refused integer not null default 0',
  ]),

  // A failed mail of an earlier release repeats the openings since the first one that it names.
  '0022-openings-of-alert-mails': {
    async up(db: Kysely<AlertMailTables>): Promise<void> {
      await sql`alter table alert_mails add column seen_before integer`.execute(db);
      const mails = await db
        .selectFrom('alert_mails')
        .select(['id', 'openings'])
        .where('state', 'in', ['waiting', 'sending', 'failed', 'unknown'])
        .execute();
      for (const { id, openings } of mails) {
        const ids: string[] = JSON.parse(openings);
        const seen_before = db
          .selectFrom('seen_openings')
          .select(sql<number>`min(seen) - 1`.as('seen'))
          .where('opening_id', 'in', ids);
        // PostgreSQL accepts no empty list.
        if (ids.length > 0)
          await db.updateTable('alert_mails').set({ seen_before }).where('id', '=', id).execute();
      }
    },
  },

  '0023-closed-openings': runStatements([
    'alter table openings add column closed_since text',
    'alter table openings add column planned_closing_date text',
  ]),

  // These hashes of mailboxes had no key. Their counts begin again.
  '0024-keyed-mail-counts': runStatements(['delete from mail_counts where length(name) = 43']),

  // The column may be null, because hosts of the previous release continue to write.
  '0025-documents-needed': runStatements([
    'alter table applications add column documents_needed text',
  ]),
});
