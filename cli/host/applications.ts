import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { type Exported, exportApplications } from '#src/api-host/admin/export-applications.ts';
import { parseApplicantId } from '#src/api-host/applications/application-store.ts';
import {
  type ApplicationFilter,
  type ApplicationStatus,
  applicationStatuses,
  missingDocuments,
  readApplications,
  withoutFileNames,
} from '#src/api-host/applications/stored-applications.ts';
import type { HostData } from '#src/api-host/data.ts';
import type { HostDatabase } from '#src/api-host/database/schema.ts';
import { closingTime } from '#src/config/site-time.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { type Stage, stageNames } from '#src/domain/model/stages.ts';
import { counted, nameKey } from '#src/domain/rules/text/text.ts';
import { type Context, orInterrupted } from '../context.ts';
import { writeFailure } from '../errors.ts';
import { addJsonOptions, type JsonFormat, type JsonOption, print } from '../output/json-options.ts';
import { minuteOf, printTable } from '../output/table.ts';
import { plain } from '../output/terminal.ts';
import { withHostData } from './host-data.ts';
import { defineSetStages } from './set-stages.ts';

interface ApplicationsOptions extends JsonOption {
  readonly company?: string;
  readonly opening?: string;
  readonly applicant?: string;
  readonly since?: Date;
  readonly status?: ApplicationStatus;
  readonly stage?: Stage;
  readonly export?: string;
  readonly withHeld?: boolean;
  readonly complete?: boolean;
}

export const companyHelp = 'only those to a company';
export const sinceHelp = 'only those from this day on, such as 2026-01-31';

export function defineHostApplications(host: Command, context: Context): void {
  const applications = addJsonOptions(host.command('applications'));
  defineSetStages(applications, context);
  applications
    .enablePositionalOptions()
    .description('list the applications received, or export them with their documents')
    .option(
      '--export <path>',
      'write to a .csv, .xlsx, .json or .ndjson file, or to a directory with the documents',
    )
    .option(
      '--with-held',
      'with --export: also documents whose malware scan found something, failed or is not done',
    )
    .option('--complete', 'with --export: exit code 7 if documents are held back')
    .option('--company <id or name>', companyHelp)
    .option('--opening <id>', 'only those to an opening')
    .option('--applicant <id>', 'only the one of an applicant', parseApplicantId)
    .option('--since <date>', sinceHelp, asDay)
    .addOption(
      new Option(
        '--status <status>',
        'only those whose last document was received or was not, or that the applicant withdrew',
      ).choices(applicationStatuses),
    )
    .addOption(
      new Option(
        '--stage <stage>',
        'only those in a hiring stage; withdrawn ones only with --status withdrawn',
      ).choices(stageNames),
    )
    .addHelpText(
      'after',
      '\nA day begins at midnight in the time zone of the site config. Times in the list are UTC.',
    )
    .action((options: ApplicationsOptions) =>
      withHostData(
        context,
        async (data) => {
          const { company, opening, applicant, since, status, stage } = options;
          const companyId =
            company === undefined ? undefined : await companyIdOf(data.database, company);
          const filter = { companyId, openingId: opening, applicant, since, status, stage };
          return options.export === undefined
            ? list(context, data, options.json, filter)
            : exportTo(context, data, options.export, options, filter);
        },
        { documents: options.export !== undefined },
      ),
    );
}

/** @throws CommandError if no company has this id or name */
export async function companyIdOf({ db }: HostDatabase, idOrName: string): Promise<string> {
  const companies = await db.selectFrom('companies').selectAll().execute();
  const found =
    companies.find(({ id }) => id === idOrName.trim()) ??
    companies.find(({ company_name }) => nameKey(company_name) === nameKey(idOrName));
  if (found) return found.id;
  const names = companies.map(({ id, company_name }) => `${id} ${company_name}`).join(', ');
  throw new CommandError(
    'hostRefused',
    `there is no company ${idOrName}; the companies are ${names}`,
  );
}

export function asDay(text: string): Date {
  const isDay = z.iso.date().safeParse(text).success;
  if (!isDay) throw new InvalidArgumentError('It must be a date such as 2026-01-31.');
  return new Date(closingTime(`${text}T00:00:00`));
}

async function list(
  context: Context,
  { database }: HostData,
  json: JsonFormat | undefined,
  filter: ApplicationFilter,
): Promise<void> {
  const applications: ReturnType<typeof withoutFileNames>[] = [];
  for await (const application of readApplications(database.db, filter))
    applications.push(withoutFileNames(application));
  printTable(context, json, applications, {
    APPLIED: ({ applied_at }) => minuteOf(applied_at),
    APPLICANT: ({ applicant_id }) => applicant_id,
    NAME: ({ firstname, lastname }) => `${firstname} ${lastname}`,
    ADDRESS: ({ emailaddress }) => emailaddress,
    OPENING: ({ joblistingid, role_name }) => `${joblistingid} ${role_name}`,
    COMPANY: ({ company_name }) => company_name,
    DOCUMENTS: ({ withdrawn_at, ...application }) => {
      const { length } = application.documents_needed;
      const arrived = length - missingDocuments(application).length;
      return withdrawn_at === null ? `${arrived} of ${length}` : 'withdrawn';
    },
    STAGE: ({ stage }) => stage,
  });
}

async function exportTo(
  context: Context,
  data: HostData,
  target: string,
  { json, withHeld, complete }: ApplicationsOptions,
  filter: ApplicationFilter,
): Promise<void> {
  const { applications, documents, missing, held } = await orInterrupted(
    context,
    'Nothing was written.',
    (signal) =>
      exportApplications(data, target, filter, { withHeld, signal }).catch(writeFailure(target)),
  );
  noteOmitted(context, { missing, held });
  if (complete && held.length > 0) context.exitWith('incomplete');
  print(
    context,
    json,
    { exported_to: target, applications, documents, missing, held },
    () =>
      `${counted(applications, 'application')} and ${counted(documents, 'document')} written to ${plain(target)}.\n`,
  );
}

export function noteOmitted(
  context: Context,
  { missing, held }: Pick<Exported, 'missing' | 'held'>,
) {
  for (const { applicant_id, type } of missing)
    context.note(`warning: the file of document ${type} of applicant ${applicant_id} is missing`);
  for (const { applicant_id, type, scan_state } of held)
    context.note(
      `warning: document ${type} of applicant ${applicant_id} is held back (${scan_state})`,
    );
  if (missing.length > 0) context.exitWith('incomplete');
}
