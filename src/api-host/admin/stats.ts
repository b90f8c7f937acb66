import { dayMs } from '#src/domain/model/limits.ts';
import { firstStage, stageNames, stageOf } from '#src/domain/model/stages.ts';
import { isoDay } from '#src/language/format-date.ts';
import { type ApplicationFilter, filtered } from '../applications/stored-applications.ts';
import type { HostDatabase } from '../database/schema.ts';

export interface Counted {
  readonly name: string;
  readonly applications: number;
}

export async function countAlerts({ db }: HostDatabase) {
  const rows = await db
    .selectFrom('alerts')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const counts = { asked: 0, pending: 0, active: 0, ended: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

export async function readStats({ db }: HostDatabase, filter: ApplicationFilter) {
  const applications = await filtered(db, filter)
    .leftJoin('companies', 'companies.id', 'applications.company_id')
    .select(['applications.id', 'joblistingid', 'role_name', 'company_id', 'company_name'])
    .select(['applied_at', 'referrer', 'final_at', 'withdrawn_at'])
    .execute();
  const stages = await db
    .selectFrom('application_stages')
    .select(['applicant_id', 'stage', 'set_at'])
    .orderBy('position')
    .execute();
  const current = new Map(stages.map(({ applicant_id, stage }) => [applicant_id, stage]));
  const remaining = applications.filter(({ withdrawn_at }) => withdrawn_at === null);
  const inStages = remaining.map(({ id }) => current.get(id) ?? firstStage);
  // Of several answers to one application, the first counts.
  const answered = new Map(
    stages
      .filter(({ stage }) => stageOf(stage).isAnswer)
      .map(({ applicant_id, set_at }) => [applicant_id, set_at] as const)
      .toReversed(),
  );
  const days = applications.flatMap(({ id, applied_at }) => daysTo(answered.get(id), applied_at));
  return {
    applications: applications.length,
    incomplete: remaining.filter(({ final_at }) => final_at === null).length,
    withdrawn: applications.length - remaining.length,
    by_opening: count(applications, (row) => `${row.joblistingid} ${row.role_name}`),
    by_company: count(applications, (row) => row.company_name ?? row.company_id),
    /** A week is named by its Monday, in the time zone of the companies. */
    by_week: count(applications, (row) => mondayOf(row.applied_at)).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    ),
    by_referrer: count(applications, (row) => row.referrer),
    by_stage: stageNames.map((name) => ({
      name,
      applications: inStages.filter((stage) => stage === name).length,
    })),
    /** The median from an application to the first stage that is an answer, or null without answers. */
    days_to_first_answer: median(days),
  };
}

/**
 * Returns the days from an application to an instant, to three places, or nothing without the instant. It is 0 if the clock
 * has gone back in between.
 */
const daysTo = (instant: string | undefined, appliedAt: string): number[] => {
  if (instant === undefined) return [];
  const days = (Date.parse(instant) - Date.parse(appliedAt)) / dayMs;
  return [Math.max(0, Math.round(1000 * days)) / 1000];
};

const count = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Counted[] =>
  [...Map.groupBy(rows, nameOf)]
    .map(([name, { length }]) => ({ name, applications: length }))
    .toSorted((a, b) => b.applications - a.applications || (a.name < b.name ? -1 : 1));

function mondayOf(instant: string): string {
  const day = new Date(isoDay(instant));
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

/** Returns the lower of the two middle values of an even number of values, or null without values. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
