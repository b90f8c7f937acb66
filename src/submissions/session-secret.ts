import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '#src/config/environment.ts';
import type { Settings } from '#src/config/settings.ts';
import { writeAtomicallySync } from '#src/files/write.ts';

type SecretSettings = Pick<Settings, 'sessionSecret' | 'dataDir'>;

export const sessionSecretFile = 'session-secret';

const pathIn = (dataDir: string): string => join(dataDir, sessionSecretFile);

/** Returns whether this machine has the secret, so that `sessionSecret` would not create another one. */
export const hasSessionSecret = (settings: SecretSettings): boolean =>
  settings.sessionSecret !== undefined || readSecret(pathIn(settings.dataDir)) !== undefined;

/** Processes that start at the same time create one secret in DATA_DIR, readable by its owner only. */
export function sessionSecret({ sessionSecret: configured, dataDir }: SecretSettings): string {
  if (configured !== undefined) return configured;
  const path = pathIn(dataDir);
  return readSecret(path) ?? createSecret(path, dataDir);
}

function createSecret(path: string, dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const secret = `${randomBytes(32).toString('base64url')}\n`;
  writeAtomicallySync(
    path,
    (temporary) => writeFileSync(temporary, secret, { mode: 0o600, flag: 'wx' }),
    { keepsExisting: true },
  );
  const created = readSecret(path);
  if (created === undefined)
    throw new SettingsError({
      variable: 'SESSION_SECRET',
      message: `is unset, and ${path} is too short for a secret`,
    });
  return created;
}

function readSecret(path: string): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    return secret.length >= 32 ? secret : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
