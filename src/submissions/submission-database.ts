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

  function open(): Promise<SubmissionDatabase> {
    opening ??= openConfiguredDatabase<SubmissionTables>(
      options,
      submissionsSchema,
      options.migrate,
    ).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  return {
    open,
    opened: () => opening,
    /** Runs some work with the database. If the file was removed or replaced, the next call opens the new file. */
    async use<Result>(work: (database: SubmissionDatabase) => Promise<Result>): Promise<Result> {
      const used = open();
      const database = await used;
      return work(database).catch((error: unknown) => {
        if (error instanceof DatabaseGoneError && opening === used) {
          opening = undefined;
          database.close().catch(onError);
        }
        throw error;
      });
    },
  };
}

/** What the calls of a repository share. */
export interface RepositoryContext extends ReturnType<typeof submissionDatabase> {
  readonly keys: ReturnType<typeof submissionKeys>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}
