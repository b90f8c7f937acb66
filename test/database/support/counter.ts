import { type Kysely, sql } from 'kysely';

export interface Tables {
  counter: { id: string; value: number };
}

export const migrations = {
  '0001-counter': {
    async up(db: Kysely<unknown>) {
      await sql`create table counter (id text primary key, value bigint not null)`.execute(db);
    },
  },
};

export const insert = (to: Pick<Kysely<Tables>, 'insertInto'>, id: string, value = 1) =>
  to.insertInto('counter').values({ id, value }).execute();

export const idsOf = async (db: Pick<Kysely<Tables>, 'selectFrom'>): Promise<string[]> =>
  (await db.selectFrom('counter').select('id').orderBy('id').execute()).map(({ id }) => id);
