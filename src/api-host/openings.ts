import type { Transaction } from 'kysely';
import type { Company, Opening } from '#src/domain/model/opening.ts';
import type { Engine, HostDatabase } from './database/engine.ts';
import type { Tables } from './database/schema.ts';
import { toOpening, toRow } from './opening-rows.ts';
import { searchableTexts, searchTerms } from './search-text.ts';
import { toStoredText } from './stored-text.ts';

/** Openings and companies as stored; lists hold open ones only, the latest posted first. */
export interface OpeningStore {
  list(now: Date): Promise<Opening[]>;
  /** A company's openings that hold every word of `q`, best first; all of them when `q` is empty. */
  search(
    search: { readonly company_id: string; readonly q: string },
    now: Date,
  ): Promise<Opening[]>;
  find(id: string, now: Date): Promise<{ opening: Opening; closed: boolean } | undefined>;
  listCompanies(): Promise<Company[]>;
  hasCompany(id: string): Promise<boolean>;
}

export function openingStore(db: HostDatabase, engine: Engine): OpeningStore {
  const rows = db
    .selectFrom('openings')
    .innerJoin('companies', 'companies.id', 'openings.company_id')
    .selectAll('openings')
    .select('companies.company_name');
  const openAt = (now: Date) =>
    rows.where(({ eb, or }) =>
      or([eb('openings.closes_at', 'is', null), eb('openings.closes_at', '>', now.toISOString())]),
    );

  return {
    async list(now) {
      const found = await openAt(now)
        .orderBy('openings.date_posted', (order) => order.desc().nullsLast())
        .orderBy('openings.id')
        .execute();
      return found.map(toOpening);
    },

    async search({ company_id, q }, now) {
      const ofCompany = openAt(now).where('openings.company_id', '=', company_id);
      const latestFirst = ofCompany
        .orderBy('openings.date_posted', (order) => order.desc().nullsLast())
        .orderBy('openings.id');
      if (q.trim() === '') return (await latestFirst.execute()).map(toOpening);

      const terms = searchTerms(q);
      if (terms.length === 0) return [];
      const found = await ofCompany
        .innerJoin(engine.matches(terms).as('match'), 'match.opening_id', 'openings.id')
        .orderBy('match.score', 'desc')
        .orderBy('openings.date_posted', (order) => order.desc().nullsLast())
        .orderBy('openings.id')
        .execute();
      return found.map(toOpening);
    },

    async find(id, now) {
      const row = await rows.where('openings.id', '=', id).executeTakeFirst();
      if (!row) return undefined;
      return {
        opening: toOpening(row),
        closed: row.closes_at !== null && row.closes_at <= now.toISOString(),
      };
    },

    listCompanies: () =>
      db.selectFrom('companies').selectAll().orderBy('company_name').orderBy('id').execute(),

    async hasCompany(id) {
      const row = await db
        .selectFrom('companies')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** Adds companies, or renames those that exist. */
export async function saveCompanies(
  trx: Transaction<Tables>,
  companies: readonly Company[],
): Promise<void> {
  for (const { id, company_name } of companies) {
    await trx
      .insertInto('companies')
      .values({ id, company_name: toStoredText(company_name) })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ company_name: toStoredText(company_name) }),
      )
      .execute();
  }
}

/** Adds openings, or puts them in place of those with the same id; their companies must exist. */
export async function saveOpenings(
  trx: Transaction<Tables>,
  engine: Engine,
  openings: readonly Opening[],
): Promise<void> {
  for (const opening of openings) {
    const { id, ...values } = toRow(opening);
    await trx
      .insertInto('openings')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    await engine.indexOpening(trx, id, searchableTexts(opening));
  }
}
