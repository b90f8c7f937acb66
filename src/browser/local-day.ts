import { isoDate } from '#src/domain/rules/text/iso-date.ts';

/** Returns the current day of this device as YYYY-MM-DD. */
export function localDay(): string {
  const now = new Date();
  return isoDate(now, now.getTimezoneOffset());
}
