import type { Command } from 'commander';
import { type Counted, countAlerts, readStats } from '#src/api-host/admin/stats.ts';
import { readQueues } from '#src/api-host/queue-figures.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import type { Context } from '../context.ts';
import { addJsonOptions, type JsonOption, print } from '../output/json-options.ts';
import { table } from '../output/table.ts';
import { asDay, companyHelp, companyIdOf, sinceHelp } from './applications.ts';
import { withHostData } from './host-data.ts';

interface StatsOptions extends JsonOption {
  readonly company?: string;
  readonly since?: Date;
}

export function defineHostStats(host: Command, context: Context): void {
  addJsonOptions(host.command('stats'))
    .description(
      'count applications by opening, company, week, referrer and stage, alerts by state, and the mail and scans that wait',
    )
    .option('--company <id or name>', companyHelp)
    .option('--since <date>', sinceHelp, asDay)
    .addHelpText(
      'after',
      '\nDays and weeks begin at midnight, weeks on Monday, in the time zone of the site config. The referrer is how applicants\nfound the opening.',
    )
    .action(async ({ company, since, json }: StatsOptions) => {
      const stats = await withHostData(context, async ({ database }) => {
        const companyId = company === undefined ? undefined : await companyIdOf(database, company);
        return {
          ...(await readStats(database, { companyId, since })),
          alerts: await countAlerts(database),
          queues: await readQueues(database, new Date()),
        };
      });
      const part = (heading: string, rows: readonly Counted[]) =>
        table(context.stdout, rows, {
          [heading]: ({ name }) => name,
          APPLICATIONS: ({ applications }) => applications,
        });
      const { days_to_first_answer: days } = stats;
      print(context, json, stats, () =>
        [
          `${counted(stats.applications, 'application')}, ${stats.incomplete} without their last document, ${stats.withdrawn} withdrawn.`,
          ...(days === null ? [] : [`Half of those with an answer got it within ${daysOf(days)}.`]),
          `${counted(stats.alerts.active, 'active alert')}, ${stats.alerts.pending} to be confirmed, ${stats.alerts.ended} ended.`,
          '',
          part('OPENING', stats.by_opening),
          part('COMPANY', stats.by_company),
          part('WEEK FROM', stats.by_week),
          part('REFERRER', stats.by_referrer),
          part('STAGE', stats.by_stage),
          table(context.stdout, Object.entries(stats.queues), {
            QUEUE: ([name]) => name,
            WAITING: ([, { waiting }]) => waiting,
            OLDEST: ([, { oldest_seconds: age }]) => (age === null ? '' : durationOf(age / 60)),
            FAILED: ([, { failed }]) => failed,
          }),
        ].join('\n'),
      );
    });
}

/** Rounds up, because within one day less fewer than half had an answer. */
const daysOf = (days: number): string => counted(Math.max(1, Math.ceil(days)), 'day');

const durationOf = (minutes: number): string =>
  minutes < 1
    ? counted(Math.round(minutes * 60), 'second')
    : counted(Math.round(minutes), 'minute');
