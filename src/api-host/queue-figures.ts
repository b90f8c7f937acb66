import { sql } from 'kysely';
import type { HostDatabase } from './database/schema.ts';
import { alertMailQueue, mailQueue } from './mail/mail-queue.ts';
import type { WorkQueue } from './queue/work-queue.ts';
import { scanQueue } from './scan/scan-queue.ts';

/** Returns the figures of all queues, without data of persons. */
export const readQueues = async (database: HostDatabase, now: Date) => ({
  mail: await readQueue(database, mailQueue, now),
  alerts: await readQueue(database, alertMailQueue, now),
  scan: await readQueue(database, scanQueue, now),
});

async function readQueue<Row>(
  { db }: HostDatabase,
  { table, columns, unsettled, failures }: WorkQueue<Row>,
  now: Date,
) {
  const rows = (states: readonly string[]) =>
    db
      .selectFrom(sql.table(table).as('work'))
      .where(sql.ref<string>(columns.state), 'in', states)
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        sql<string | null>`min(${sql.ref(columns.createdAt)})`.as('oldest'),
      ])
      .executeTakeFirstOrThrow();
  const { count, oldest } = await rows(unsettled);
  const ageMs = oldest === null ? null : now.getTime() - Date.parse(oldest);
  return {
    waiting: count,
    oldest_seconds: ageMs === null ? null : Math.max(0, Math.round(ageMs / 1000)),
    failed: (await rows(failures)).count,
  };
}
