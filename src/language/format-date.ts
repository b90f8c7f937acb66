import { oncePerLocale } from './format.ts';
import { site, texts } from './server.ts';

/** French has a word of its own for the first day of a month, which Intl lacks: '1er novembre 2026'. */
export const formatDay = (format: Intl.DateTimeFormat, date: Date): string =>
  format
    .formatToParts(date)
    .map(({ type, value }) => (type === 'day' && value === '1' ? texts().openings.firstDay : value))
    .join('');

/** Formats an instant, in milliseconds, as the day in the time zone of the company: '27 November 2026'. */
export const formatDate = (ms: number): string => formatDay(longDate(), new Date(ms));

const longDate = oncePerLocale((locale) => {
  const { timeZone } = site().region;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
});
