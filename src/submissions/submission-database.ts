import type { TableSet } from '#src/database/copy-tables.ts';
import { type Database, DatabaseGoneError, type Migrate } from '#src/database/database.ts';
import { type DatabaseLocation, openConfiguredDatabase } from '#src/database/open.ts';
import type { submissionKeys } from './encryption.ts';
import { type SubmissionTables, submissionMigrations } from './schema.ts';

export type SubmissionDatabase = Database<SubmissionTables>;

export const submissionsFile = 'site.sqlite';

export const submissionsSchema: TableSet<SubmissionTables> = {
  migrations: submissionMigrations,
  migrationTable: 'site_migrations',
  tables: {
    submission: {
      key: ['id'],
      personal: { person: 'person_hash', exported: 'submissions', retainedWith: 'application' },
    },
    erasure: {
      key: ['applicant_hash'],
      personal: { person: 'applicant_hash', exported: 'none', retainedWith: 'ends_at' },
    },
    ended_ticket: { key: ['id', 'ends_at'], personal: 'none' },
    site_facts: { key: ['name'], personal: 'none' },
  },
};

export interface SubmissionDatabaseOptions extends DatabaseLocation {
  /** A command does not use 'always', because a site of the version before may run on the database. */
  readonly migrate?: Migrate;
}

export function submissionDatabase(
  options: SubmissionDatabaseOptions,
  onError: (error: unknown) => void,
) {
  let opening: Promise<SubmissionDatabase> | undefined;

  /** If the database cannot be opened, or its file was removed or replaced, the next call opens it again. */
  async function withDatabase<Result>(
    work: (database: SubmissionDatabase) => Promise<Result>,
  ): Promise<Result> {
    opening ??= openConfiguredDatabase(options, submissionsSchema, options.migrate);
    const used = opening;
    let database: SubmissionDatabase | undefined;
    try {
      database = await used;
      return await work(database);
    } catch (error) {
      if (opening === used && (!database || error instanceof DatabaseGoneError)) {
        opening = undefined;
        database?.close().catch(onError);
      }
      throw error;
    }
  }

  return { withDatabase, close: async () => (await opening)?.close() };
}

/** The values that all calls of a repository share. */
export interface RepositoryContext
  extends Pick<ReturnType<typeof submissionDatabase>, 'withDatabase'> {
  readonly keys: ReturnType<typeof submissionKeys>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}
