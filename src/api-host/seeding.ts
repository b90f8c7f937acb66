import type { Transaction } from 'kysely';
import { type Opening, openingSchema } from '#src/domain/model/opening.ts';
import type { Engine, HostDatabase } from './database/engine.ts';
import type { Tables } from './database/schema.ts';
import { saveCompanies, saveOpenings } from './openings.ts';
import { companies } from './seed/companies.ts';
import { openings } from './seed/openings.ts';
import type { SeedOpening } from './seed/types.ts';

const fact = 'openings_provided';

/**
 * Puts the sample group in, once in the life of a database and in one transaction. A database that was
 * given openings of its own before its first start stays without samples.
 * @returns whether this call did it
 */
export async function seedOnce(db: HostDatabase, engine: Engine, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await engine.takeTurns(trx, [fact]);
    const done = await trx
      .selectFrom('host_facts')
      .select('value')
      .where('name', '=', fact)
      .executeTakeFirst();
    if (done) return false;
    await saveCompanies(
      trx,
      companies.map(({ id, company_name }) => ({ id: String(id), company_name })),
    );
    await saveOpenings(
      trx,
      engine,
      openings.map((opening) => toOpening(opening, now)),
    );
    await recordOpeningsProvided(trx, now);
    return true;
  });
}

/** From now on the samples stay away. */
export async function recordOpeningsProvided(trx: Transaction<Tables>, now: Date): Promise<void> {
  await trx
    .insertInto('host_facts')
    .values({ name: fact, value: now.toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

function toOpening(sample: SeedOpening, now: Date): Opening {
  const { posted_days_ago, closes_in_days, salary, ...opening } = sample;
  return openingSchema.parse({
    ...opening,
    company_name: companies.find(({ id }) => id === sample.company_id)?.company_name,
    date_posted: dayFrom(now, -posted_days_ago),
    ...(closes_in_days !== null && { closing_date: dayFrom(now, closes_in_days) }),
    ...(salary !== null && { salary }),
  });
}

function dayFrom(now: Date, days: number): string {
  const day = new Date(now);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
