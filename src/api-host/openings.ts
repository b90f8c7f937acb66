import type { Selectable, Transaction } from 'kysely';
import type { Company } from '#src/domain/model/company.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { closesAt } from './closing.ts';
import type { Engine, HostDatabase } from './database/engine.ts';
import type { Tables } from './database/schema.ts';
import { searchableTexts, searchTerms } from './search-text.ts';
import { storable } from './stored-text.ts';

type OpeningRow = Selectable<Tables['openings']> & { company_name: string };

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
      .values({ id, company_name: storable(company_name) })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ company_name: storable(company_name) }),
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

function toRow(opening: Opening): Selectable<Tables['openings']> {
  const {
    id,
    company_id,
    company_name: _namedByItsCompany,
    role_name,
    jobdescription,
    jobstatus,
    requiredskill,
    extra_skill,
    locations,
    questions,
    date_posted,
    closing_date,
    employment_type,
    salary,
    ...further
  } = opening;
  return {
    id,
    company_id,
    role_name: storable(role_name),
    jobdescription: storable(jobdescription),
    jobstatus: storable(jobstatus),
    requiredskill: storable(requiredskill),
    extra_skill: storable(extra_skill),
    locations: JSON.stringify(locations),
    questions: JSON.stringify(questions),
    date_posted: date_posted ?? null,
    closing_date: closing_date ?? null,
    closes_at: closesAt(closing_date),
    employment_type: employment_type ?? null,
    salary: salary ? JSON.stringify(salary) : null,
    further: JSON.stringify(further),
  };
}

/** The opening as section 3 has it on the wire; optional fields stay away where they are not known. */
function toOpening(row: OpeningRow): Opening {
  return {
    ...(JSON.parse(row.further) as Record<string, unknown>),
    id: row.id,
    role_name: row.role_name,
    company_id: row.company_id,
    company_name: row.company_name,
    locations: JSON.parse(row.locations) as Opening['locations'],
    jobdescription: row.jobdescription,
    jobstatus: row.jobstatus,
    requiredskill: row.requiredskill,
    extra_skill: row.extra_skill,
    questions: JSON.parse(row.questions) as Opening['questions'],
    ...(row.date_posted !== null && { date_posted: row.date_posted }),
    ...(row.closing_date !== null && { closing_date: row.closing_date }),
    ...(row.employment_type !== null && { employment_type: row.employment_type }),
    ...(row.salary !== null && { salary: JSON.parse(row.salary) as Opening['salary'] }),
  };
}
