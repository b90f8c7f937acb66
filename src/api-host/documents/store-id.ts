import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  requireShared,
  SettingDiffersError,
  type SharedSecrets,
  sharedFact,
} from '#src/database/shared-settings.ts';
import { ifFileExists } from '#src/files/write.ts';
import { readFact, writeFact } from '../database/facts.ts';
import type { HostDatabase } from '../database/schema.ts';
import { type DocumentStore, storeIdName } from './document-store.ts';

const fact = sharedFact('DOCUMENTS_URL');

const readId = async (store: DocumentStore): Promise<string | undefined> =>
  (await ifFileExists(buffer(store.read(storeIdName))))?.toString();

/** Connects a store with a database by writing the same id to both. */
export async function acceptStore(
  db: HostDatabase['db'],
  store: DocumentStore,
  id: string = randomUUID(),
): Promise<string> {
  await store.write(Readable.from([id]), storeIdName);
  await writeFact(db, fact, id);
  return id;
}

/**
 * If the ids of store and database differ, the store has the documents of another database, so nothing is stored or
 * removed there. `check` compares the secrets too. @param creates whether an absent id or secret is stored
 */
export function identifiedStore(
  store: DocumentStore,
  { db, transaction }: HostDatabase,
  secrets: SharedSecrets,
  creates: boolean,
): DocumentStore {
  const createId = () =>
    transaction(
      [fact],
      async (trx) => (await readFact(trx, fact)) ?? acceptStore(trx, store, await readId(store)),
    );
  async function identify(): Promise<void> {
    const id = (await readFact(db, fact)) ?? (creates ? await createId() : undefined);
    if (id !== undefined && id !== (await readId(store)))
      throw new SettingDiffersError('DOCUMENTS_URL');
  }
  let isIdentified = false;
  async function identified(): Promise<DocumentStore> {
    if (!isIdentified) await identify();
    isIdentified = true;
    return store;
  }
  return {
    ...store,
    async write(source, ...rest) {
      // The listener prevents an unhandled 'error' event before the source is read.
      source.on('error', () => {});
      return (await identified()).write(source, ...rest);
    },
    remove: async (name) => (await identified()).remove(name),
    async check() {
      await store.check();
      await identify();
      await requireShared(db, 'host_facts', secrets, { store: creates ? 'absent' : 'none' });
    },
  };
}
