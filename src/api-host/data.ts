import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareDataDir } from '#src/config/data-dir.ts';
import type { HostSettings } from '#src/config/settings.ts';
import type { TableSet } from '#src/database/copy-tables.ts';
import { type Migrate, UnsupportedDatabaseError } from '#src/database/database.ts';
import { openConfiguredDatabase } from '#src/database/open.ts';
import type { SharedSecrets } from '#src/database/shared-settings.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { readFact, writeFact } from './database/facts.ts';
import { hostMigrations } from './database/migrations.ts';
import { type HostDatabase, hostTables, type Tables } from './database/schema.ts';
import type { DocumentStore } from './documents/document-store.ts';
import { fileStore } from './documents/file-store.ts';
import { identifiedStore } from './documents/store-id.ts';
import { indexOpenings } from './openings/opening-store.ts';

export const databaseFile = 'api-host.sqlite';

export const hostSchema: TableSet<Tables> = {
  migrations: hostMigrations,
  migrationTable: 'host_migrations',
  tables: hostTables,
  afterCopy: indexOpenings,
};

/** The row of `host_facts` with which a restore reserves an empty database until it has copied everything. */
export const restoreFact = 'restore';

/** A host and commands may have the same data open at the same time. */
export interface HostData {
  readonly database: HostDatabase;
  readonly store: DocumentStore;
  close(): Promise<void>;
}

/**
 * Opens the data that the settings name, and creates it if there is none.
 * @param options.migrate commands do not use 'always', because a host of the version before may run on the data
 */
export async function openHostData(
  settings: HostSettings,
  { migrate = 'always' }: { readonly migrate?: Migrate } = {},
): Promise<HostData> {
  const { dataDir } = settings;
  prepareDataDir(dataDir);
  const store = await openDocumentStore(settings);
  const database = await openConfiguredDatabase<Tables>(
    { ...settings, file: join(dataDir, databaseFile) },
    hostSchema,
    migrate,
  );
  if ((await readFact(database.db, restoreFact)) !== undefined) {
    await database.close();
    throw new UnsupportedDatabaseError(
      `${database.dialect.name} has a restore that was interrupted: repeat \`careers host restore\`.`,
    );
  }
  const identified = identifiedStore(store, database, hostSecrets(settings), migrate === 'always');
  return { database, store: identified, close: () => database.close() };
}

/** A host on a socket serves this machine only, and each embedded host has a secret of its own, so none is compared. */
export const hostSecrets = ({
  secret,
  socketPath,
}: Pick<HostSettings, 'secret' | 'socketPath'>): SharedSecrets =>
  socketPath === undefined ? { API_HOST_SECRET: secret } : {};

export const openEmptyDatabase = (): Promise<HostDatabase> =>
  openConfiguredDatabase<Tables>({ file: ':memory:' }, hostSchema);

/** @throws CommandError if the directory of the documents cannot be created */
export async function openDocumentStore({
  documentsUrl,
  s3,
}: Pick<HostSettings, 'documentsUrl' | 's3'>): Promise<DocumentStore> {
  if (s3 === undefined) {
    const directory = fileURLToPath(documentsUrl);
    return fileStore(directory).catch((error: NodeJS.ErrnoException) => {
      const message = `Documents need a directory that can be written: ${directory} (${error.code})`;
      throw new CommandError('invalid', message, error);
    });
  }
  const { s3Store } = await import('./documents/s3-store.ts');
  return s3Store(s3);
}

export interface DataProblem {
  readonly failed: 'database' | 'documents';
  readonly error: unknown;
}

export async function checkData({
  database: { db },
  store,
}: HostData): Promise<DataProblem | undefined> {
  const failed = (part: DataProblem['failed']) => (error: unknown) => ({ failed: part, error });
  return (
    (await writeFact(db, 'write_test', new Date().toISOString()).catch(failed('database'))) ??
    (await store.check().catch(failed('documents'))) ??
    undefined
  );
}
