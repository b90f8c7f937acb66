import { hash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { HostSettings } from '#src/config/settings.ts';
import {
  type AnyTableSet,
  type AnyTables,
  CopyDiffersError,
  copyTables,
} from '#src/database/copy-tables.ts';
import { hasRow, openDatabase } from '#src/database/database.ts';
import { openConfiguredDatabase } from '#src/database/open.ts';
import { requireShared, sharedFact } from '#src/database/shared-settings.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { checkCopy, readCopy } from '#src/database/sqlite-copy.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { jsonOrUndefined } from '#src/domain/model/json.ts';
import { ifFileExists, writeAtomically } from '#src/files/write.ts';
import { databaseFile, hostSchema, hostSecrets, openDocumentStore, restoreFact } from '../data.ts';
import { installationFact, readFact, writeFact } from '../database/facts.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { acceptStore } from '../documents/store-id.ts';
import {
  type BackupFile,
  copyFile,
  documentFilesIn,
  hashOf,
  knownMigrations,
  type Manifest,
  manifestFile,
  manifestSchema,
  type SiteData,
  storedName,
} from './backup.ts';

/** The prefix of the directory in DATA_DIR that has copies of the databases of the backup during a restore. */
const stagingPrefix = '.restore-';
/** The number of documents that are copied at the same time. A remote store takes most of the time for its responses. */
const copiesAtOnce = 4;

/**
 * Copies a backup to empty databases and an empty document store, of any system, and then compares both with the
 * backup. Nothing is changed before all files of the backup are verified. After an interruption or a difference,
 * another call with the same backup continues; until it succeeds, the data cannot be opened. The caller has locked
 * DATA_DIR.
 * @throws CommandError, UnsupportedDatabaseError, CopyDiffersError
 */
export async function restore(
  settings: HostSettings,
  source: string,
  { site, signal }: { readonly site: SiteData; readonly signal: AbortSignal },
) {
  const { dataDir, documentsUrl, sessionSecret } = settings;
  const { manifest, id } = await verifyBackup(source, signal);
  for (const name of await readdir(dataDir))
    if (name.startsWith(stagingPrefix)) await rm(join(dataDir, name), { recursive: true });

  await using opened = new AsyncDisposableStack();
  const staging = await mkdtemp(join(dataDir, stagingPrefix));
  opened.defer(() => rm(staging, { recursive: true }));
  await stageDatabases(manifest, source, staging, site, signal);
  const place = { settings, source, staging, signal, opened };
  const host = await openTables(place, databaseFile, hostSchema, 'host_facts');
  const hasSite = manifest.files.some(({ path }) => path === site.database);
  const submissions = hasSite
    ? await openTables(place, site.database, site.schema, 'site_facts')
    : undefined;
  const store = await openDocumentStore(settings);
  await store.check();

  const secret = await ifFileExists(readFile(join(source, site.secret), 'utf8'));
  const secretPath = join(dataDir, site.secret);
  await reserve(host.database, id, async () => {
    await host.requireEmpty('host_facts');
    await submissions?.requireEmpty();
    if (!(await store.isEmpty())) throw notEmpty(`${documentsUrl} has documents`);
    const present = await ifFileExists(readFile(secretPath, 'utf8'));
    if (present !== undefined && present !== secret) throw notEmpty(secretPath);
  });
  if (secret !== undefined)
    await writeAtomically(secretPath, (temporary) =>
      writeFile(temporary, secret, { mode: 0o600, flush: true }),
    );
  await copyDocuments(store, source, manifest.files, signal);
  await submissions?.copy();
  // The copy also removes the row that reserved the database.
  await host.copy();
  // A new id keeps `pruneBackups` from removing the backups of the installation that was copied.
  await writeFact(host.database.db, installationFact, randomUUID());
  await acceptStore(host.database.db, store);
  await requireShared(host.database.db, 'host_facts', hostSecrets(settings), { store: 'all' });
  const session = { SESSION_SECRET: sessionSecret ?? secret?.trim() };
  const sites = submissions?.database.db;
  if (sites) await requireShared(sites, 'site_facts', session, { store: 'all' });
  return {
    ...manifest,
    /** Whether SESSION_SECRET differs from the secret of the backup. */
    hasOtherSecret: sessionSecret !== undefined && secret?.trim() !== sessionSecret.trim(),
  };
}

interface Place {
  readonly settings: HostSettings;
  readonly source: string;
  readonly staging: string;
  readonly signal: AbortSignal;
  readonly opened: AsyncDisposableStack;
}

/** Opens a database of the backup, and the database into which it is copied. */
async function openTables(
  { settings, source, staging, signal, opened }: Place,
  file: string,
  schema: AnyTableSet,
  facts: string,
) {
  const dialect = sqliteDialect(join(staging, file));
  const from = await openDatabase(dialect, schema.migrations(dialect));
  opened.defer(from.close);
  if (file === databaseFile) requireNames(join(staging, file), source);
  // Facts about shared settings describe the installation that was backed up.
  await sql`delete from ${sql.table(facts)} where name like ${sharedFact('%')}`.execute(from.db);
  const location = { ...settings, file: join(settings.dataDir, file) };
  const to = await openConfiguredDatabase<AnyTables>(location, schema, 'if-empty');
  opened.defer(to.close);
  return {
    database: to,
    async requireEmpty(ignored?: string) {
      for (const table of Object.keys(schema.tables))
        if (table !== ignored && (await hasRow(to.db.selectFrom(table).selectAll().limit(1))))
          throw notEmpty(`${to.dialect.name} has ${table}`);
    },
    copy: () =>
      to.transaction([restoreFact], (trx) =>
        copyTables(from.db, trx, schema, { dialect: to.dialect, signal }),
      ),
  };
}

const notEmpty = (what: string): CommandError =>
  new CommandError(
    'invalid',
    `There is data already: ${what}. Restore into an empty DATA_DIR, DATABASE_URL and DOCUMENTS_URL, or move what is there away.`,
  );

/** Rejects unless a backup is complete, and its files have the hashes of the manifest. @throws CommandError */
export async function verifyBackup(
  source: string,
  signal: AbortSignal,
): Promise<{ manifest: Manifest; id: string }> {
  const read = await readManifest(source);
  for (const file of read.manifest.files) await verify(source, file, signal);
  return read;
}

/** The id of a backup is the hash of its manifest, which has the hash of each file. */
async function readManifest(source: string): Promise<{ manifest: Manifest; id: string }> {
  const reading = readFile(join(source, manifestFile), 'utf8');
  const text = await ifFileExists(reading, ['ENOENT', 'ENOTDIR']);
  if (text === undefined)
    throw new CommandError(
      'invalid',
      `${source} is no complete backup: it has no ${manifestFile}.`,
    );
  const { success, data, error } = manifestSchema.safeParse(jsonOrUndefined(text));
  if (success) return { manifest: data, id: hash('sha256', text, 'hex') };
  const [issue] = error.issues;
  throw new CommandError(
    'invalid',
    `${join(source, manifestFile)} cannot be used (${issue?.path.join('.')}: ${issue?.message}). It is damaged or of a newer version.`,
  );
}

async function verify(source: string, { path, bytes, sha256 }: BackupFile, signal: AbortSignal) {
  const from = join(source, path);
  const found = await ifFileExists(hashOf(createReadStream(from, { signal })));
  if (!found) throw new CommandError('invalid', `${from} is missing. Nothing was restored.`);
  if (found.bytes !== bytes || found.sha256 !== sha256)
    throw new CommandError('invalid', `${from} is not what was backed up. Nothing was restored.`);
}

/** Copies the databases, because they are migrated and SQLite writes beside them, and checks them. */
async function stageDatabases(
  manifest: Manifest,
  source: string,
  staging: string,
  site: SiteData,
  signal: AbortSignal,
): Promise<void> {
  const paths = new Set(manifest.files.map(({ path }) => path));
  if (!paths.has(databaseFile))
    throw new CommandError('invalid', `${source} has no ${databaseFile}. Nothing was restored.`);
  for (const [file, known] of Object.entries(knownMigrations(site))) {
    if (!paths.has(file)) continue;
    await copyFile(() => createReadStream(join(source, file)), join(staging, file), signal);
    checkCopy(join(staging, file), join(source, file), known);
  }
  const absent = documentFilesIn(join(staging, databaseFile)).find(
    (name) => !paths.has(`documents/${name}`) && !manifest.missing.includes(name),
  );
  if (absent)
    throw new CommandError(
      'invalid',
      `${source} has no documents/${absent}. Nothing was restored.`,
    );
}

/** Somebody may have altered a backup and its manifest. The names become paths in the store and in an export. */
function requireNames(staged: string, source: string): void {
  const names = `select id as name from applications union all select type from documents
    union all select stored_as from orphaned_files`;
  const wrong = readCopy<{ name: string }>(staged, names)
    .map(({ name }) => name)
    .concat(documentFilesIn(staged))
    .find((name) => !storedName.test(name));
  if (wrong !== undefined)
    throw new CommandError(
      'invalid',
      `${source} has the name ${JSON.stringify(wrong)}, which this program never writes. Nothing was restored.`,
    );
}

/** Reserves an empty database for a backup. A repetition for the same backup does nothing. */
const reserve = (database: HostDatabase, id: string, requireEmpty: () => Promise<void>) =>
  database.transaction([restoreFact], async (trx) => {
    const reserved = await readFact(trx, restoreFact);
    if (reserved === id) return;
    if (reserved !== undefined) throw notEmpty('the restore of another backup was interrupted');
    await requireEmpty();
    await writeFact(trx, restoreFact, id);
  });

/** Stores the documents that the store does not have yet. Each is read again from the store and compared. */
async function copyDocuments(
  store: DocumentStore,
  source: string,
  files: readonly BackupFile[],
  signal: AbortSignal,
): Promise<void> {
  const documents = (function* () {
    for (const file of files)
      if (file.path.startsWith('documents/'))
        yield { ...file, name: file.path.slice('documents/'.length) };
  })();
  const copyNext = async () => {
    for (const { name, path, sha256 } of documents) {
      signal.throwIfAborted();
      const isStored = async () =>
        (await ifFileExists(hashOf(store.read(name))))?.sha256 === sha256;
      if (await isStored()) continue;
      await store.remove(name);
      await store.write(createReadStream(join(source, path), { signal }), name);
      if (!(await isStored()))
        throw new CopyDiffersError(
          `The stored document ${name} differs from the one of the backup.`,
        );
    }
  };
  // If one of these loops fails, the shared generator ends, and so do the other loops.
  await Promise.all(Array.from({ length: copiesAtOnce }, copyNext));
}
