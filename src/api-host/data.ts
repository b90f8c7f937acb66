import { join } from 'node:path';
import { prepareDataDir } from '#src/config/data-dir.ts';
import type { HostSettings } from '#src/config/settings.ts';
import { openDatabase } from '#src/database/database.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { hostMigrations } from './database/migrations.ts';
import type { HostDatabase, Tables } from './database/schema.ts';
import { type DocumentStore, openDocumentStore } from './documents/document-store.ts';

/** The database's file in DATA_DIR. */
export const databaseFile = 'api-host.sqlite';

/** The data of a host. A host and commands may have the same data open at the same time. */
export interface HostData {
  readonly database: HostDatabase;
  readonly store: DocumentStore;
  close(): Promise<void>;
}

/**
 * Opens the data that the settings name; creates it if there is none.
 * @param options.migrate false: a command, under which a host of an older version may run, so the schema stays as it is
 */
export async function openHostData(
  { dataDir, documentsUrl }: Pick<HostSettings, 'dataDir' | 'documentsUrl'>,
  options?: { readonly migrate: boolean },
): Promise<HostData> {
  prepareDataDir(dataDir);
  const store = await openDocumentStore(documentsUrl);
  const dialect = sqliteDialect(join(dataDir, databaseFile));
  const database = await openDatabase<Tables>(dialect, hostMigrations(dialect), options);
  return { database, store, close: () => database.close() };
}

/** Writes to the database and to the documents. Rejects if one is full, read-only or has vanished. */
export async function checkWritable({ database, store }: HostData): Promise<void> {
  const value = new Date().toISOString();
  await database.db
    .insertInto('host_facts')
    .values({ name: 'write_test', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
  await store.checkWritable();
}
