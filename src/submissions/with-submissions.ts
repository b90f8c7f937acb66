import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '#src/config/settings.ts';
import { openSubmissionRepository, type SubmissionRepository } from './repository.ts';
import { hasSessionSecret, sessionSecret } from './session-secret.ts';
import { submissionsFile } from './submission-database.ts';

/**
 * Runs a command's work on the submissions of the site, which may run meanwhile. Resolves with `none` if there is no database,
 * and with undefined if the work needs the secret that hashes addresses, and this machine lacks it.
 */
export async function withSubmissions<Result>(
  settings: Pick<
    Settings,
    'dataDir' | 'databaseUrl' | 'migrationDatabaseUrl' | 'databaseLimits' | 'sessionSecret'
  >,
  needsSecret: boolean,
  work: (repository: SubmissionRepository) => Promise<Result>,
  none: Result,
): Promise<Result | undefined> {
  const file = join(settings.dataDir, submissionsFile);
  if (settings.databaseUrl === undefined && !existsSync(file)) return none;
  if (needsSecret && !hasSessionSecret(settings)) return undefined;
  const repository = openSubmissionRepository({
    ...settings,
    file,
    // The command may be newer than the running site. A database of PostgreSQL may contain only the API host's tables.
    migrate: settings.databaseUrl === undefined ? 'never' : 'if-empty',
    secret: sessionSecret(settings),
  });
  try {
    return await work(repository);
  } finally {
    await repository.close();
  }
}
