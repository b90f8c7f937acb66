import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import { projectFile } from '#src/config/project-file.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import { type Opening, openingSchema, type Salary } from '#src/domain/model/opening.ts';
import { isoDay } from '#src/language/format-date.ts';
import { readFact, writeFact } from '../database/facts.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import { removeOpenings, saveCompanies, saveOpenings, toStored } from './opening-store.ts';

/** The row of `host_facts` that records the first import of openings, by the host or by an operator. */
const openingsProvided = 'openings_provided';

const fixtures = projectFile('fixtures');

type SampleText = 'role_name' | 'jobstatus' | 'requiredskill' | 'extra_skill' | 'jobdescription';

/** Dates are relative to the first start, so that samples are never out of date. */
interface SampleOpening extends Pick<Opening, SampleText | 'language' | 'locations' | 'questions'> {
  readonly id: number;
  readonly company_id: number;
  readonly posted_days_ago: number;
  /** The value null means that the opening has no closing date. */
  readonly closes_in_days: number | null;
  /** The gross salary, or null if none is advertised. */
  readonly salary: Salary | null;
}

/** Reads `companies/companies.json` and every `openings/*.json` of the fixtures, in the order of their ids. */
export async function readSampleData() {
  const read = async (...path: string[]) =>
    JSON.parse(await readFile(join(fixtures, ...path), 'utf8'));
  const companies: readonly { readonly id: number; readonly company_name: string }[] = await read(
    'companies',
    'companies.json',
  );
  const files = (await readdir(join(fixtures, 'openings'))).filter((name) =>
    name.endsWith('.json'),
  );
  const lists: SampleOpening[][] = await Promise.all(files.map((name) => read('openings', name)));
  return { companies, openings: lists.flat().sort((a, b) => a.id - b.id) };
}

/**
 * If an operator imported openings before the first start, there are no samples. @returns whether this call added them
 */
export async function addSampleData(
  { db, dialect, transaction }: HostDatabase,
  now: Date,
): Promise<boolean> {
  if (await hasOpeningsProvided(db)) return false;
  const { companies, openings } = await readSampleData();
  return transaction([openingsProvided], async (trx) => {
    // Another process may have added openings since the first check.
    if (await hasOpeningsProvided(trx)) return false;
    await saveCompanies(
      trx,
      companies.map(({ id, company_name }) => ({ id: String(id), company_name })),
    );
    const names = new Map(companies.map(({ id, company_name }) => [id, company_name]));
    await saveOpenings(
      trx,
      dialect,
      openings.map((opening) => toStored(toOpening(opening, names.get(opening.company_id), now))),
    );
    await recordOpeningsProvided(trx, now);
    return true;
  });
}

export const hasOpeningsProvided = async (db: Kysely<Tables>): Promise<boolean> =>
  (await readFact(db, openingsProvided)) !== undefined;

/** Records that openings were added to the database, so that no samples are added later. */
export async function recordOpeningsProvided(trx: Transaction<Tables>, now: Date): Promise<void> {
  if (await hasOpeningsProvided(trx)) return;
  await writeFact(trx, openingsProvided, now.toISOString());
}

/** An opening that an operator stored under the id of a sample is no sample. */
export async function sampleOpenings(db: Kysely<Tables>): Promise<string[]> {
  const { openings } = await readSampleData();
  const samples = new Map(openings.map((sample) => [String(sample.id), sample]));
  const stored = await db
    .selectFrom('openings')
    .select(['id', 'role_name', 'jobdescription'])
    .where('id', 'in', [...samples.keys()])
    .execute();
  return stored
    .filter(({ id, role_name, jobdescription }) => {
      const sample = samples.get(id);
      return sample?.role_name === role_name && sample.jobdescription === jobdescription;
    })
    .map(({ id }) => id);
}

/** Applications keep a sample opening. @returns the number of removed samples, and of kept ones */
export async function clearSamples({
  dialect,
  transaction,
}: HostDatabase): Promise<{ readonly removed: number; readonly kept: number }> {
  const { companies } = await readSampleData();
  return transaction([openingsProvided], async (trx) => {
    const samples = await sampleOpenings(trx);
    const applications = await trx
      .selectFrom('applications')
      .select('joblistingid')
      .where('joblistingid', 'in', samples)
      .execute();
    const kept = new Set(applications.map(({ joblistingid }) => joblistingid));
    const removed = samples.filter((id) => !kept.has(id));
    await removeOpenings(trx, dialect, removed);
    const ids = companies.map(({ id }) => String(id));
    const used = trx.selectFrom('openings').select('company_id');
    const unused = trx.deleteFrom('companies').where('id', 'in', ids).where('id', 'not in', used);
    await unused.execute();
    return { removed: removed.length, kept: kept.size };
  });
}

function toOpening(sample: SampleOpening, company_name: string | undefined, now: Date): Opening {
  const { posted_days_ago, closes_in_days, salary, ...opening } = sample;
  return openingSchema.parse({
    ...opening,
    company_name,
    date_posted: dayFrom(now, -posted_days_ago),
    ...(closes_in_days !== null && { closing_date: dayFrom(now, closes_in_days) }),
    ...(salary !== null && { salary }),
  });
}

const dayFrom = (now: Date, days: number): string => isoDay(now.getTime() + days * dayMs);
