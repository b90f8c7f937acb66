import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine, HostDatabase } from './database/engine.ts';
import { openDatabase } from './database/open.ts';
import { sqliteEngine } from './database/sqlite.ts';
import type { DocumentStore } from './documents/document-store.ts';
import { openDocumentStore } from './documents/open-store.ts';
import type { HostSettings } from './settings.ts';

/** The database's file in DATA_DIR. */
export const databaseFile = 'api-host.sqlite';

/** All that a host keeps. A host and commands may have the same data open at once. */
export interface HostData {
  readonly db: HostDatabase;
  readonly engine: Engine;
  readonly store: DocumentStore;
  close(): Promise<void>;
}

/** Opens the data that the settings name, its tables brought up to date; makes it where there is none. */
export async function openHostData({
  dataDir,
  documentsUrl,
}: Pick<HostSettings, 'dataDir' | 'documentsUrl'>): Promise<HostData> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const engine = sqliteEngine(join(dataDir, databaseFile));
  const store = await openDocumentStore(documentsUrl);
  const db = await openDatabase(engine);
  return { db, engine, store, close: () => db.destroy() };
}
