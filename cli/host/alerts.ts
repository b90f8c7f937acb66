import type { Command } from 'commander';
import { listAlerts, reportNow } from '#src/api-host/admin/alerts.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import type { Context } from '../context.ts';
import { addJsonOptions, type JsonFormat, type JsonOption, print } from '../output/json-options.ts';
import { minuteOf, printTable, table } from '../output/table.ts';
import { mailSettings, withHostData } from './host-data.ts';

interface AlertsOptions extends JsonOption {
  readonly sendNow?: boolean;
  readonly dryRun?: boolean;
}

export function defineHostAlerts(host: Command, context: Context): void {
  addJsonOptions(host.command('alerts'))
    .description('list the alerts about new openings, or send what is new now')
    .option(
      '--send-now',
      'store the mails about new openings now, for the running host to send; nobody gets two within a day',
    )
    .option('--dry-run', 'with --send-now: show what would be sent, and store nothing')
    .addHelpText(
      'after',
      '\nThe host looks for new openings once a day for each alert by itself. Times in the list are UTC.',
    )
    .action(({ sendNow, dryRun = false, json }: AlertsOptions) => {
      if (dryRun && !sendNow) throw new CommandError('usage', '--dry-run is only for --send-now');
      return sendNow ? send(context, dryRun, json) : list(context, json);
    });
}

async function list(context: Context, json?: JsonFormat): Promise<void> {
  const alerts = await withHostData(context, ({ database }) => listAlerts(database));
  printTable(context, json, alerts, {
    ASKED: ({ created_at }) => minuteOf(created_at),
    STATE: ({ state }) => state,
    ADDRESS: ({ emailaddress }) => emailaddress,
    OPENINGS: ({ words }) => words.trim() || 'all',
    'LAST MAIL': ({ last_sent_at }) => last_sent_at && minuteOf(last_sent_at),
    ENDS: ({ ends_at }) => minuteOf(ends_at),
  });
}

async function send(context: Context, dryRun: boolean, json?: JsonFormat): Promise<void> {
  const now = new Date();
  const alerts = await withHostData(context, ({ database }, settings) => {
    mailSettings(settings);
    return reportNow(database, { now, dryRun });
  });
  print(context, json, { ...(dryRun && { dry_run: true }), alerts }, () =>
    [
      alerts.length > 0
        ? table(context.stdout, alerts, {
            ADDRESS: ({ emailaddress }) => emailaddress,
            NEW: ({ openings }) => openings.length,
            OPENINGS: ({ openings }) =>
              openings.map(({ id, role_name }) => `${id} ${role_name}`).join(', '),
          })
        : '',
      dryRun
        ? `${counted(alerts.length, 'mail')} would be sent. Nothing was stored (--dry-run).\n`
        : `The host will send ${counted(alerts.length, 'mail')}.\n`,
    ].join(''),
  );
}
