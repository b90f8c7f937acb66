import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { HostDatabase } from '../database/engine.ts';
import { describeError, type HostLog } from '../log.ts';
import type { DocumentStore } from './document-store.ts';

/**
 * Bytes and records are two stores, and a crash may fall between them. So the database knows each name
 * before its bytes come, as one that belongs to nobody (`loose_files`); recording the document takes it
 * out of that list, replacing or erasing one puts it back. What stays there is removed: nothing else is,
 * so an older database put back beside newer documents costs none of them.
 */
export interface DocumentCleanup {
  /** Keeps what arrives; belongs to nobody until recorded. Rejects with nothing left. */
  keep(source: Readable, extension: string): Promise<{ storedAs: string; bytes: number }>;
  /** Removes bytes that belong to nobody; what cannot be removed now, `sweep` tries again. */
  discard(storedAs: string): Promise<void>;
  /** Removes what has belonged to nobody for a while; returns how many. Renews what is under way here. */
  sweep(): Promise<number>;
}

/** Longer than two sweeps are apart, so that what another process is still receiving is left alone. */
const abandonedAfterMs = 15 * 60 * 1000;
export const cleanupIntervalMs = 5 * 60 * 1000;

export function documentCleanup(
  db: HostDatabase,
  store: DocumentStore,
  { clock, log }: { readonly clock: () => Date; readonly log: HostLog },
): DocumentCleanup {
  const underWay = new Set<string>();

  const discard = async (storedAs: string) => {
    try {
      await store.remove(storedAs);
      await db.deleteFrom('loose_files').where('stored_as', '=', storedAs).execute();
    } catch (error) {
      log.warn({ event: 'document-not-removed', ...describeError(error) });
    }
  };

  return {
    async keep(source, extension) {
      const now = clock().toISOString();
      const storedAs = `${now.slice(0, 7)}/${randomUUID()}.${extension}`;
      underWay.add(storedAs);
      try {
        await db.insertInto('loose_files').values({ stored_as: storedAs, since: now }).execute();
        return { storedAs, bytes: await store.keep(source, storedAs) };
      } catch (error) {
        source.destroy();
        await discard(storedAs);
        throw error;
      } finally {
        underWay.delete(storedAs);
      }
    },

    discard,

    async sweep() {
      const now = clock();
      if (underWay.size > 0)
        await db
          .updateTable('loose_files')
          .set({ since: now.toISOString() })
          .where('stored_as', 'in', [...underWay])
          .execute();
      const abandoned = await db
        .selectFrom('loose_files')
        .select('stored_as')
        .where('since', '<', new Date(now.getTime() - abandonedAfterMs).toISOString())
        .execute();
      for (const { stored_as } of abandoned) await discard(stored_as);
      return abandoned.length;
    },
  };
}
