import { dayMs } from '#src/domain/model/limits.ts';
import { siteConfig } from './site.ts';

export interface Retention {
  /** RETENTION_DAYS, for contact messages, and for applications to a company without its own value. */
  readonly days?: number | undefined;
  readonly daysOfCompanies?: ReadonlyMap<string, number>;
}

const configuredDays: ReadonlyMap<string, number> = new Map(
  siteConfig.companies.items.flatMap(({ name, retentionDays }) =>
    retentionDays === undefined ? [] : [[name, retentionDays]],
  ),
);

export function expiryOf(
  { days, daysOfCompanies = configuredDays }: Retention,
  companyName: string | null,
  now: number,
): Date | undefined {
  const age = daysOfCompanies.get(companyName ?? '') ?? days;
  return age === undefined ? undefined : new Date(now - age * dayMs);
}
