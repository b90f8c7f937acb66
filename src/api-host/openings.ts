import type { Selectable, Transaction } from 'kysely';
import type { DatabaseDialect } from '#src/database/database.ts';
import type { Company, Opening } from '#src/domain/model/opening.ts';
import { closingCheck } from '#src/domain/rules/closing-date.ts';
import { type HostDatabase, type Tables, toStoredText } from './database/schema.ts';
import { openingsIndex, searchableTexts, searchTerms } from './search-text.ts';

/** Lists contain open openings only, the most recently posted first. */
export interface OpeningStore {
  list(now: Date): Promise<Opening[]>;
  /** A company's openings that contain every word of `q`, best match first; all of them if `q` is empty. */
  search(
    search: { readonly company_id: string; readonly q: string },
    now: Date,
  ): Promise<Opening[]>;
  find(id: string, now: Date): Promise<{ opening: Opening; closed: boolean } | undefined>;
  listCompanies(): Promise<Company[]>;
  hasCompany(id: string): Promise<boolean>;
}

/** @param timeZone of the companies, in which closing dates pass */
export function openingStore({ db, dialect }: HostDatabase, timeZone: string): OpeningStore {
  const rows = db
    .selectFrom('openings')
    .innerJoin('companies', 'companies.id', 'openings.company_id')
    .selectAll('openings')
    .select('companies.company_name');
  const openAt = (now: Date, found: readonly OpeningRow[]) => {
    const isClosed = closingCheck(timeZone, now);
    return found.filter(({ closing_date }) => !isClosed(closing_date)).map(toOpening);
  };

  return {
    async list(now) {
      const found = await rows
        .orderBy('openings.date_posted', (order) => order.desc().nullsLast())
        .orderBy('openings.id')
        .execute();
      return openAt(now, found);
    },

    async search({ company_id, q }, now) {
      const ofCompany = rows.where('openings.company_id', '=', company_id);
      const latestFirst = ofCompany
        .orderBy('openings.date_posted', (order) => order.desc().nullsLast())
        .orderBy('openings.id');
      if (q.trim() === '') return openAt(now, await latestFirst.execute());

      const terms = searchTerms(q);
      if (terms.length === 0) return [];
      const found = await ofCompany
        .innerJoin(
          dialect.matchFullText(openingsIndex, terms).as('match'),
          'match.id',
          'openings.id',
        )
        .orderBy('match.score', 'desc')
        .orderBy('openings.date_posted', (order) => order.desc().nullsLast())
        .orderBy('openings.id')
        .execute();
      return openAt(now, found);
    },

    async find(id, now) {
      const row = await rows.where('openings.id', '=', id).executeTakeFirst();
      if (!row) return undefined;
      return {
        opening: toOpening(row),
        closed: closingCheck(timeZone, now)(row.closing_date),
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

/** Adds companies or renames those with the same ids. */
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

/** Adds openings or replaces those with the same ids; their companies must exist. */
export async function saveOpenings(
  trx: Transaction<Tables>,
  dialect: DatabaseDialect,
  openings: readonly Opening[],
): Promise<void> {
  for (const opening of openings) {
    const { id, ...values } = toRow(opening);
    await trx
      .insertInto('openings')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    await dialect.setFullText(trx, openingsIndex, id, searchableTexts(opening));
  }
}

type OpeningRow = Selectable<Tables['openings']> & { company_name: string };

/** Fields unknown to this host go into `further`. */
function toRow(opening: Opening): Selectable<Tables['openings']> {
  const {
    id,
    company_id,
    company_name: _inCompanies,
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
    role_name: toStoredText(role_name),
    jobdescription: toStoredText(jobdescription),
    jobstatus: toStoredText(jobstatus),
    requiredskill: toStoredText(requiredskill),
    extra_skill: toStoredText(extra_skill),
    locations: JSON.stringify(locations),
    questions: JSON.stringify(questions),
    date_posted: date_posted ?? null,
    closing_date: closing_date ?? null,
    employment_type: employment_type ?? null,
    salary: salary ? JSON.stringify(salary) : null,
    further: JSON.stringify(further),
  };
}

/** The opening in the API's shape; optional fields without a value are absent. */
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
