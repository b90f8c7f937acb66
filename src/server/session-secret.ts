import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '#src/config/settings.ts';

/**
 * The secret that signs tickets and seals applications: SESSION_SECRET, or else the one in
 * DATA_DIR/session-secret, made at first need and readable by its owner only.
 * Two processes that start at once agree: the file appears whole, under its name, once.
 */
export function sessionSecret({
  sessionSecret: given,
  dataDir,
}: Pick<Settings, 'sessionSecret' | 'dataDir'>): string {
  if (given !== undefined) return given;
  const path = join(dataDir, 'session-secret');
  return readSecret(path) ?? makeSecret(path, dataDir);
}

function makeSecret(path: string, dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // A link, unlike a rename, fails where the name exists: the first process wins, the others read.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  const made = readSecret(path);
  if (made === undefined) throw new Error(`${path} cannot be used as a secret: it is too short`);
  return made;
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
