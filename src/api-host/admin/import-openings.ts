import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseBusyError } from '#src/database/database.ts';
import { listLimits } from '#src/domain/model/limits.ts';
import type { Company } from '#src/domain/model/opening.ts';
import { type Opening, openingSchema } from '#src/domain/model/opening.ts';
import type { HostDatabase } from '../database/schema.ts';
import { allOpenings, saveCompanies, saveOpenings, toStored } from '../openings.ts';
import { recordOpeningsProvided } from '../sample-data.ts';

/** A file of openings is invalid; nothing was imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** One message for each fault, with the opening it is in. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Openings are being imported by another process. */
export class ImportRunningError extends Error {
  override readonly name = 'ImportRunningError';
  /** Contract: nothing was changed. */
  readonly exitCode = 3;
  constructor(options?: ErrorOptions) {
    super(
      'Openings are being imported by another process. Nothing was imported. Try again when it has ended.',
      options,
    );
  }
}

/**
 * Openings in the shape the API sends (section 3): a list, or a response with a list in `data`. Stricter than
 * the API client, which omits invalid parts: the importer can correct the file.
 * @throws ImportError
 */
export function parseOpenings(json: unknown): Opening[] {
  const list = hasData(json) ? json.data : json;
  if (!Array.isArray(list)) throw new ImportError(['The file must contain a list of openings.']);
  const problems: string[] = [];
  const openings = list.flatMap((item: unknown, index) => {
    const parsed = openingSchema.safeParse(item);
    if (!parsed.success) {
      problems.push(
        ...parsed.error.issues.map(
          ({ path, message }) => `Opening ${index + 1}: ${path.join('.') || 'it'}: ${message}`,
        ),
      );
      return [];
    }
    problems.push(
      ...findings(parsed.data).map(
        (finding) => `Opening ${index + 1} (${parsed.data.id}): ${finding}`,
      ),
    );
    return [parsed.data];
  });
  problems.push(
    ...repeated(openings.map(({ id }) => id)).map((id) => `There are two openings with id ${id}.`),
  );
  if (problems.length > 0) throw new ImportError(problems);
  return openings;
}

/** Of one opening, in JSON. */
export const maxOpeningBytes = 63 * 1024;

/** Of all openings together, in JSON. The last MiB that the site reads is for the rest of the response. */
export const maxOpeningsBytes = listLimits.bytes - 1024 * 1024;

/** A transaction of a few milliseconds: a host that runs on the same data waits for no longer than that. */
const batchSize = 50;

/**
 * Adds openings and their companies, or replaces openings with the same ids, in batches; an import that was interrupted
 * can be repeated. Other openings do not change. A host running on the same data serves the openings at once.
 * @throws ImportError, before anything is written, if a company has no name in the file and none in the database, or if
 * the database would hold more than the site can read
 */
export async function importOpenings(
  database: HostDatabase,
  openings: readonly Opening[],
  now: Date,
): Promise<{ added: number; replaced: number; companies: number }> {
  const { db, transaction, dialect } = database;
  const known = await db.selectFrom('companies').selectAll().execute();
  const companies = companiesOf(openings, known);
  const replaced = await checkSize(database, openings);
  await transaction([], (trx) => recordOpeningsProvided(trx, now));
  await inBatches(companies, (batch) => transaction([], (trx) => saveCompanies(trx, batch)));
  // Prepared outside the transactions: most of the time is for the searchable texts.
  for (let start = 0; start < openings.length; start += 1000)
    await inBatches(openings.slice(start, start + 1000).map(toStored), (batch) =>
      transaction([], (trx) => saveOpenings(trx, dialect, batch)),
    );
  return { added: openings.length - replaced, replaced, companies: companies.length };
}

/**
 * `importOpenings` in one transaction that excludes another import, wherever it runs: for PostgreSQL, where the calls of a
 * host do not wait for it. An import that is interrupted has no effect.
 * @throws ImportRunningError if another one does not end in time
 */
export const importOpeningsAtOnce = (
  database: HostDatabase,
  ...openingsAndNow: [openings: readonly Opening[], now: Date]
): ReturnType<typeof importOpenings> =>
  database
    .transaction(['import of openings'], (trx) =>
      importOpenings(
        { ...database, db: trx, transaction: (_locks, work) => work(trx) },
        ...openingsAndNow,
      ),
    )
    .catch((error: unknown) => {
      throw error instanceof DatabaseBusyError ? new ImportRunningError({ cause: error }) : error;
    });

/** Between two batches the lock is free for as long as the batch held it, at most 50 ms. */
async function inBatches<Item>(
  items: readonly Item[],
  save: (batch: readonly Item[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize) {
    const startedAt = performance.now();
    await save(items.slice(start, start + batchSize));
    await delay(Math.min(50, performance.now() - startedAt));
  }
}

/**
 * The number of openings that the import replaces.
 * @throws ImportError if the openings of the database and of the file together exceed the limits of a list
 */
async function checkSize(database: HostDatabase, openings: readonly Opening[]): Promise<number> {
  const added = new Set(openings.map(({ id }) => id));
  let replaced = 0;
  let items = openings.length;
  let bytes = openings.reduce((sum, opening) => sum + bytesOf(opening), 0);
  for await (const batch of allOpenings(database))
    for (const opening of batch) {
      if (added.has(opening.id)) replaced += 1;
      else {
        items += 1;
        bytes += bytesOf(opening);
      }
    }
  const problems = [
    ...(items > listLimits.items
      ? [`With this file there would be ${items} openings. The site can read ${listLimits.items}.`]
      : []),
    ...(bytes > maxOpeningsBytes
      ? [
          `With this file the openings would have ${bytes} bytes. The site can read ${maxOpeningsBytes}.`,
        ]
      : []),
  ];
  if (problems.length > 0) throw new ImportError(problems);
  return replaced;
}

/** The bytes of an opening in the API's JSON, with the comma after it. */
const bytesOf = (opening: Opening): number => Buffer.byteLength(JSON.stringify(opening)) + 1;

function companiesOf(openings: readonly Opening[], known: readonly Company[]): Company[] {
  const names = new Map<string, Set<string>>();
  for (const { company_id, company_name } of openings) {
    const given = names.get(company_id) ?? new Set<string>();
    if (company_name.trim() !== '') given.add(company_name.trim());
    names.set(company_id, given);
  }
  const problems: string[] = [];
  const companies: Company[] = [];
  for (const [id, given] of names) {
    const [company_name, another] = given;
    if (another !== undefined) problems.push(`Company ${id} has two names in the file.`);
    else if (company_name !== undefined) companies.push({ id, company_name });
    else if (!known.some((company) => company.id === id))
      problems.push(`Company ${id} has no name in the file and none in the database.`);
  }
  if (problems.length > 0) throw new ImportError(problems);
  return companies;
}

/** Faults that the schema accepts. */
function findings(opening: Opening): string[] {
  const { role_name, company_id, questions } = opening;
  const bytes = bytesOf(opening);
  return [
    ...(bytes > maxOpeningBytes ? [`it has ${bytes} bytes. The limit is ${maxOpeningBytes}.`] : []),
    ...(role_name.trim() === '' ? ['role_name is empty.'] : []),
    ...(company_id === '' ? ['company_id is missing.'] : []),
    ...repeated(questions.map(({ id }) => id)).map((id) => `it has two questions with id ${id}.`),
  ];
}

function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(ids.filter((id) => seen.size === seen.add(id).size))];
}

const hasData = (json: unknown): json is { readonly data: unknown } =>
  typeof json === 'object' && json !== null && !Array.isArray(json) && 'data' in json;
