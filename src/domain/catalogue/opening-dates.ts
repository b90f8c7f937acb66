import { dayMs } from '#src/domain/model/limits.ts';

/** The end of an ISO 8601 time that states its offset. */
const offset = /(?:Z|[+-]\d{2}:?\d{2})$/i;

export const openingStatuses = ['open', 'scheduled', 'closed'] as const;

export type OpeningStatus = (typeof openingStatuses)[number];

/** ISO 8601 days or instants. */
interface OpeningDates {
  readonly date_posted?: string | null | undefined;
  readonly closing_date?: string | null | undefined;
  readonly closed_since?: string | null | undefined;
}

/**
 * An opening is scheduled until the instant of its `date_posted`, or the beginning of that day. It is closed from the
 * instant of its `closing_date`, or the end of that day. An opening with `closed_since` is closed, whatever its dates,
 * and a closed opening is not scheduled. A date without an offset is in `timeZone`, the zone of the company. An absent
 * or invalid date has no effect.
 */
export function statusCheck(timeZone: string, now: Date): (dates: OpeningDates) => OpeningStatus {
  const localNow = wallClockMs(timeZone, now);
  const msUntil = (iso: string, dayLengthMs = 0): number => {
    if (offset.test(iso)) return utcMs(iso) - now.getTime();
    return utcMs(iso) + (iso.length === 10 ? dayLengthMs : 0) - localNow;
  };
  return ({ date_posted, closing_date, closed_since }) => {
    if (closed_since) return 'closed';
    if (closing_date && msUntil(closing_date, dayMs) <= 0) return 'closed';
    return date_posted && msUntil(date_posted) > 0 ? 'scheduled' : 'open';
  };
}

/**
 * Returns an ISO 8601 day or time as milliseconds since 1970, NaN if it is invalid. A time without an offset is read as UTC,
 * in every time zone of the process.
 */
export const utcMs = (iso: string): number =>
  Date.parse(iso.length === 10 || offset.test(iso) ? iso : `${iso}Z`);

/** An opening closes soon if at most this many days are left. */
export const soonDays = 7;

/** An opening is new for this many days, the first included. */
const newDays = 7;

/** The day on which the opening was posted is ISO 8601, as written. An invalid or future day is not new. */
export function isNewlyPosted(today: string, datePosted = ''): boolean {
  const age = daysBetween(datePosted.slice(0, 10), today);
  return age >= 0 && age < newDays;
}

/** Returns an ISO 8601 time that states its offset as the local time of the zone, such as 2026-12-31T20:00:00. */
export const toLocalTime = (timeZone: string, iso: string): string =>
  offset.test(iso)
    ? new Date(wallClockMs(timeZone, new Date(iso))).toISOString().slice(0, 19)
    : iso;

/** Both days are ISO 8601. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs;

/** A date without a time closes at the end of the day. `closingDate` must be valid. */
export function closingInstant(timeZone: string, closingDate: string): string {
  const isDay = closingDate.length === 10;
  if (!isDay && offset.test(closingDate)) return closingDate;
  const local = isDay ? `${closingDate}T23:59:59` : closingDate;
  const offsetMs = (instant: number) => wallClockMs(timeZone, new Date(instant)) - instant;
  // The first estimate reads the local time as UTC. The second one is needed if the offset changes between the two.
  const utc = Date.parse(`${local}Z`);
  const minutes = Math.round(offsetMs(utc - offsetMs(utc)) / 60_000);
  const digits = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${digits(minutes / 60)}:${digits(minutes % 60)}`;
}

/** The formats are kept, because creating one takes longer than everything else on an opening's page. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local date and time of the zone, as the milliseconds that the same date and time have in UTC. */
function wallClockMs(timeZone: string, now: Date): number {
  // The Swedish format is that of ISO 8601: 2026-06-30 23:59:59.
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  // In ISO 8601 a year of five digits has a sign and a sixth digit: 9999-12-31 in UTC may be the year 10000 elsewhere.
  const local = format
    .format(now)
    .replace(' ', 'T')
    .replace(/^\d{5}/, '+0$&');
  return Date.parse(`${local}Z`) + now.getUTCMilliseconds();
}
