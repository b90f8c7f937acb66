import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '#src/config/settings.ts';
import { sessionSecret } from '#src/server/session-secret.ts';
import { type ErasedSubmissions, openSubmissionRepository, submissionsFile } from './repository.ts';

/**
 * Erases submissions from the site's database, if it is in this DATA_DIR. The site may run meanwhile. For the command
 * that erases an application at the API host. Returns their number.
 */
export async function eraseSubmissions(
  settings: Pick<Settings, 'dataDir' | 'sessionSecret'>,
  erased: ErasedSubmissions,
): Promise<number> {
  const path = join(settings.dataDir, submissionsFile);
  if (!existsSync(path)) return 0;
  const repository = openSubmissionRepository({ path, secret: sessionSecret(settings) });
  try {
    return await repository.erase(erased);
  } finally {
    await repository.close();
  }
}
