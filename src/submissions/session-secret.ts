import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '#src/config/environment.ts';
import type { Settings } from '#src/config/settings.ts';

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
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporary, `${randomBytes(32).toString('base64url')}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  try {
    // A link, unlike a rename, fails if the name exists: the first process creates it, the others read it.
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(temporary);
  }
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
