import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '#src/config/settings.ts';
import type { ErasedSubmissions } from './erased-submissions.ts';
import {
  openSubmissionRepository,
  type SubmissionRepository,
  warnNotMaintained,
} from './repository.ts';
import { hasSessionSecret, sessionSecret } from './session-secret.ts';
import type { Submission } from './submission.ts';
import { submissionsFile } from './submission-database.ts';

type SubmissionSettings = Pick<
  Settings,
  'dataDir' | 'databaseUrl' | 'migrationDatabaseUrl' | 'databaseLimits' | 'sessionSecret'
>;

/** The site may run meanwhile. Resolves with undefined if this machine lacks the secret that hashes addresses. */
export async function eraseSubmissions(
  settings: SubmissionSettings,
  erased: ErasedSubmissions,
  isDryRun = false,
): Promise<number | undefined> {
  if ('address' in erased && !hasSecretFor(settings)) return undefined;
  const work = isDryRun ? 'countErased' : 'erase';
  return withRepository(settings, (repository) => repository[work](erased), 0);
}

/** If this machine has SESSION_SECRET, it is from now on that of every site. */
export async function acceptSessionSecret(settings: SubmissionSettings): Promise<void> {
  if (hasSessionSecret(settings))
    await withRepository(settings, (repository) => repository.compareSecret('all'), undefined);
}

export async function findSubmissions(
  settings: SubmissionSettings,
  address: string,
): Promise<Submission[] | undefined> {
  if (!hasSecretFor(settings)) return undefined;
  return withRepository(settings, (repository) => repository.findByAddress(address), []);
}

const hasDatabase = ({ dataDir, databaseUrl }: SubmissionSettings): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, submissionsFile));

const hasSecretFor = (settings: SubmissionSettings): boolean =>
  !hasDatabase(settings) || hasSessionSecret(settings);

async function withRepository<Result>(
  settings: SubmissionSettings,
  work: (repository: SubmissionRepository) => Promise<Result>,
  withoutDatabase: Result,
): Promise<Result> {
  if (!hasDatabase(settings)) return withoutDatabase;
  const repository = openSubmissionRepository({
    ...settings,
    file: join(settings.dataDir, submissionsFile),
    // The command may be newer than the running site. A database of PostgreSQL may contain only the API host's tables.
    migrate: settings.databaseUrl === undefined ? 'never' : 'if-empty',
    secret: sessionSecret(settings),
    onError: warnNotMaintained,
  });
  try {
    return await work(repository);
  } finally {
    await repository.close();
  }
}
