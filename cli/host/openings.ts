import { createWriteStream } from 'node:fs';
import { extname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { openingColumns } from '#src/api-host/admin/opening-columns.ts';
import {
  formatOpeningsCsv,
  formatOpeningsJson,
  openingsTemplate,
  parseOpeningTexts,
  readOpeningsFile,
} from '#src/api-host/admin/openings-file.ts';
import type { HostDatabase } from '#src/api-host/database/schema.ts';
import { collect, readAllOpenings } from '#src/api-host/openings/opening-store.ts';
import { statusAt } from '#src/config/site-time.ts';
import { type OpeningStatus, openingStatuses } from '#src/domain/catalogue/opening-dates.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import { writeAtomically } from '#src/files/write.ts';
import { type Context, orInterrupted } from '../context.ts';
import { writeFailure } from '../errors.ts';
import { addJsonFlag, addJsonOptions, type JsonOption } from '../output/json-options.ts';
import { printTable } from '../output/table.ts';
import { plain } from '../output/terminal.ts';
import { type ChangeOptions, change, changeExisting, removeFrom } from './change-openings.ts';
import { withHostData } from './host-data.ts';
import { inputLabel, readInput } from './read-input.ts';

export function defineHostOpenings(host: Command, context: Context): void {
  const openings = host
    .command('openings')
    .description('import, export and edit the openings, while a host runs or not');
  defineImport(openings.command('import'), context);

  addJsonOptions(openings.command('list'))
    .description('list all openings, scheduled and closed ones too')
    .addOption(new Option('--status <status>', 'only these').choices(openingStatuses))
    .action((options: ListOptions) =>
      withHostData(context, ({ database }) => listOpenings(context, database, options)),
    );

  openings
    .command('export')
    .description('write all openings, scheduled and closed ones too, to a .csv or .json file')
    .argument('<file>', 'ends in .csv or .json; - for standard output')
    .addOption(
      new Option('--format <format>', 'of standard output').choices(['csv', 'json']).default('csv'),
    )
    .action((path: string, { format }: { readonly format: string }) =>
      withHostData(context, ({ database }) => exportOpenings(context, database, path, format)),
    );

  openings
    .command('template')
    .description('print a CSV file with every column and one opening as an example')
    .action(() => {
      context.stdout.write(openingsTemplate());
    });

  const add = openings.command('add').description('add one opening');
  withChangeOptions(withColumns(add)).action((options: ChangeOptions & Texts) =>
    change(context, options, async (database) => {
      const file = parseOpeningTexts(textsOf(options));
      const [id = ''] = file.openings.map(({ opening }) => opening.id);
      if ((await collect(readAllOpenings(database.db, [id]))).length > 0)
        throw new CommandError(
          'invalid',
          `there is an opening ${id} already; careers host openings edit changes it`,
        );
      return file;
    }),
  );

  const edit = openings
    .command('edit')
    .description('change fields of one opening; an empty value removes the field')
    .argument('<id>', 'the id of the opening');
  withChangeOptions(withColumns(edit)).action((id: string, options: ChangeOptions & Texts) => {
    const texts = textsOf(options);
    const reopen = texts.closed_since === undefined ? 'expired' : true;
    return changeExisting(context, { ...options, reopen, done: 'Changed' }, [id], () => texts);
  });

  const close = openings
    .command('close')
    .description('close openings: they are not listed, and nobody can apply')
    .argument('<id...>', 'ids of openings');
  withChangeOptions(close).action((ids: string[], options: ChangeOptions) =>
    changeExisting(context, { ...options, done: 'Changed' }, ids, () => ({
      closed_since: new Date().toISOString(),
    })),
  );

  const reopen = openings
    .command('reopen')
    .description('open closed openings again, with the closing date that they had')
    .argument('<id...>', 'ids of openings')
    .option('--closing-date <date>', 'another last day to apply, such as 2026-12-31; "" for none');
  withChangeOptions(reopen).action((ids: string[], options: ChangeOptions & Texts) => {
    const statusOf = statusAt(new Date());
    const reopened = { ...options, reopen: true, done: 'Opened' } as const;
    return changeExisting(context, reopened, ids, (opening) => {
      const { closingDate: closing_date = planned(opening) } = options;
      if (statusOf({ closing_date }) === 'closed')
        throw new CommandError(
          'invalid',
          `opening ${plain(opening.id)}: ${closing_date} has passed; --closing-date must be a later date, or "" for none`,
        );
      return { closing_date, closed_since: '' };
    });
  });

  const remove = openings
    .command('remove')
    .description('remove openings; the applications to them are kept')
    .argument('<id...>', 'ids of openings');
  withChangeOptions(remove).action((ids: string[], options: ChangeOptions) =>
    removeFrom(context, ids, options),
  );
}

function defineImport(command: Command, context: Context): void {
  withChangeOptions(
    command
      .description(
        'add openings from a file, or replace those with the same id; if anything in the file is wrong, nothing changes',
      )
      .argument('<file>', 'CSV, XLSX or JSON, recognized by its content; - for standard input')
      .option('--company <id or name>', 'the company of the openings that name none')
      .option('--reopen', 'open closed openings that the file gives a later closing date'),
  )
    .addHelpText('after', importHelp)
    .action((path: string, options: ChangeOptions) =>
      change(
        context,
        options,
        async () => readOpeningsFile(await readInput(path, context)),
        inputLabel(path),
      ),
    );
}

const importHelp = `
CSV has commas, semicolons or tabs; of XLSX the first sheet is read. The first line names the columns ('careers host openings template'):
${openingColumns.map(({ name, expects }) => `  ${name.padEnd(15)} ${expects}`).join('\n')}
Before its date_posted an opening is scheduled: nobody sees it. A closing_date without a time is the last day to apply.
Both are in the time zone of the site config. A column that is missing keeps its values. JSON is a list of openings as
the API sends it. docs/operations.md makes a CSV file of what a job board sends, by jq.`;

type Texts = Readonly<Record<string, string | undefined>>;

function withColumns(command: Command): Command {
  for (const { name, expects } of openingColumns)
    if (name !== 'id' || command.name() === 'add')
      command.option(`--${name.replaceAll('_', '-')} <value>`, expects);
  return command;
}

const withChangeOptions = (command: Command): Command =>
  addJsonFlag(command.option('--dry-run', 'show what would change, and change nothing'));

function textsOf(options: Texts): Record<string, string> {
  const entries = openingColumns.map(({ name }) => {
    const option = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return [name, options[option]] as const;
  });
  return Object.fromEntries(
    entries.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
}

/** Returns the company's closing date, without a past instant, which data of the oldest supported version may have. */
const planned = ({ closing_date: date = '', closed_since }: Opening): string =>
  closed_since === undefined && date.length === 24 && date <= new Date().toISOString() ? '' : date;

interface ListOptions extends JsonOption {
  readonly status?: OpeningStatus;
}

async function listOpenings(
  context: Context,
  database: HostDatabase,
  { status, json }: ListOptions,
): Promise<void> {
  const statusOf = statusAt(new Date());
  const all = await collect(readAllOpenings(database.db));
  const rows = all.map((opening) => ({
    id: opening.id,
    status: statusOf(opening),
    role_name: opening.role_name,
    company_name: opening.company_name,
    date_posted: opening.date_posted ?? '',
    closing_date: opening.closing_date ?? '',
  }));
  const listed = rows.filter((opening) => status === undefined || opening.status === status);
  printTable(context, json, listed, {
    ID: ({ id }) => id,
    STATUS: (opening) => opening.status,
    ROLE: ({ role_name }) => role_name,
    COMPANY: ({ company_name }) => company_name,
    'DATE POSTED': ({ date_posted }) => date_posted,
    'CLOSING DATE': ({ closing_date }) => closing_date,
  });
}

async function exportOpenings(
  context: Context,
  database: HostDatabase,
  path: string,
  format: string,
): Promise<void> {
  const kind = path === '-' ? format : extname(path).slice(1).toLowerCase();
  if (kind !== 'csv' && kind !== 'json')
    throw new CommandError('usage', `${path} must end in .csv or .json`);
  let count = 0;
  const batches = (async function* () {
    for await (const batch of readAllOpenings(database.db)) {
      count += batch.length;
      yield batch;
    }
  })();
  const lines = kind === 'csv' ? formatOpeningsCsv(batches) : formatOpeningsJson(batches);
  if (path === '-') {
    for await (const line of lines) context.stdout.write(line);
    return;
  }
  const write = (partial: string) =>
    orInterrupted(context, 'Nothing was written.', (signal) =>
      pipeline(lines, createWriteStream(partial, { flags: 'wx', flush: true }), { signal }),
    );
  // A path may end in a slash.
  await writeAtomically(resolve(path), write).catch(writeFailure(path));
  context.stdout.write(`${counted(count, 'opening')} written to ${plain(path)}.\n`);
}
