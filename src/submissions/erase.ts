import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '#src/config/settings.ts';
import { hasSessionSecret, sessionSecret } from '#src/server/session-secret.ts';
import { type ErasedSubmissions, openSubmissionRepository, submissionsFile } from './repository.ts';

/**
 * Erases submissions from the site's database, if it is in this DATA_DIR. The site may run meanwhile. For the command
 * that erases an application at the API host. Returns their number; undefined if they cannot be found, because those of an
 * address are found with the site's secret, and this machine does not have it.
 */
export async function eraseSubmissions(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'databaseLimits' | 'sessionSecret'>,
  erased: ErasedSubmissions,
): Promise<number | undefined> {
  const path = join(settings.dataDir, submissionsFile);
  const { databaseUrl, databaseLimits } = settings;
  if (databaseUrl === undefined && !existsSync(path)) return 0;
  if ('address' in erased && !hasSessionSecret(settings)) return undefined;
  const repository = openSubmissionRepository({
    path,
    databaseUrl,
    databaseLimits,
    // The command may be newer than the site that runs; a database of PostgreSQL may be the API host's alone.
    migrate: databaseUrl === undefined ? 'never' : 'if-empty',
    secret: sessionSecret(settings),
  });
  try {
    return await repository.erase(erased);
  } finally {
    await repository.close();
  }
}
