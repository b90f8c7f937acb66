import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import { hasRow } from '#src/database/database.ts';
import { instantAfter } from '#src/domain/rules/text/iso-date.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import type { HostContext } from '../log.ts';
import { afterScan, type FilesOfRow, filesOf, namesFile } from './document-states.ts';
import type { DocumentStore } from './document-store.ts';

/**
 * A crash can happen between storing a file and recording it, so each file's name is in `orphaned_files` before its
 * bytes are stored, until its document is recorded. Only files in that table are removed, so restoring an older
 * database beside newer files loses none of them.
 */
export type DocumentCleanup = ReturnType<typeof documentCleanup>;

/** Longer than the interval of the cleanup, so that files that another process is still storing are not removed. */
const abandonedAfterMs = 15 * 60 * 1000;
const batchSize = 100;
export const cleanupIntervalMs = 5 * 60 * 1000;

/**
 * `since` of a file named in the column `former`, which the version before does not know. It never removes such a file.
 */
const namedByFormer = '9999-12-31T23:59:59.999Z';
/** The next cleanup removes the file. */
const removeAtOnce = new Date(0).toISOString();

async function note(db: Kysely<Tables>, names: readonly string[], since: string): Promise<void> {
  for (const stored_as of names)
    await db
      .insertInto('orphaned_files')
      .values({ stored_as, since })
      .onConflict((conflict) => conflict.column('stored_as').doUpdateSet({ since }))
      .execute();
}

/**
 * Updates `orphaned_files` after a row was changed, inserted (without `before`) or deleted (without `after`). Returns
 * the files that the row no longer names. The next cleanup removes them, unless the caller does so before.
 */
export async function noteFiles(
  trx: Kysely<Tables>,
  before: FilesOfRow | undefined,
  after?: FilesOfRow,
): Promise<string[]> {
  const named = filesOf(after);
  const unnamed = filesOf(before).filter((name) => !named.includes(name));
  const [own, ...former] = named;
  if (own !== undefined)
    await trx.deleteFrom('orphaned_files').where('stored_as', '=', own).execute();
  await note(trx, former, namedByFormer);
  await note(trx, unnamed, removeAtOnce);
  return unnamed;
}

/** Ends the replacements whose new files were scanned. */
async function endReplacements({ db, transaction }: HostDatabase, now: Date): Promise<void> {
  const noted = db.selectFrom('orphaned_files').where('since', '=', namedByFormer);
  // Few rows have a `former`, and the column has no index, so `orphaned_files` tells first whether there is one.
  if (!(await hasRow(noted.select('since')))) return;
  const replaced = db.selectFrom('documents').selectAll().where('former', 'is not', null);
  for (const row of await replaced.execute()) {
    const columns = afterScan(row, now);
    if (!columns) continue;
    await transaction([], async (trx) => {
      const { stored_as, scan_state } = row;
      const changed = await trx
        .updateTable('documents')
        .set(columns)
        .where((eb) => eb.and({ stored_as, scan_state }))
        .returning(['stored_as', 'former'])
        .executeTakeFirst();
      if (changed) await noteFiles(trx, row, changed);
    });
  }
  // These files are named by no row any more, because the version before has erased their rows.
  const naming = db.selectFrom('documents').where(namesFile(sql.ref('orphaned_files.stored_as')));
  await db
    .updateTable('orphaned_files')
    .set({ since: removeAtOnce })
    .where('since', '=', namedByFormer)
    .where(({ exists, not }) => not(exists(naming.select('type'))))
    .execute();
}

export function documentCleanup(
  database: HostDatabase,
  store: DocumentStore,
  { clock, log }: HostContext,
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
      await endReplacements(database, now);
      const abandoned = await db
        .selectFrom('orphaned_files')
        .select('stored_as')
        .where('since', '<', instantAfter(now, -abandonedAfterMs))
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

    /** Overwrites deleted rows on the disk. While another process still reads them, it only logs a warning. */
    purge: () =>
      dialect
        .purgeDeleted(db)
        .catch((error: unknown) => log.warn({ event: 'erased-rows-remain', error })),
  };
}
