import { sql } from 'kysely';
import type { HostDatabase } from './database/schema.ts';
import { alertMailQueue, mailQueue } from './mail/mail-queue.ts';
import type { WorkQueue } from './queue/work-queue.ts';
import { scanQueue } from './scan/scan-queue.ts';

/** Returns the figures of all queues, without data of persons. */
export const readQueues = async (database: HostDatabase, now: Date) => ({
  mail: await readQueue(database, mailQueue, 'created_at', now),
  alerts: await readQueue(database, alertMailQueue, 'created_at', now),
  scan: await readQueue(database, scanQueue, 'received_at', now),
});

async function readQueue<Row>(
  { db }: HostDatabase,
  { table, prefix, unsettled, failures }: WorkQueue<Row>,
  createdAt: keyof Row & string,
  now: Date,
) {
  const rows = (states: readonly string[]) =>
    db
      .selectFrom(sql.table(table).as('work'))
      .where(sql.ref<string>(`${prefix}state`), 'in', states)
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        sql<string | null>`min(${sql.ref(createdAt)})`.as('oldest'),
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
