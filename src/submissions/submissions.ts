import { join } from 'node:path';
import { settings } from '#src/config/settings.ts';
import { sessionSecret } from '#src/server/session-secret.ts';
import { openSubmissionRepository, type SubmissionRepository } from './repository.ts';

let opened: SubmissionRepository | undefined;

/** The journal of this site, in DATA_DIR/site.sqlite, opened at first need. */
export function submissionRepository(): SubmissionRepository {
  opened ??= openSubmissionRepository({
    path: join(settings().dataDir, 'site.sqlite'),
    secret: sessionSecret(settings()),
  });
  return opened;
}
