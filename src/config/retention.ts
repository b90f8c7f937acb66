import { dayMs } from '#src/domain/model/limits.ts';
import { configuredCompany } from './companies.ts';

export interface Retention {
  /** RETENTION_DAYS, for contact messages, and for applications to a company without its own value. */
  readonly days?: number | undefined;
  readonly daysOfCompanies?: { get(companyName: string): number | undefined };
}

const configuredDays = { get: (name: string) => configuredCompany(name)?.retentionDays };

/** If many applications expire at once, an operator must decide, because the clock may be wrong. */
export const needsOperator = (expired: number, all: number): boolean =>
  expired >= 20 && expired * 2 > all;

/**
 * Groups companies by the instant before which their applications are expired. Companies without an expiry are left
 * out. Each group is one condition, because SQLite allows an expression depth of 1,000.
 */
export const groupByExpiry = <Company extends { readonly company_name: string | null }>(
  retention: Retention,
  companies: readonly Company[],
  now: number,
): (readonly [before: Date, companies: readonly Company[]])[] =>
  [
    ...Map.groupBy(companies, ({ company_name }) =>
      expiryOf(retention, company_name, now)?.getTime(),
    ),
  ].flatMap(([before, group]) =>
    before === undefined ? [] : [[new Date(before), group] as const],
  );

export function expiryOf(
  { days, daysOfCompanies = configuredDays }: Retention,
  companyName: string | null,
  now: number,
): Date | undefined {
  const age = daysOfCompanies.get(companyName ?? '') ?? days;
  return age === undefined ? undefined : new Date(now - age * dayMs);
}
