import { type Command, Option } from 'commander';
import { parseApplicantId } from '#src/api-host/applications/application-store.ts';
import { documentCleanup } from '#src/api-host/documents/document-cleanup.ts';
import { erase, previewErase, type Selection } from '#src/api-host/erase.ts';
import { hostLog } from '#src/api-host/log.ts';
import { readHostSettings } from '#src/config/settings.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import { withSubmissions } from '#src/submissions/with-submissions.ts';
import { wholeNumber } from '../connection.ts';
import type { Context } from '../context.ts';
import { addJsonFlag, type JsonOption, print } from '../output/json-options.ts';
import { logAccess, noteHiddenSubmissions, nothingOfAddress, withHostData } from './host-data.ts';

interface EraseOptions extends JsonOption {
  readonly olderThan?: number;
  readonly applicant?: string;
  readonly address?: string;
  readonly expired?: boolean;
  readonly dryRun?: boolean;
}

export function defineHostErase(host: Command, context: Context): void {
  addJsonFlag(host.command('erase'))
    .description(
      "erase applications with their documents, contact messages, alerts and the site's submissions",
    )
    .addOption(
      new Option('--older-than <days>', 'what was received more than this many days ago')
        .argParser(wholeNumber(999_999))
        .conflicts(['applicant', 'address']),
    )
    .addOption(
      new Option('--applicant <id>', 'the application of one applicant')
        .argParser(parseApplicantId)
        .conflicts('address'),
    )
    .option('--address <email>', 'everything that came from an email address')
    .addOption(
      new Option(
        '--expired',
        'what is older than RETENTION_DAYS, or than the retentionDays of its company in the site config, and alerts that were not confirmed or continued in time, as a running host and a running site do every hour',
      ).conflicts(['olderThan', 'applicant', 'address']),
    )
    .option('--dry-run', 'show how much would be erased, and erase nothing')
    .addHelpText(
      'after',
      '\nOne of --older-than, --applicant, --address and --expired is required. An erased applicant may apply again. Erasing cannot\nbe undone.',
    )
    .action(async (options: EraseOptions) => {
      const settings = readHostSettings(context.env);
      const { dryRun = false, json } = options;
      const selection = selectionOf(options, settings.retentionDays);
      if (!selection)
        throw new CommandError(
          'usage',
          'one of --older-than <days>, --applicant <id>, --address <email> and --expired is required',
        );
      const { erased, submissions } = await withHostData(
        context,
        async ({ database, store }) => {
          const log = hostLog(settings.logLevel);
          const cleanup = documentCleanup(database, store, { clock: () => new Date(), log });
          return {
            erased: await (dryRun
              ? previewErase(database, selection)
              : erase(database, cleanup, selection)),
            submissions: await withSubmissions(
              settings,
              'address' in selection,
              (site) => (dryRun ? site.countErased(selection) : site.erase(selection)),
              0,
            ),
          };
        },
        { documents: true },
      );
      if (submissions === undefined) noteHiddenSubmissions(context);
      const siteSubmissions = submissions ?? 0;
      const { applicant, address } = options;
      if (applicant !== undefined && erased.applications + siteSubmissions === 0)
        throw new CommandError('hostRefused', `there is no applicant ${applicant}`);
      const { applications, documents, messages, alerts } = erased;
      if (address !== undefined && applications + messages + alerts + siteSubmissions === 0)
        throw nothingOfAddress();
      if (!dryRun)
        logAccess(context, { event: 'data-erased', ...erased, submissions: siteSubmissions });
      print(
        context,
        json,
        { ...(dryRun && { dry_run: true }), ...erased, submissions: submissions ?? null },
        () =>
          `${dryRun ? 'Would be erased' : 'Erased'}: ${counted(applications, 'application')}, ${counted(documents, 'document')}, ${counted(messages, 'contact message')}, ${counted(alerts, 'alert')}, ${counted(siteSubmissions, 'submission')} of the site.\n`,
      );
    });
}

function selectionOf(
  { olderThan, applicant, address, expired }: EraseOptions,
  days: number | undefined,
): Selection | undefined {
  const now = new Date();
  if (applicant !== undefined) return { applicant };
  if (address !== undefined) return { address };
  if (olderThan !== undefined) return { before: new Date(now.getTime() - olderThan * dayMs) };
  return expired ? { retention: { days }, now } : undefined;
}
