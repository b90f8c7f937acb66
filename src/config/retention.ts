import { dayMs } from '#src/domain/model/limits.ts';
import { siteConfig } from './site.ts';

/** The time for which data is kept. Without a number of days it is never erased. */
export interface Retention {
  /** RETENTION_DAYS, for contact messages, and for applications to a company without its own value. */
  readonly days?: number | undefined;
  /** The values by name of the company. The default is the values of the site config. */
  readonly daysOfCompanies?: ReadonlyMap<string, number>;
}

const configuredDays: ReadonlyMap<string, number> = new Map(
  siteConfig.companies.items.flatMap(({ name, retentionDays }) =>
    retentionDays === undefined ? [] : [[name, retentionDays]],
  ),
);

/** Applications to the company before this time are erased. If it is undefined, they are kept. */
export function expiryOf(
  { days, daysOfCompanies = configuredDays }: Retention,
  companyName: string | null,
  now: number,
): Date | undefined {
  const age = daysOfCompanies.get(companyName ?? '') ?? days;
  return age === undefined ? undefined : new Date(now - age * dayMs);
}
