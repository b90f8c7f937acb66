import { dateText } from './format.ts';
import { site } from './server.ts';

/** Returns the day of an instant, in milliseconds, in the time zone of the company: '2026-11-27'. */
export const isoDay = (ms: number): string =>
  // The Swedish format is that of ISO 8601.
  new Date(ms).toLocaleDateString('sv-SE', { timeZone: site().region.timeZone });

/** Formats an instant, in milliseconds, as the day in the time zone of the company: '27 November 2026'. */
export const formatDate = (ms: number): string => dateText(isoDay(ms));
