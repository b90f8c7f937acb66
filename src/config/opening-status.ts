import { statusCheck } from '#src/domain/catalogue/opening-dates.ts';
import { siteConfig } from './site.ts';

/** Days begin and end in the time zone of the companies. */
export const statusAt = (now: Date) => statusCheck(siteConfig.region.timeZone, now);
