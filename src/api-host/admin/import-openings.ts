import { isDeepStrictEqual } from 'node:util';
import { siteConfig } from '#src/config/site.ts';
import { statusAt } from '#src/config/site-time.ts';
import { DatabaseBusyError } from '#src/database/database.ts';
import { employmentCode, employmentTypes } from '#src/domain/catalogue/employment-terms.ts';
import type { OpeningStatus } from '#src/domain/catalogue/opening-dates.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { listLimits } from '#src/domain/model/limits.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { nearestName } from '#src/domain/rules/text/edit-distance.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import { isoDay } from '#src/language/format-date.ts';
import type { HostDatabase } from '../database/schema.ts';
import {
  asStored,
  readAllOpenings,
  saveCompanies,
  saveOpenings,
  toStored,
} from '../openings/opening-store.ts';
import { recordOpeningsProvided } from '../openings/sample-data.ts';
import { completeOpenings } from './complete-openings.ts';
import { ImportError } from './csv.ts';
import { employmentExpected, openingColumns } from './opening-columns.ts';
import { bytesOf, type FileOpening, findings, type OpeningsFile } from './openings-file.ts';

/** The limit of all openings together, in bytes of JSON. The site reads one MiB more, for the rest of the response. */
export const maxOpeningsBytes = listLimits.bytes - 1024 * 1024;

const currencies = new Set(Intl.supportedValuesOf('currency'));

export interface ImportOptions {
  readonly now: Date;
  readonly company?: string | undefined;
  /** `expired` reopens only openings whose last day is over, none that somebody has closed. */
  readonly reopen?: boolean | 'expired' | undefined;
}

export interface OpeningChange {
  readonly id: string;
  readonly role_name: string;
  readonly change: 'added' | 'changed';
  readonly fields: readonly string[];
  /** The status and `date_posted` after the change. */
  readonly status: OpeningStatus;
  readonly date_posted: string | undefined;
}

export type ImportPlan = Awaited<ReturnType<typeof planImport>>;

/**
 * An opening that is not in the file stays as it is.
 * @throws ImportError if a company has no name, or the database would hold more than the site can read
 */
export async function planImport(
  database: HostDatabase,
  file: OpeningsFile,
  options: ImportOptions,
) {
  const { openings, companies } = await completeOpenings(database, file, options.company);
  const statusOf = statusAt(options.now);
  const rules = { ...options, absent: file.absent, statusOf };
  const rest = new Map(openings.map((item) => [item.opening.id, item]));
  const imported: Imported[] = [];
  let count = openings.length;
  let bytes = 0;
  for await (const batch of readAllOpenings(database.db))
    for (const existing of batch) {
      const item = rest.get(existing.id);
      rest.delete(existing.id);
      if (item) imported.push(importOpening(item, rules, existing));
      else {
        count += 1;
        bytes += bytesOf(existing);
      }
    }
  for (const item of rest.values()) imported.push(importOpening(item, rules));
  for (const { opening } of imported) bytes += bytesOf(opening);

  const problems = imported.flatMap((one) => one.problems);
  if (count > listLimits.items)
    problems.push(
      `With this file there would be ${counted(count, 'opening')}. The site can read ${listLimits.items}.`,
    );
  if (bytes > maxOpeningsBytes)
    problems.push(
      `With this file the openings would have ${bytes} bytes. The site can read ${maxOpeningsBytes}.`,
    );
  if (problems.length > 0) throw new ImportError(problems);
  return {
    changes: imported.flatMap(({ change }) => change ?? []),
    unchanged: imported.filter(({ change }) => !change).length,
    /** The ids of openings that stay closed although the file would open them, because `reopen` is not set. */
    staysClosed: imported.flatMap(({ opening, staysClosed }) => (staysClosed ? opening.id : [])),
    openings: imported.flatMap(({ change, opening }) => (change ? opening : [])),
    companies,
  };
}

interface Rules extends ImportOptions {
  readonly absent: OpeningsFile['absent'];
  readonly statusOf: ReturnType<typeof statusAt>;
}

type Imported = ReturnType<typeof importOpening>;

function importOpening({ where, opening }: FileOpening, rules: Rules, existing?: Opening) {
  const merged = existing && mergeWithStored(existing, opening, rules);
  const dated = withPostedDay(merged?.opening ?? opening, existing, rules);
  const { opening: coded, problems } = withEmploymentCode(dated, existing);
  problems.unshift(...currencyProblems(dated, existing));
  // The file may lack fields that only the stored opening has, so the complete opening is checked.
  if (rules.absent.length > 0) problems.push(...findings(coded));
  const stored = asStored(coded);
  return {
    opening: stored,
    change: changeOf(stored, existing, rules.statusOf(stored)),
    staysClosed: merged?.staysClosed ?? false,
    problems: problems.map((problem) => `${where}: ${problem}`),
  };
}

function changeOf(
  opening: Opening,
  existing: Opening | undefined,
  status: OpeningStatus,
): OpeningChange | undefined {
  const { id, role_name, date_posted } = opening;
  if (!existing) return { id, role_name, change: 'added', fields: [], status, date_posted };
  const fields = Object.keys({ ...existing, ...opening }).filter(
    (name) => !isDeepStrictEqual(existing[name], opening[name]),
  );
  if (fields.length === 0) return undefined;
  return { id, role_name, change: 'changed', fields, status, date_posted };
}

/** Takes the fields that the file lacks from the stored opening. A closed opening stays closed without `reopen`. */
function mergeWithStored(
  existing: Opening,
  opening: Opening,
  { absent, statusOf, reopen = false }: Rules,
) {
  const merged = { ...opening, ...unchangedByFile(existing, absent, opening) };
  const { closed_since, closing_date } = existing;
  const isClosed = (one: Opening) => statusOf(one) === 'closed';
  const hasDates = ['closing_date', 'closed_since'].some((name) => !absent.includes(name));
  // The opening is closed because its last day is over, and not by a person.
  const isExpired = closed_since === undefined;
  const byFile = { ...merged, closed_since: opening.closed_since };
  const wouldOpen = hasDates && isClosed(existing) && !isClosed(byFile);
  const mayOpen = reopen === 'expired' ? isExpired : reopen;
  if (wouldOpen && mayOpen)
    return { opening: { ...merged, closed_since: undefined }, staysClosed: false };
  if (wouldOpen && isExpired) return { opening: { ...merged, closing_date }, staysClosed: true };
  merged.closed_since = closed_since ?? merged.closed_since;
  return { opening: merged, staysClosed: wouldOpen };
}

/** Without `date_posted` in the file, an opening is posted on the day when it is first open, and keeps that day. */
function withPostedDay(
  opening: Opening,
  existing: Opening | undefined,
  { statusOf, now }: Rules,
): Opening {
  if (opening.date_posted !== undefined) return opening;
  const before = existing?.date_posted;
  if (before && statusOf({ date_posted: before }) === 'open')
    return { ...opening, date_posted: before };
  const opensNow = statusOf(opening) === 'open' && !(existing && statusOf(existing) === 'open');
  return opensNow ? { ...opening, date_posted: isoDay(now) } : opening;
}

/** An unknown currency is no problem if the stored opening has it already. */
function currencyProblems({ salary }: Opening, existing?: Opening): string[] {
  if (!salary || salary.currency === existing?.salary?.currency) return [];
  if (currencies.has(salary.currency)) return [];
  const named = JSON.stringify(salary.currency);
  return [`salary: ${named} is no currency of ISO 4217, such as ${siteConfig.region.currency}.`];
}

function withEmploymentCode(opening: Opening, existing?: Opening) {
  const { employment_type: type } = opening;
  const problems: string[] = [];
  if (!type || type === existing?.employment_type) return { opening, problems };
  const code = employmentCode(type);
  const nearest = nearestName(type.slice(0, 40).toUpperCase(), employmentTypes);
  const isNear = nearest && nearest.distance <= nearest.name.length / 2;
  if (!code)
    problems.push(
      `employment_type: ${JSON.stringify(type)}: it must be ${employmentExpected}.${isNear ? ` The nearest is ${nearest.name}.` : ''}`,
    );
  return { opening: { ...opening, employment_type: code }, problems };
}

/** Writes in one transaction: seconds for 20,000 new openings (decision 016). */
export async function writeImport(
  { transaction, dialect }: HostDatabase,
  { openings, companies }: ImportPlan,
  now: Date,
): Promise<void> {
  const stored = openings.map(toStored);
  await transaction([], async (trx) => {
    await recordOpeningsProvided(trx, now);
    await saveCompanies(trx, companies);
    await saveOpenings(trx, dialect, stored);
  });
}

/**
 * Runs an import in one transaction. It is for PostgreSQL, where the calls of a host do not wait for a transaction.
 * @throws CommandError if another import does not end in time
 */
export const inExclusiveTransaction = <Result>(
  database: HostDatabase,
  work: (database: HostDatabase) => Promise<Result>,
): Promise<Result> =>
  database
    .transaction(['import of openings'], (trx) =>
      work({ ...database, db: trx, transaction: (_locks, inside) => inside(trx) }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseBusyError)) throw error;
      const message = 'Openings are being imported by another process. Nothing was imported.';
      throw new CommandError('invalid', `${message} Try again when it has ended.`, error);
    });

/** Returns the fields that a file does not have. The id and the name of a company are kept together. */
function unchangedByFile(existing: Opening, absent: readonly string[], { company_id }: Opening) {
  const isKept = (name: string) => {
    if (name === 'company_id' || name === 'company_name') return company_id === '';
    return absent.includes(columnNames.has(name) ? name : 'further');
  };
  return Object.fromEntries(Object.entries(existing).filter(([name]) => isKept(name)));
}

const columnNames = new Set(openingColumns.map(({ name }) => name));
