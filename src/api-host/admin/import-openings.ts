import { isDeepStrictEqual } from 'node:util';
import { siteConfig } from '#src/config/site.ts';
import { DatabaseBusyError } from '#src/database/database.ts';
import { employmentCode, employmentTypes } from '#src/domain/catalogue/employment-terms.ts';
import { type OpeningStatus, statusCheck } from '#src/domain/catalogue/opening-dates.ts';
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
import { bytesOf, findings, type OpeningsFile } from './openings-file.ts';

/** The limit of all openings together, in bytes of JSON. The site reads one MiB more, for the rest of the response. */
export const maxOpeningsBytes = listLimits.bytes - 1024 * 1024;

const currencies = new Set(Intl.supportedValuesOf('currency'));

export interface ImportOptions {
  readonly now: Date;
  /** The time zone of the companies, in which days begin and end. */
  readonly timeZone: string;
  readonly company?: string | undefined;
  /** `expired`: only the openings that nobody has closed. */
  readonly reopen?: boolean | 'expired' | undefined;
}

export interface OpeningChange {
  readonly id: string;
  readonly role_name: string;
  readonly change: 'added' | 'changed';
  readonly fields: readonly string[];
  /** After the change, like `date_posted`. */
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
  { now, timeZone, company, reopen = false }: ImportOptions,
) {
  const { openings, companies } = await completeOpenings(database, file, company);
  const statusOf = statusCheck(timeZone, now);
  const isClosed = (opening: Opening) => statusOf(opening) === 'closed';
  const problems: string[] = [];
  const changes: OpeningChange[] = [];
  const written: Opening[] = [];
  /** The openings that stay closed although the file would open them: they need `reopen`. */
  const staysClosed: string[] = [];
  let unchanged = 0;
  let count = openings.length;
  let bytes = 0;
  const write = (opening: Opening, change: OpeningChange['change'], fields: string[] = []) => {
    const { id, role_name, date_posted } = opening;
    changes.push({ id, role_name, change, fields, status: statusOf(opening), date_posted });
    written.push(opening);
    bytes += bytesOf(opening);
  };
  /** The file may lack fields that only the stored opening has, so the complete opening is checked. */
  const check = (where: string, opening: Opening): Opening => {
    if (file.absent.length > 0)
      problems.push(...findings(opening).map((finding) => `${where}: ${finding}`));
    return asStored(opening);
  };

  /** Without a day in the file an opening is posted when it is first open. One that is open already keeps what it has. */
  const posted = (opening: Opening, existing?: Opening): Opening => {
    if (opening.date_posted !== undefined) return opening;
    const before = existing?.date_posted;
    if (before && statusOf({ date_posted: before }) === 'open')
      return { ...opening, date_posted: before };
    const opensNow = statusOf(opening) === 'open' && !(existing && statusOf(existing) === 'open');
    return opensNow ? { ...opening, date_posted: isoDay(now) } : opening;
  };
  /** A stored opening may have an unknown type. */
  const typed = (where: string, opening: Opening, existing?: Opening): Opening => {
    const { employment_type: type, salary } = opening;
    if (
      salary &&
      salary.currency !== existing?.salary?.currency &&
      !currencies.has(salary.currency)
    )
      problems.push(
        `${where}: salary: ${JSON.stringify(salary.currency)} is no currency of ISO 4217, such as ${siteConfig.region.currency}.`,
      );
    if (!type || type === existing?.employment_type) return opening;
    const code = employmentCode(type);
    const nearest = nearestName(type.slice(0, 40).toUpperCase(), employmentTypes);
    const isNear = nearest && nearest.distance <= nearest.name.length / 2;
    if (!code)
      problems.push(
        `${where}: employment_type: ${JSON.stringify(type)}: it must be ${employmentExpected}.${isNear ? ` The nearest is ${nearest.name}.` : ''}`,
      );
    return { ...opening, employment_type: code };
  };

  const hasEnd = ['closing_date', 'closed_since'].some((name) => !file.absent.includes(name));
  const rest = new Map(openings.map((item) => [item.opening.id, item]));
  for await (const batch of readAllOpenings(database))
    for (const existing of batch) {
      const item = rest.get(existing.id);
      rest.delete(existing.id);
      if (!item) {
        count += 1;
        bytes += bytesOf(existing);
        continue;
      }
      const { where, opening } = item;
      const merged = { ...opening, ...unchangedByFile(existing, file.absent, opening) };
      const { closed_since } = existing;
      const opens =
        hasEnd &&
        isClosed(existing) &&
        !isClosed({ ...merged, closed_since: opening.closed_since });
      const reopens = reopen === 'expired' ? closed_since === undefined : reopen;
      if (opens && !reopens) {
        staysClosed.push(existing.id);
        if (closed_since === undefined) merged.closing_date = existing.closing_date;
      }
      merged.closed_since = opens && reopens ? undefined : (closed_since ?? merged.closed_since);
      const stored = check(where, typed(where, posted(merged, existing), existing));
      const fields = changedFields(existing, stored);
      if (fields.length > 0) write(stored, 'changed', fields);
      else {
        unchanged += 1;
        bytes += bytesOf(existing);
      }
    }
  for (const { where, opening } of rest.values())
    write(check(where, typed(where, posted(opening))), 'added');

  if (count > listLimits.items)
    problems.push(
      `With this file there would be ${counted(count, 'opening')}. The site can read ${listLimits.items}.`,
    );
  if (bytes > maxOpeningsBytes)
    problems.push(
      `With this file the openings would have ${bytes} bytes. The site can read ${maxOpeningsBytes}.`,
    );
  if (problems.length > 0) throw new ImportError(problems);
  return { changes, unchanged, staysClosed, openings: written, companies };
}

const changedFields = (existing: Opening, stored: Opening): string[] =>
  Object.keys({ ...existing, ...stored }).filter(
    (name) => !isDeepStrictEqual(existing[name], stored[name]),
  );

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
