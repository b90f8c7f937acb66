import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod';
import type { HostSettings } from '#src/config/settings.ts';
import { type AnyTableSet, copyToFile } from '#src/database/copy-tables.ts';
import { hasRow, type Migrations } from '#src/database/database.ts';
import { openConfiguredDatabase } from '#src/database/open.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { checkCopy, copyDatabase, readCopy } from '#src/database/sqlite-copy.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { jsonOrUndefined } from '#src/domain/model/json.ts';
import { ifFileExists, sync, writeAtomically, writeNewFile } from '#src/files/write.ts';
import { databaseFile, type HostData, hostSchema } from '../data.ts';
import { installationFact, lastBackupFact, readFact, writeFact } from '../database/facts.ts';
import type { HostDatabase } from '../database/schema.ts';
import { filesOf, namesFile } from '../documents/document-states.ts';

/** The data of the site in the same DATA_DIR or DATABASE_URL. */
export interface SiteData {
  readonly database: string;
  readonly schema: AnyTableSet;
  readonly secret: string;
}

const count = z.int().min(0);

/** Names become paths. The first sign of each part excludes one that leads out of a folder. */
export const storedName = /^(?:\w[\w.-]*\/)*\w[\w.-]*$/;

export const manifestFile = 'manifest.json';
export const manifestSchema = z.object({
  /** The version of this format. A file with a greater number was written by a newer program. */
  format: z.literal(1),
  created_at: z.string(),
  version: z.string(),
  /** Absent in a backup of the oldest supported version. */
  installation: z.string().optional(),
  schemas: z.record(z.string(), z.string()),
  counts: z.object({
    openings: count,
    applications: count,
    documents: count,
    messages: count,
    alerts: count,
    submissions: count,
  }),
  /** Documents that the database names, but whose files were missing. The backup does not have them either. */
  missing: z.array(z.string()),
  files: z.array(
    z.object({
      // A path is a name such as 2026-11/<uuid>.pdf below documents/.
      path: z.string().regex(storedName),
      bytes: count,
      sha256: z.string().regex(/^[\da-f]{64}$/),
    }),
  ),
});

export type Manifest = z.output<typeof manifestSchema>;
export type BackupFile = Manifest['files'][number];

/** The database is copied at most this many times. A copy is repeated if documents were replaced or erased during it. */
const maxAttempts = 5;

export function knownMigrations(site: SiteData): Readonly<Record<string, Migrations>> {
  const dialect = sqliteDialect(':memory:');
  return {
    [databaseFile]: hostSchema.migrations(dialect),
    [site.database]: site.schema.migrations(dialect),
  };
}

interface BackupOptions {
  readonly site: SiteData;
  readonly version: string;
  readonly signal: AbortSignal;
}

/**
 * Copies the databases, the session secret and the documents to a new directory, while a host and a site may run. A
 * database is a file of SQLite there, whatever the system it comes from. The directory is named `<target>.part-…` until
 * it is complete.
 * @throws CommandError if there is something at `target` already
 */
export async function backup(
  data: HostData,
  settings: HostSettings,
  target: string,
  options: BackupOptions,
): Promise<Manifest> {
  const { site, version, signal } = options;
  const path = resolve(target);
  const entries = await ifFileExists(readdir(path));
  if (entries && entries.length > 0)
    throw new CommandError('invalid', `${target} exists already. Name a new directory.`);
  await mkdir(dirname(path), { recursive: true });
  const { db } = data.database;
  const installation = (await readFact(db, installationFact)) ?? randomUUID();
  await writeFact(db, installationFact, installation);
  const manifest = await writeAtomically(path, async (partial) => {
    await mkdir(partial, { mode: 0o700 });
    const { files, missing } = await copyFiles(data, settings, partial, options);
    const schemas: Record<string, string> = {};
    for (const [file, known] of Object.entries(knownMigrations(site)))
      if (existsSync(join(partial, file)))
        schemas[file] = checkCopy(join(partial, file), join(settings.dataDir, file), known) ?? '';
    const written: Manifest = {
      format: 1,
      created_at: new Date().toISOString(),
      version,
      installation,
      schemas,
      counts: countsOf(partial, site),
      missing,
      files,
    };
    const text = `${JSON.stringify(written, null, 1)}\n`;
    await copyFile(() => Readable.from([text]), join(partial, manifestFile), signal);
    await syncDirectories(partial);
    return written;
  });
  await sync(dirname(path));
  await writeFact(db, lastBackupFact, manifest.created_at);
  return manifest;
}

/**
 * Removes the oldest complete backups of the installation of `newest` from a directory, so that `keep` remain. Anything else
 * stays. Returns the names of those that it has removed.
 */
export async function pruneBackups(
  directory: string,
  newest: Manifest,
  keep: number,
): Promise<string[]> {
  const ofThis: { readonly name: string; readonly at: string }[] = [];
  for (const name of await readdir(directory)) {
    const reading = readFile(join(directory, name, manifestFile), 'utf8');
    const text = await ifFileExists(reading, ['ENOENT', 'ENOTDIR']);
    const { data } = manifestSchema.safeParse(jsonOrUndefined(text ?? ''));
    if (data?.missing.length !== 0 || name.includes('.part-')) continue;
    if (data.installation === newest.installation) ofThis.push({ name, at: data.created_at });
  }
  const old = ofThis
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .slice(keep)
    .map(({ name }) => name);
  for (const name of old) {
    // The manifest is removed first, so that the remainder of an interrupted removal does not count as a backup.
    await rm(join(directory, name, manifestFile));
    await rm(join(directory, name), { recursive: true });
  }
  return old;
}

async function copyFiles(
  data: HostData,
  settings: HostSettings,
  partial: string,
  { site, signal }: BackupOptions,
): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const { dataDir, databaseUrl, sessionSecret } = settings;
  const files: BackupFile[] = [];
  const secret =
    sessionSecret ?? (await ifFileExists(readFile(join(dataDir, site.secret), 'utf8')));
  if (secret !== undefined) {
    const target = join(partial, site.secret);
    const copied = await copyFile(() => Readable.from([secret]), target, signal);
    files.push({ path: site.secret, ...copied });
  }
  // The site's database is copied first. If only the API host's copy has an application, a repeated request finds it;
  // if only the site's copy had it, its documents would be refused.
  if (databaseUrl !== undefined || existsSync(join(dataDir, site.database))) {
    await copyRows(settings, site.database, site.schema, partial, signal);
    files.push({ path: site.database, ...(await hashOfWritten(join(partial, site.database))) });
  }
  const copyHost = () => copyRows(settings, databaseFile, hostSchema, partial, signal);
  const { documents, missing } = await copyHostData(data, copyHost, partial, signal);
  files.push(
    { path: databaseFile, ...(await hashOfWritten(join(partial, databaseFile))) },
    ...documents,
  );
  return { files, missing };
}

async function copyRows(
  settings: HostSettings,
  file: string,
  schema: AnyTableSet,
  directory: string,
  signal: AbortSignal,
): Promise<void> {
  const [from, to] = [join(settings.dataDir, file), join(directory, file)];
  if (settings.databaseUrl === undefined) return copyDatabase(from, to);
  const location = { ...settings, file: from };
  // A database of PostgreSQL may contain only the API host's tables.
  const database = await openConfiguredDatabase(location, schema, 'if-empty');
  try {
    await copyToFile(database, schema, to, signal);
  } finally {
    await database.close();
  }
}

export const documentFilesIn = (copy: string): string[] =>
  readCopy<Parameters<typeof filesOf>[0]>(copy, 'select * from documents').flatMap(filesOf);

async function copyHostData(
  { database: { db }, store }: HostData,
  copyHost: () => Promise<void>,
  partial: string,
  signal: AbortSignal,
): Promise<{ documents: BackupFile[]; missing: string[] }> {
  const copy = join(partial, databaseFile);
  const copied = new Map<string, BackupFile>();
  const copyDocument = async (name: string): Promise<void> => {
    const path = `documents/${name}`;
    const copying = copyFile(() => store.read(name), join(partial, path), signal);
    const file = await ifFileExists(copying);
    if (file) copied.set(name, { path, ...file });
  };
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    await rm(copy, { force: true });
    await copyHost();
    const named = new Set(documentFilesIn(copy));
    for (const name of named) if (!copied.has(name)) await copyDocument(name);
    const missing = [...named].filter((name) => !copied.has(name));
    if (!(await areNamed(db, missing))) continue;
    for (const name of copied.keys()) {
      if (named.has(name)) continue;
      await rm(join(partial, 'documents', name));
      copied.delete(name);
    }
    return { documents: [...copied.values()], missing };
  }
  throw new CommandError('invalid', 'Documents were replaced or erased all the time. Try again.');
}

/** Returns whether the database still names these documents: they were not replaced or erased since it was copied. */
async function areNamed(db: HostDatabase['db'], names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    const naming = db
      .selectFrom('documents')
      .select('type')
      .where(namesFile(sql.val(name)));
    if (!(await hasRow(naming))) return false;
  }
  return true;
}

function countsOf(directory: string, site: SiteData) {
  const rowsOf = (table: string, file = databaseFile) => {
    const path = join(directory, file);
    if (!existsSync(path)) return 0;
    const [row] = readCopy<{ rows: number }>(path, `select count(*) as rows from ${table}`);
    return row?.rows ?? 0;
  };
  return {
    openings: rowsOf('openings'),
    applications: rowsOf('applications'),
    documents: rowsOf('documents'),
    messages: rowsOf('contact_messages'),
    alerts: rowsOf('alerts'),
    submissions: rowsOf('submission', site.database),
  };
}

export async function copyFile(
  source: () => Readable,
  path: string,
  signal: AbortSignal,
): Promise<Pick<BackupFile, 'bytes' | 'sha256'>> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of source()) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const bytes = await writeNewFile(path, hashed, signal);
  return { bytes, sha256: hash.digest('hex') };
}

/** Returns the size and the hash of a file that SQLite has written, and writes the file through to the disk. */
async function hashOfWritten(path: string): Promise<Pick<BackupFile, 'bytes' | 'sha256'>> {
  await sync(path);
  return hashOf(createReadStream(path));
}

/** Returns the size and the hash of the bytes of a stream. Rejects with the error of the stream. */
export async function hashOf(
  source: AsyncIterable<Buffer>,
): Promise<Pick<BackupFile, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function syncDirectories(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true }))
    if (entry.isDirectory()) await syncDirectories(join(directory, entry.name));
  await sync(directory);
}
