import { localTime } from '#src/config/site-time.ts';
import { dateText, fill, oncePerLanguage } from './format.ts';
import { site, texts } from './server.ts';

/** Milliseconds since the epoch, or ISO 8601. */
type Instant = Date | number | string;

/** Returns the day of an instant in the time zone of the company: '2026-11-27'. */
export const isoDay = (instant: Instant): string =>
  localTime(new Date(instant).toISOString()).slice(0, 10);

/** Formats an instant as the day in the time zone of the company: '27 November 2026'. */
export const formatDate = (instant: Instant): string => dateText(isoDay(instant));

/**
 * Returns an ISO 8601 day as a text, and an instant with its time: '31 December 2026, 20:00', in the time zone of the
 * company.
 */
export function dateTimeText(iso: string): string {
  const local = localTime(iso);
  return withTime(dateText(local), local);
}

/** Adds the time of `local` (ISO 8601), if it has one, to the text of its day. */
export const withTime = (day: string, local: string): string =>
  local.length > 10 ? fill(texts().openings.dayAndTime, { day, time: local.slice(11, 16) }) : day;

const clock = oncePerLanguage(({ locale }) => {
  const { timeZone } = site().region;
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone });
});

export const clockTime = (instant: Date | number): string => clock().format(instant);

/** Formats an instant as '14:05', or as '14:05 on 3 October 2026' if it is not on the day of `now`. */
export function timeText(instant: Date, now: Date): string {
  const day = formatDate(instant);
  const time = clockTime(instant);
  return day === formatDate(now) ? time : fill(texts().openings.list.timeOnDay, { time, day });
}
