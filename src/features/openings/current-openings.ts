import { siteConfig } from '#src/config/site.ts';
import { statusCheck } from '#src/domain/catalogue/opening-dates.ts';
import type { Opening } from '#src/domain/model/opening.ts';

/** Returns the openings whose closing date has not passed. Sitemap, feeds and frames contain only these. */
export function currentOpenings(openings: readonly Opening[], now: Date): Opening[] {
  const statusOf = statusCheck(siteConfig.region.timeZone, now);
  return openings.filter((opening) => statusOf(opening) !== 'closed');
}
