import { dayMs } from '#src/domain/model/limits.ts';
import { configuredCompany } from './companies.ts';

export interface Retention {
  /** RETENTION_DAYS, for contact messages, and for applications to a company without its own value. */
  readonly days?: number | undefined;
  readonly daysOfCompanies?: { get(companyName: string): number | undefined };
}

const configuredDays = { get: (name: string) => configuredCompany(name)?.retentionDays };

/** Many old applications wait for an operator, because the clock may be wrong. */
export const needsOperator = (expired: number, all: number): boolean =>
  expired >= 20 && expired * 2 > all;

export function expiryOf(
  { days, daysOfCompanies = configuredDays }: Retention,
  companyName: string | null,
  now: number,
): Date | undefined {
  const age = daysOfCompanies.get(companyName ?? '') ?? days;
  return age === undefined ? undefined : new Date(now - age * dayMs);
}
