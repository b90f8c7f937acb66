import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

export const lastBackupFact = 'last_backup';
/** The id of an installation, which its backups contain. A restore gives the data a new id. */
export const installationFact = 'installation';

/** Returns a value that is about the data as a whole, or undefined. */
export async function readFact(db: Kysely<Tables>, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('host_facts')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

export async function writeFact(db: Kysely<Tables>, name: string, value: string): Promise<void> {
  await db
    .insertInto('host_facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
