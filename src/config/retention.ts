import { dayMs } from '#src/domain/model/limits.ts';
import { siteConfig } from './site.ts';

/** How long data is kept; without a number of days it is kept for ever. */
export interface Retention {
  /** RETENTION_DAYS: of contact messages, and of applications to a company without an own value. */
  readonly days?: number | undefined;
  /** By name of the company; default: the values of the site config. */
  readonly daysOfCompanies?: ReadonlyMap<string, number>;
}

const configuredDays: ReadonlyMap<string, number> = new Map(
  siteConfig.companies.items.flatMap(({ name, retentionDays }) =>
    retentionDays === undefined ? [] : [[name, retentionDays]],
  ),
);

/** Applications to the company that are older are erased; undefined: they are kept. */
export function expiryOf(
  { days, daysOfCompanies = configuredDays }: Retention,
  companyName: string | null,
  now: number,
): Date | undefined {
  const age = daysOfCompanies.get(companyName ?? '') ?? days;
  return age === undefined ? undefined : new Date(now - age * dayMs);
}
