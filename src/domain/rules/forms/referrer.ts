import { type Referrer, referrers } from '#src/domain/model/application-options.ts';

/** Returns the source of the visit that an address names. Any other value counts as absent. */
export function referrerOf(query: URLSearchParams): Referrer | undefined {
  const ref = query.get('ref')?.trim();
  return referrers.find((value) => value === ref);
}

export const withReferrer = (address: string, ref: Referrer): string =>
  address.replace(/[^#]*/, (page) => `${page}${page.includes('?') ? '&' : '?'}ref=${ref}`);
