import { type Command, Option } from 'commander';
import type { ScanState } from '#src/api-host/database/schema.ts';
import { scanStates } from '#src/api-host/documents/document-states.ts';
import { readScans, scanAgain } from '#src/api-host/scan/scan-queue.ts';
import type { Context } from '../context.ts';
import { addJsonOptions, type JsonOption, print } from '../output/json-options.ts';
import { minuteOf, table } from '../output/table.ts';
import { withHostData } from './host-data.ts';

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
      print(context, json, { counts, held }, () =>
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
