import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HostSettings } from '#src/config/settings.ts';
import { checkCopy, readCopy } from '#src/database/sqlite-copy.ts';
import { databaseFile } from '../data.ts';
import {
  BackupError,
  codeOf,
  copyFile,
  knownMigrations,
  type Manifest,
  manifestFile,
  manifestSchema,
  type SiteFiles,
  syncDirectories,
} from './backup.ts';

/** The prefix of the directory, in DATA_DIR and in the documents' folder, that has the files until all are verified. */
const stagingPrefix = '.restore-';

export interface Restored extends Manifest {
  /** Whether SESSION_SECRET is not that of the backup. */
  readonly hasOtherSecret: boolean;
}

/**
 * Copies a backup into a DATA_DIR without data, which the caller has locked. The files get their final names after all of
 * them have been verified.
 * @throws BackupError, UnsupportedDatabaseError
 */
export async function restore(
  { dataDir, documentsUrl, sessionSecret }: HostSettings,
  source: string,
  { site, signal }: { readonly site: SiteFiles; readonly signal: AbortSignal },
): Promise<Restored> {
  const manifest = await readManifest(source);
  const documentsDir = fileURLToPath(documentsUrl);
  await mkdir(documentsDir, { recursive: true, mode: 0o700 });
  await requireEmpty(dataDir, [resolve(documentsDir)]);
  await requireEmpty(documentsDir);
  const staging = await mkdtemp(join(dataDir, stagingPrefix));
  const documentsStaging = await mkdtemp(join(documentsDir, stagingPrefix));
  try {
    for (const { path, bytes, sha256 } of manifest.files) {
      const target = path.startsWith('documents/')
        ? join(documentsStaging, path.slice('documents/'.length))
        : join(staging, path);
      const from = join(source, path);
      const copying = copyFile(() => createReadStream(from), target, signal);
      const written = await copying.catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
        throw new BackupError(`${from} is missing. Nothing was restored.`);
      });
      if (written.bytes !== bytes || written.sha256 !== sha256)
        throw new BackupError(`${from} is not what was backed up. Nothing was restored.`);
    }
    checkDatabases(manifest, source, staging, site);
    await syncDirectories(documentsStaging);
    await moveAll(documentsStaging, documentsDir);
    // The API host's database comes last, because a DATA_DIR without it counts as empty.
    await moveAll(staging, dataDir, databaseFile);
    await syncDirectories(dataDir);
    const restored = await readFile(join(dataDir, site.secret), 'utf8').catch(codeOf);
    return {
      ...manifest,
      hasOtherSecret: sessionSecret !== undefined && restored.trim() !== sessionSecret.trim(),
    };
  } finally {
    await rm(staging, { recursive: true, force: true });
    await rm(documentsStaging, { recursive: true, force: true });
  }
}

async function readManifest(source: string): Promise<Manifest> {
  const text = await readFile(join(source, manifestFile), 'utf8').catch(codeOf);
  if (text === 'ENOENT' || text === 'ENOTDIR')
    throw new BackupError(`${source} is no complete backup: it has no ${manifestFile}.`);
  const { success, data, error } = manifestSchema.safeParse(asJson(text));
  if (success) return data;
  const [issue] = error.issues;
  throw new BackupError(
    `${join(source, manifestFile)} cannot be used (${issue?.path.join('.')}: ${issue?.message}). It is damaged or of a newer version.`,
  );
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Ignores what a host writes at its start, what a file system has by itself, and what an interrupted restore left. */
async function requireEmpty(directory: string, allowed: readonly string[] = []): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if (name === 'run' || name === 'lost+found' || allowed.includes(resolve(path))) continue;
    if (!name.startsWith(stagingPrefix))
      throw new BackupError(
        `There is data already: ${path}. Restore into an empty DATA_DIR, or move what is there away.`,
      );
    await rm(path, { recursive: true });
  }
}

function checkDatabases(
  manifest: Manifest,
  source: string,
  staging: string,
  site: SiteFiles,
): void {
  const restored = new Set(manifest.files.map(({ path }) => path));
  if (!restored.has(databaseFile))
    throw new BackupError(`${source} has no ${databaseFile}. Nothing was restored.`);
  for (const [file, known] of Object.entries(knownMigrations(site)))
    if (restored.has(file)) checkCopy(join(staging, file), join(source, file), known);
  const rows = readCopy<{ stored_as: string }>(
    join(staging, databaseFile),
    'select stored_as from documents',
  );
  const absent = rows.find(
    ({ stored_as: name }) => !restored.has(`documents/${name}`) && !manifest.missing.includes(name),
  );
  if (absent)
    throw new BackupError(`${source} has no documents/${absent.stored_as}. Nothing was restored.`);
}

async function moveAll(from: string, to: string, last?: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => name !== last);
  for (const name of last === undefined ? names : [...names, last])
    await rename(join(from, name), join(to, name));
}
