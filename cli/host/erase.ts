import { type Command, InvalidArgumentError, Option } from 'commander';
import { erase } from '#src/api-host/admin/erase.ts';
import { documentCleanup } from '#src/api-host/documents/document-cleanup.ts';
import { hostLog } from '#src/api-host/log.ts';
import { readHostSettings } from '#src/config/settings.ts';
import { eraseSubmissions } from '#src/submissions/erase.ts';
import type { Context } from '../context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { withHostData } from './host-data.ts';

interface EraseOptions {
  readonly olderThan?: number;
  readonly applicant?: string;
  readonly address?: string;
  readonly json?: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

export function defineHostErase(host: Command, context: Context): void {
  host
    .command('erase')
    .description('erase applications with their documents, and contact messages')
    .addOption(
      new Option('--older-than <days>', 'all received more than this many days ago')
        .argParser(asDays)
        .conflicts(['applicant', 'address']),
    )
    .addOption(
      new Option('--applicant <id>', "one applicant's application and documents").conflicts(
        'address',
      ),
    )
    .option(
      '--address <email>',
      'all applications, documents and contact messages that came from an email address',
    )
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', '\nAn erased applicant may apply again. Erasing cannot be undone.')
    .action(async ({ olderThan, applicant, address, json }: EraseOptions) => {
      const now = new Date();
      const what =
        applicant !== undefined
          ? { applicant }
          : address !== undefined
            ? { address }
            : olderThan !== undefined && { before: new Date(now.getTime() - olderThan * dayMs) };
      if (!what)
        throw new CommandError(
          exitCodes.usage,
          'one of --older-than <days>, --applicant <id> and --address <email> is required',
        );
      const log = hostLog(readHostSettings(context.env).logLevel);
      const erased = await withHostData(context, (data) =>
        erase(
          data.database,
          documentCleanup(data.database, data.store, { clock: () => new Date(), log }),
          what,
          now,
        ),
      );
      const submissions = await eraseSubmissions(readHostSettings(context.env), what);
      if (submissions === undefined)
        context.note(
          "warning: the site's submissions of this address cannot be found without its SESSION_SECRET",
        );
      const ofSite = submissions ?? 0;
      if (applicant !== undefined && erased.applications + ofSite === 0)
        throw new CommandError(exitCodes.hostRefused, `there is no applicant ${applicant}`);
      if (address !== undefined && erased.applications + erased.messages + ofSite === 0)
        throw new CommandError(exitCodes.hostRefused, 'nothing came from this address');
      context.print(
        json,
        { ...erased, submissions: submissions ?? null },
        () =>
          `Erased: ${erased.applications} applications, ${erased.documents} documents, ${erased.messages} contact messages, ${ofSite} submissions of the site.\n`,
      );
    });
}

function asDays(text: string): number {
  const days = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (days < 1) throw new InvalidArgumentError('It must be a whole number of days from 1.');
  return days;
}
