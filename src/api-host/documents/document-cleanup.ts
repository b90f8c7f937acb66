import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { HostDatabase } from '../database/schema.ts';
import type { HostLog } from '../log.ts';
import type { DocumentStore } from './document-store.ts';
import { settleReplacements } from './document-versions.ts';

/**
 * A crash can happen between storing a file and recording it, so each file's name is in `orphaned_files` before its
 * bytes are stored, until its document is recorded. Only files in that table are removed, so restoring an older
 * database beside newer files loses none of them.
 */
export type DocumentCleanup = ReturnType<typeof documentCleanup>;

/** It is longer than the interval of the cleanup, so that files that another process is still storing are not removed. */
const abandonedAfterMs = 15 * 60 * 1000;
const batchSize = 100;
export const cleanupIntervalMs = 5 * 60 * 1000;

export function documentCleanup(
  database: HostDatabase,
  store: DocumentStore,
  { clock, log }: { readonly clock: () => Date; readonly log: HostLog },
) {
  const { db, dialect } = database;
  const inProgress = new Set<string>();

  /** Removes an orphaned file. If that fails, `run` tries again. */
  const discard = async (storedAs: string): Promise<boolean> => {
    try {
      await store.remove(storedAs);
      await db.deleteFrom('orphaned_files').where('stored_as', '=', storedAs).execute();
      return true;
    } catch (error) {
      log.warn({ event: 'document-not-removed', error });
      return false;
    }
  };

  const renew = (names: readonly string[]) =>
    db
      .updateTable('orphaned_files')
      .set({ since: clock().toISOString() })
      .where('stored_as', 'in', names)
      .execute();

  return {
    /** Stores a file as an orphan until it is recorded. If it rejects, nothing is stored. */
    async store(source: Readable, extension: string, declaredBytes: number) {
      const now = clock().toISOString();
      const storedAs = `${now.slice(0, 7)}/${randomUUID()}.${extension}`;
      inProgress.add(storedAs);
      try {
        await db.insertInto('orphaned_files').values({ stored_as: storedAs, since: now }).execute();
        return { storedAs, bytes: await store.write(source, storedAs, declaredBytes) };
      } catch (error) {
        source.destroy();
        await discard(storedAs);
        throw error;
      } finally {
        inProgress.delete(storedAs);
      }
    },

    discard,

    /** Removes abandoned files, and renews those being stored now. Returns whether there may be more. */
    async run() {
      const now = clock();
      if (inProgress.size > 0) await renew([...inProgress]);
      await settleReplacements(database, now);
      const abandoned = await db
        .selectFrom('orphaned_files')
        .select('stored_as')
        .where('since', '<', new Date(now.getTime() - abandonedAfterMs).toISOString())
        .orderBy('since')
        .limit(batchSize)
        .execute();
      for (const { stored_as } of abandoned) {
        if (await discard(stored_as)) continue;
        // The other files would probably fail too, each after a time limit. This file is tried again after them.
        await renew([stored_as]);
        return false;
      }
      return abandoned.length === batchSize;
    },

    /** Overwrites on the disk what deleted rows contained. While another process reads them, it only logs a warning. */
    purge: () =>
      dialect
        .purgeDeleted(db)
        .catch((error: unknown) => log.warn({ event: 'erased-rows-remain', error })),
  };
}
