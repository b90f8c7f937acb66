import { closingInstant, statusCheck, toLocalTime } from '#src/domain/catalogue/opening-dates.ts';
import { siteConfig } from './site.ts';

// Days begin and end in the time zone of the companies.
const { timeZone } = siteConfig.region;
export const statusAt = (now: Date) => statusCheck(timeZone, now);
export const localTime = (iso: string): string => toLocalTime(timeZone, iso);
export const closingTime = (date: string): string => closingInstant(timeZone, date);
