import { oncePerLocale } from './format.ts';
import { site } from './server.ts';

/** Formats an instant, in milliseconds, as the day in the time zone of the company: '27 November 2026'. */
export const formatDate = (ms: number): string => longDate().format(ms);

const longDate = oncePerLocale((locale) => {
  const { timeZone } = site().region;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
});
