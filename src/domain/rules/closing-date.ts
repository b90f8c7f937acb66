import { dayMs } from '../model/limits.ts';

/** The end of an ISO 8601 time that states its offset. */
const offset = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * Whether a closing date has passed at `now`, as a function of the closing date (ISO 8601). A date without a time is
 * the last day to apply. Such a date, and a time without an offset, are in `timeZone`, that of the company (site
 * config). An absent or invalid closing date never passes.
 */
export function closingCheck(
  timeZone: string,
  now: Date,
): (closingDate: string | null | undefined) => boolean {
  const localNow = wallClockMs(timeZone, now);
  return (closingDate) => {
    if (!closingDate) return false;
    if (/^\d{4}-\d{2}-\d{2}$/.test(closingDate)) return Date.parse(closingDate) + dayMs <= localNow;
    return offset.test(closingDate)
      ? Date.parse(closingDate) <= now.getTime()
      : Date.parse(`${closingDate}Z`) <= localNow;
  };
}

/** Days, the first included, for which an opening is new. */
const newDays = 7;

/**
 * Whether an opening is new on the day of `now` in `timeZone`, as a function of the day it was posted (ISO 8601, as
 * written). An absent, invalid or future day is not new.
 */
export function newnessCheck(
  timeZone: string,
  now: Date,
): (datePosted: string | null | undefined) => boolean {
  const today = Math.floor(wallClockMs(timeZone, now) / dayMs);
  return (datePosted) => {
    const age = today - Date.parse(datePosted?.slice(0, 10) ?? '') / dayMs;
    return age >= 0 && age < newDays;
  };
}

/** Days from the day of `now` in `timeZone` to the day of an ISO 8601 date, as written. */
export const daysUntil = (timeZone: string, now: Date, iso: string): number =>
  Date.parse(iso.slice(0, 10)) / dayMs - Math.floor(wallClockMs(timeZone, now) / dayMs);

/**
 * The instant at which an opening closes, as ISO 8601 with an offset; a date without a time closes at the end of the day.
 * `closingDate` is valid.
 */
export function closingInstant(timeZone: string, closingDate: string): string {
  const isDay = closingDate.length === 10;
  if (!isDay && offset.test(closingDate)) return closingDate;
  const local = isDay ? `${closingDate}T23:59:59` : closingDate;
  const offsetMs = (instant: number) => wallClockMs(timeZone, new Date(instant)) - instant;
  // Read as UTC, the time may be on the other side of a change of the offset: the second estimate is not.
  const utc = Date.parse(`${local}Z`);
  const minutes = Math.round(offsetMs(utc - offsetMs(utc)) / 60_000);
  const digits = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${digits(minutes / 60)}:${digits(minutes % 60)}`;
}

/** The format of each time zone: creating one takes longer than all else on an opening's page. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** What a clock in the time zone shows, as milliseconds of the same date and time in UTC. */
export function wallClockMs(timeZone: string, now: Date): number {
  // The Swedish format is that of ISO 8601: 2026-06-30 23:59:59.
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  return Date.parse(`${format.format(now).replace(' ', 'T')}Z`) + now.getUTCMilliseconds();
}
