import { type Command, Option } from 'commander';
import { readContactMessages } from '#src/api-host/contact-messages.ts';
import { hostSecrets, openDocumentStore } from '#src/api-host/data.ts';
import { type ScanState, scanStates } from '#src/api-host/database/schema.ts';
import { acceptStore } from '#src/api-host/documents/store-id.ts';
import { clearSamples } from '#src/api-host/sample-data.ts';
import { readScans, scanAgain } from '#src/api-host/scan/scan-queue.ts';
import { requireShared } from '#src/database/shared-settings.ts';
import { acceptSessionSecret } from '#src/submissions/erase.ts';
import type { Context } from '../context.ts';
import { addJsonFlag, addJsonOptions, type JsonOption } from '../output/json-options.ts';
import { minuteOf, table } from '../output/table.ts';
import { withHostData } from './host-data.ts';

export function defineHostMessages(host: Command, context: Context): void {
  addJsonOptions(host.command('messages'))
    .description('list the contact messages received')
    .action(async ({ json }: JsonOption) => {
      const messages = await withHostData(context, ({ database }) => readContactMessages(database));
      context.print(json, messages, () =>
        table(context.stdout, messages, {
          RECEIVED: ({ received_at }) => minuteOf(received_at),
          NAME: ({ firstname, lastname }) => `${firstname} ${lastname}`,
          ADDRESS: ({ email }) => email,
          PHONE: ({ phone }) => phone,
          SUBJECT: ({ subject }) => subject,
          MESSAGE: ({ msg }) => msg,
        }),
      );
    });
}

export function defineHostClearSamples(host: Command, context: Context): void {
  addJsonFlag(host.command('clear-samples'))
    .description('remove the sample openings that nobody applied to and no operator replaced')
    .action(async ({ json }: JsonOption) => {
      const result = await withHostData(context, ({ database }) => clearSamples(database));
      context.print(
        json,
        result,
        () =>
          `${result.removed} sample openings removed, ${result.kept} kept: people applied to them.\n`,
      );
    });
}

export function defineHostAcceptSettings(host: Command, context: Context): void {
  host
    .command('accept-settings')
    .description(
      'after a change on purpose: SESSION_SECRET, API_HOST_SECRET and DOCUMENTS_URL, as they are set here, are those that every site and host must have',
    )
    .action(async () => {
      await withHostData(context, async ({ database: { db } }, settings) => {
        await acceptStore(db, await openDocumentStore(settings));
        await requireShared(db, 'host_facts', hostSecrets(settings), { store: 'all' });
        await acceptSessionSecret(settings);
      });
      context.stdout.write('These settings are now those of the installation.\n');
    });
}

interface ScanOptions extends JsonOption {
  readonly again?: 'error' | 'infected' | 'all';
}

const statesOf: Record<NonNullable<ScanOptions['again']>, readonly ScanState[]> = {
  error: ['error'],
  infected: ['infected'],
  all: scanStates,
};

export function defineHostScan(host: Command, context: Context): void {
  addJsonOptions(host.command('scan'))
    .description(
      'count documents by the result of their malware scan, and list those that are not clean',
    )
    .addOption(
      new Option('--again <which>', 'let the running host scan these documents again').choices(
        Object.keys(statesOf),
      ),
    )
    .addHelpText(
      'after',
      '\nThe host scans with CLAMD_URL, in the background. Documents that are pending, infected or in error are not exported.',
    )
    .action(async ({ again, json }: ScanOptions) => {
      const { counts, held } = await withHostData(context, async ({ database }) => {
        if (again !== undefined) await scanAgain(database, statesOf[again], new Date());
        return readScans(database);
      });
      context.print(json, { counts, held }, () =>
        [
          `${Object.entries(counts)
            .map(([state, count]) => `${count} ${state}`)
            .join(', ')}.\n`,
          table(context.stdout, held, {
            APPLICANT: ({ applicant_id }) => applicant_id,
            DOCUMENT: ({ type }) => type,
            STATE: ({ scan_state }) => scan_state,
            ATTEMPTS: ({ scan_attempts }) => scan_attempts,
            RECEIVED: ({ received_at }) => minuteOf(received_at),
            DETAIL: ({ scan_detail }) => scan_detail,
          }),
        ].join('\n'),
      );
    });
}
