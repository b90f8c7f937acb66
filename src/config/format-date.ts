import { siteConfig } from '#src/config/site.ts';

const { locale, timeZone } = siteConfig.region;
const longDate = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });

export const formatDate = (ms: number): string => longDate.format(ms);
