import { siteConfig } from '#src/config/site.ts';

const { locale, timeZone } = siteConfig.region;
const longDate = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });

/** Formats milliseconds since the epoch as '3 October 2026', in the locale and time zone of the site config. */
export const formatDate = (ms: number): string => longDate.format(ms);
