import { ImportError } from '#src/api-host/admin/csv.ts';
import {
  type ImportOptions,
  type ImportPlan,
  inExclusiveTransaction,
  type OpeningChange,
  planImport,
  writeImport,
} from '#src/api-host/admin/import-openings.ts';
import { type OpeningsFile, parseOpeningTexts } from '#src/api-host/admin/openings-file.ts';
import { openEmptyDatabase } from '#src/api-host/data.ts';
import type { HostDatabase } from '#src/api-host/database/schema.ts';
import { collect, readAllOpenings, removeOpenings } from '#src/api-host/openings/opening-store.ts';
import { unknownCompanies } from '#src/config/companies.ts';
import { readHostSettings } from '#src/config/settings.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import { dateTimeText } from '#src/language/format-date.ts';
import type { Context } from '../context.ts';
import { type JsonOption, print } from '../output/json-options.ts';
import { table } from '../output/table.ts';
import { plain } from '../output/terminal.ts';
import { lockImport } from '../server/data-dir-lock.ts';
import { hasHostData, withHostData } from './host-data.ts';

export interface ChangeOptions extends JsonOption {
  readonly dryRun?: boolean;
  readonly reopen?: ImportOptions['reopen'];
  readonly company?: string;
}

/** `done` is the word of the output for an opening that is open afterwards. */
export function changeExisting(
  context: Context,
  { done, ...options }: ChangeOptions & { readonly done: 'Changed' | 'Opened' },
  ids: readonly string[],
  textsFor: (opening: Opening) => Readonly<Record<string, string>>,
): Promise<void> {
  const describe = (plan: ImportPlan): string => {
    const changes = plan.changes.map((change) => lineOf(outcomeOf(change) ?? done, change));
    const same = ids.filter((id) => !plan.changes.some((changed) => changed.id === id));
    return [...changes, ...same.map((id) => `Unchanged: ${plain(id)}\n`)].join('');
  };
  const read = async (database: HostDatabase) => {
    const files = (await requireOpenings(database, ids)).map((opening) =>
      parseOpeningTexts({ ...textsFor(opening), id: opening.id }),
    );
    const absent = files[0]?.absent ?? [];
    return { openings: files.flatMap(({ openings }) => openings), absent };
  };
  return change(context, options, read, '', describe);
}

export async function change(
  context: Context,
  { dryRun = false, json, ...importOptions }: ChangeOptions,
  read: (database: HostDatabase) => OpeningsFile | Promise<OpeningsFile>,
  place = '',
  describe?: (plan: ImportPlan) => string,
): Promise<void> {
  const options: ImportOptions = { now: new Date(), ...importOptions };
  try {
    const plan = await withOpenings(context, { dryRun, create: true }, async (database) => {
      const planned = await planImport(database, await read(database), options);
      if (!dryRun) await writeImport(database, planned, options.now);
      return planned;
    });
    if (plan.staysClosed.length > 0)
      context.note(
        `warning: closed openings stay closed: ${plan.staysClosed.join(', ')}. Open them with --reopen or 'careers host openings reopen'.`,
      );
    for (const problem of unknownCompanies(plan.openings.map(({ company_name }) => company_name)))
      context.note(`warning: ${plain(problem)}`);
    print(context, json, { dry_run: dryRun, ...countsOf(plan), changes: plan.changes }, () =>
      describe && !dryRun ? describe(plan) : describePlan(context, plan, dryRun),
    );
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const problems = error.problems.map((problem) => `${place}${problem}`);
    throw new CommandError('invalid', problems.join('\n'), error);
  }
}

/** Returns the word of the output for an opening that is not open because of changed dates. */
function outcomeOf({ change, fields, status, date_posted }: OpeningChange): string | undefined {
  const hasNewEnd = fields.includes('closing_date') || fields.includes('closed_since');
  if (status === 'closed' && hasNewEnd) return 'Closed';
  const hasNewDates = change === 'added' || hasNewEnd || fields.includes('date_posted');
  return status === 'scheduled' && hasNewDates && date_posted !== undefined
    ? `Scheduled for ${dateTimeText(date_posted)}`
    : undefined;
}

const lineOf = (outcome: string, { id, role_name }: OpeningChange): string =>
  `${outcome}: ${plain(`${id} ${role_name}`)}\n`;

function countsOf({ changes, unchanged, staysClosed, companies }: ImportPlan) {
  const count = (kind: string) => changes.filter(({ change }) => change === kind).length;
  return {
    added: count('added'),
    changed: count('changed'),
    unchanged,
    stays_closed: staysClosed,
    companies: companies.length,
  };
}

function describePlan(context: Context, plan: ImportPlan, dryRun: boolean): string {
  const { added, changed, unchanged } = countsOf(plan);
  const shown =
    dryRun && plan.changes.length > 0
      ? table(context.stdout, plan.changes, {
          CHANGE: ({ change: kind }) => kind,
          ID: ({ id }) => id,
          ROLE: ({ role_name }) => role_name,
          FIELDS: ({ fields }) => fields.join(', '),
        })
      : '';
  const counts = `${counted(added, 'opening')} added, ${changed} changed, ${unchanged} unchanged`;
  const scheduled = plan.changes.flatMap((change) => {
    const outcome = change.status === 'scheduled' && outcomeOf(change);
    return outcome ? lineOf(outcome, change) : [];
  });
  return `${shown}${scheduled.join('')}${counts}.${dryRun ? ' Nothing was written (--dry-run).' : ''}\n`;
}

export async function removeFrom(
  context: Context,
  ids: readonly string[],
  { dryRun = false, json }: ChangeOptions,
): Promise<void> {
  const kept = await withOpenings(context, { dryRun }, async (database) => {
    await requireOpenings(database, ids);
    const { db, dialect, transaction } = database;
    const { applications } = await db
      .selectFrom('applications')
      .select(({ fn }) => fn.countAll<number>().as('applications'))
      .where('joblistingid', 'in', ids)
      .executeTakeFirstOrThrow();
    if (!dryRun) await transaction([], (trx) => removeOpenings(trx, dialect, ids));
    return applications;
  });
  print(
    context,
    json,
    { dry_run: dryRun, removed: ids, applications_kept: kept },
    () =>
      `${counted(ids.length, 'opening')} ${dryRun ? 'would be removed' : 'removed'}, ${counted(kept, 'application')} kept.\n`,
  );
}

/** @throws CommandError if one of the openings does not exist */
async function requireOpenings(database: HostDatabase, ids: readonly string[]): Promise<Opening[]> {
  const openings = await collect(readAllOpenings(database.db, ids));
  const missing = ids.filter((id) => openings.every((opening) => opening.id !== id));
  if (missing.length === 0) return openings;
  throw new CommandError('hostRefused', `there is no opening ${missing.join(', ')}`);
}

async function withOpenings<Result>(
  context: Context,
  { dryRun, create = false }: { readonly dryRun: boolean; readonly create?: boolean },
  work: (database: HostDatabase) => Promise<Result>,
): Promise<Result> {
  const settings = readHostSettings(context.env);
  if (dryRun && create && !hasHostData(settings)) {
    const database = await openEmptyDatabase();
    return work(database).finally(() => database.close());
  }
  if (dryRun) return withHostData(context, ({ database }) => work(database));
  return withHostData(
    context,
    async ({ database }) => {
      // PostgreSQL also excludes a command that runs on another machine.
      if (settings.databaseUrl !== undefined) return inExclusiveTransaction(database, work);
      const lock = lockImport(settings.dataDir);
      return work(database).finally(() => lock.release());
    },
    { create },
  );
}
