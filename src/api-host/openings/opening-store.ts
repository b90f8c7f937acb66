import {
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely';
import { statusAt } from '#src/config/site-time.ts';
import { batchesOf, chunks } from '#src/database/batches.ts';
import { type DatabaseDialect, type FullTextEntry, hasRow } from '#src/database/database.ts';
import type { OpeningSearch } from '#src/domain/api/openings.ts';
import { searchTerms } from '#src/domain/catalogue/query.ts';
import type { Company, Opening } from '#src/domain/model/opening.ts';
import { yieldToEventLoop } from '#src/jobs/yielding.ts';
import { type HostDatabase, type Tables, toStoredText, toStoredTexts } from '../database/schema.ts';
import { openingsIndex, searchEntry } from '../database/search-index.ts';

export type OpeningStore = ReturnType<typeof openingStore>;
export type OpeningBatches = AsyncGenerator<readonly Opening[]>;

export async function collect(batches: OpeningBatches): Promise<Opening[]> {
  const openings: Opening[] = [];
  for await (const batch of batches) openings.push(...batch);
  return openings;
}

/**
 * Lists contain open openings only, the most recently posted first. No call finds openings that are not posted yet.
 * Lists are read in batches, so that a long one needs no more memory and does not block other requests.
 */
export function openingStore({ db, dialect }: HostDatabase) {
  const rows = withCompany(db);
  const keys = db.selectFrom('openings').select(keyColumns);

  async function* openAt(now: Date, found: Promise<readonly OpeningKey[]>): OpeningBatches {
    const statusOf = statusAt(now);
    const ids = (await found).flatMap((key) => (statusOf(key) === 'open' ? key.id : []));
    for (const batch of chunks(ids)) {
      const byId = new Map(
        (await rows.where('openings.id', 'in', batch).execute()).map((row) => [row.id, row]),
      );
      // An opening may have been removed after the first query.
      yield batch.flatMap((id) => byId.get(id) ?? []).map(toOpening);
      // Reads of SQLite are synchronous: other requests would otherwise wait for the whole list.
      await yieldToEventLoop();
    }
  }

  /** Finds a company's openings that contain every word of `q`, the best match first. An empty `q` finds all of them. */
  async function findKeys({ company_id, q }: OpeningSearch): Promise<readonly OpeningKey[]> {
    const companyKeys = keys.where('openings.company_id', '=', company_id);
    if (q.trim() === '') return latestFirst(companyKeys).execute();
    const terms = searchTerms(q);
    if (terms.length === 0) return [];
    const match = dialect.matchFullText(openingsIndex, company_id, terms).as('match');
    const matching = companyKeys.innerJoin(match, 'match.id', 'openings.id');
    return latestFirst(matching.orderBy('match.score', 'desc')).execute();
  }

  return {
    list: (now: Date) => openAt(now, latestFirst(keys).execute()),

    search: (search: OpeningSearch, now: Date) => openAt(now, findKeys(search)),

    /** Finds the ids of all matching openings, also of those that are not open, without reading the openings. */
    searchIds: async (search: OpeningSearch) => (await findKeys(search)).map(({ id }) => id),

    /** Reads the open openings among these ids, in the order of `list`. */
    withIds: (ids: readonly string[], now: Date) =>
      collect(openAt(now, latestFirst(keys.where('openings.id', 'in', ids)).execute())),

    async find(id: string, now: Date) {
      const row = await rows.where('openings.id', '=', id).executeTakeFirst();
      const statusOf = statusAt(now);
      // An opening that was closed before the day on which it is posted stays unknown too.
      if (!row || statusOf({ date_posted: row.date_posted }) === 'scheduled') return undefined;
      const opening = toOpening(row);
      return { opening, closed: statusOf(opening) === 'closed' };
    },

    /** Lists the companies with an opening that was posted: a scheduled one announces none. */
    async listCompanies(now: Date): Promise<Company[]> {
      const statusOf = statusAt(now);
      const openings = db.selectFrom('openings').select(['company_id', 'date_posted']).distinct();
      const posted = new Set(
        (await openings.execute()).flatMap((one) =>
          statusOf(one) === 'open' ? one.company_id : [],
        ),
      );
      const all = db.selectFrom('companies').selectAll().orderBy('company_name').orderBy('id');
      return (await all.execute()).filter(({ id }) => posted.has(id));
    },

    hasCompany: (id: string) =>
      hasRow(db.selectFrom('companies').select('id').where('id', '=', id)),
  };
}

export async function saveCompanies(
  trx: Transaction<Tables>,
  companies: readonly Company[],
): Promise<void> {
  for (const values of chunks(companies))
    await trx
      .insertInto('companies')
      .values(
        values.map(({ id, company_name }) => ({ id, company_name: toStoredText(company_name) })),
      )
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ company_name: ({ ref }) => ref('excluded.company_name') }),
      )
      .execute();
}

interface StoredOpening {
  readonly row: Selectable<Tables['openings']>;
  readonly entry: FullTextEntry;
}

/** Before the transaction, because this takes more time than the writes and needs no lock. */
export const toStored = (opening: Opening): StoredOpening => ({
  row: toRow(opening),
  entry: searchEntry(opening),
});

/** Returns the opening as a read after storing it would. */
export const asStored = (opening: Opening): Opening =>
  toOpening({ ...toRow(opening), company_name: toStoredText(opening.company_name) });

/** Adds openings, and replaces those with the same ids. Their companies must exist. */
export async function saveOpenings(
  trx: Transaction<Tables>,
  dialect: DatabaseDialect,
  openings: readonly StoredOpening[],
): Promise<void> {
  for (const batch of chunks(openings)) {
    const values = batch.map(({ row }) => row);
    const names = Object.keys(values[0] ?? {}) as (keyof StoredOpening['row'])[];
    await trx
      .insertInto('openings')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(names.map((name) => [name, ref(`excluded.${name}`)])),
          ),
      )
      .execute();
  }
  for (const { entry } of openings) await dialect.setFullText(trx, openingsIndex, entry);
}

/** Adds the entries of all openings to a search index that has none of them. */
export async function indexOpenings(
  trx: Transaction<Tables>,
  dialect: DatabaseDialect,
): Promise<void> {
  for await (const batch of readAllOpenings(trx))
    for (const opening of batch)
      await dialect.setFullText(trx, openingsIndex, searchEntry(opening));
}

/** Removes openings. Applications to them are kept. */
export async function removeOpenings(
  trx: Transaction<Tables>,
  dialect: DatabaseDialect,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await trx.deleteFrom('openings').where('id', '=', id).execute();
    await dialect.setFullText(trx, openingsIndex, { id, group: '', texts: {} });
  }
}

/** Reads all openings, including closed ones, or those with these ids, in the order of their ids. */
export async function* readAllOpenings(
  db: Kysely<Tables>,
  ids?: readonly string[],
): OpeningBatches {
  let rows = withCompany(db);
  if (ids) rows = rows.where('openings.id', 'in', ids);
  for await (const batch of batchesOf(rows, ['openings.id'])) yield batch.map(toOpening);
}

const withCompany = (db: Kysely<Tables>) =>
  db
    .selectFrom('openings')
    .innerJoin('companies', 'companies.id', 'openings.company_id')
    .selectAll('openings')
    .select('companies.company_name');

/** The order of lists, and of those that match a search equally well. */
const latestFirst = <Set, Table extends keyof Set, Row>(
  query: SelectQueryBuilder<Set, Table, Row>,
): SelectQueryBuilder<Set, Table, Row> =>
  query
    .orderBy(sql.ref('openings.date_posted'), (order) => order.desc().nullsLast())
    .orderBy(sql.ref('openings.id'));

const keyColumns = ['openings.id', 'openings.date_posted', 'openings.closing_date'] as const;
type OpeningKey = Pick<Tables['openings'], 'id' | 'date_posted' | 'closing_date'>;
type OpeningRow = Selectable<Tables['openings']> & { company_name: string };

/** Puts the fields that this host does not know into `further`. */
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
    closing_date = null,
    closed_since = null,
    employment_type,
    salary,
    language,
    ...further
  } = opening;
  return {
    id,
    company_id,
    ...toStoredTexts({ role_name, jobdescription, jobstatus, requiredskill, extra_skill }),
    locations: JSON.stringify(locations),
    questions: JSON.stringify(questions),
    date_posted: date_posted ?? null,
    closing_date: closed_since ?? closing_date,
    closed_since,
    planned_closing_date: closed_since && closing_date,
    employment_type: employment_type ?? null,
    salary: salary ? JSON.stringify(salary) : null,
    language: language ?? null,
    further: JSON.stringify(further),
  };
}

/** Returns the opening in the API's shape, without optional fields that have no value. */
function toOpening({
  further,
  locations,
  questions,
  date_posted,
  closing_date,
  closed_since,
  planned_closing_date,
  employment_type,
  salary,
  language,
  ...fields
}: OpeningRow): Opening {
  const isClosed = closed_since !== null && closed_since === closing_date;
  const end = isClosed ? planned_closing_date : closing_date;
  // A host of the oldest supported version puts all columns that it does not know into `further`.
  const { closed_since: _since, planned_closing_date: _date, ...unknown } = JSON.parse(further);
  return {
    ...unknown,
    ...fields,
    locations: JSON.parse(locations),
    questions: JSON.parse(questions),
    ...(date_posted !== null && { date_posted }),
    ...(end !== null && { closing_date: end }),
    ...(isClosed && { closed_since }),
    ...(employment_type !== null && { employment_type }),
    ...(salary !== null && { salary: JSON.parse(salary) }),
    ...(language !== null && { language }),
  };
}
