import { siteConfig } from '#src/config/site.ts';

const { locale, timeZone } = siteConfig.region;
const longDate = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });

/** '3 October 2026' in the time zone of the site config, from milliseconds since the epoch. */
export const dateOf = (ms: number): string => longDate.format(ms);
