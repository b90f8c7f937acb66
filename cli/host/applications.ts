import type { Command } from 'commander';
import { exportApplications, withoutFileNames } from '#src/api-host/admin/export-applications.ts';
import { readApplications } from '#src/api-host/admin/stored-applications.ts';
import type { HostData } from '#src/api-host/data.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';
import type { Context } from '../context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { table } from '../output/table.ts';
import { plain } from '../output/terminal.ts';
import { withHostData } from './host-data.ts';

interface ApplicationsOptions {
  readonly json?: boolean;
  readonly export?: string;
}

const headings = ['APPLIED', 'APPLICANT', 'NAME', 'ADDRESS', 'OPENING', 'COMPANY', 'DOCUMENTS'];

export function defineHostApplications(host: Command, context: Context): void {
  host
    .command('applications')
    .description('list the applications received, or export them with their documents')
    .option('--json', 'print one JSON document on stdout: every field of each application')
    .option(
      '--export <path>',
      'write to a .csv or .ndjson file, or to a directory: both, and the documents',
    )
    .action((options: ApplicationsOptions) =>
      withHostData(context, (data) =>
        options.export === undefined
          ? list(context, data, options.json)
          : exportTo(context, data, options.export, options.json),
      ),
    );
}

async function list(
  context: Context,
  { database }: HostData,
  json: boolean | undefined,
): Promise<void> {
  const applications: ReturnType<typeof withoutFileNames>[] = [];
  for await (const application of readApplications(database.db))
    applications.push(withoutFileNames(application));
  context.print(json, applications, () =>
    table(
      context.stdout,
      headings,
      applications.map((application) => [
        application.applied_at.slice(0, 16).replace('T', ' '),
        application.applicant_id,
        `${application.firstname} ${application.lastname}`,
        application.emailaddress,
        `${application.joblistingid} ${application.role_name}`,
        application.company_name,
        `${application.documents.length} of ${documentOrder.length}`,
      ]),
    ),
  );
}

async function exportTo(
  context: Context,
  data: HostData,
  target: string,
  json: boolean | undefined,
): Promise<void> {
  const { applications, documents, missing } = await exportApplications(data, target).catch(
    (error: unknown) => {
      if (!isNotEmpty(error)) throw error;
      throw new CommandError(
        exitCodes.invalid,
        `${target} is not an empty directory or an earlier export.`,
        error,
      );
    },
  );
  for (const { applicant_id, type } of missing)
    context.note(`warning: the file of document ${type} of applicant ${applicant_id} is missing`);
  if (missing.length > 0) context.exitWith(exitCodes.incomplete);
  context.print(
    json,
    { exported_to: target, applications, documents, missing },
    () => `${applications} applications and ${documents} documents written to ${plain(target)}.\n`,
  );
}

const isNotEmpty = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(String(error.code));
