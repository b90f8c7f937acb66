/**
 * UTC offset in hours of the zone in which a closing date without a time ends. The API host uses UTC. A page
 * shows openings of any host, so it waits until the day has ended everywhere.
 */
export const closingZone = { apiHost: 0, page: -12 } as const;

/**
 * The first instant at which an opening with this closing date is closed; undefined for none or an invalid
 * one. A date without a time is the last day to apply; a time without a zone is UTC.
 */
export function closesAt(
  closingDate: string | null | undefined,
  utcOffsetHours: number,
): Date | undefined {
  if (!closingDate) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(closingDate);
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(closingDate);
  const instant = new Date(isDay || hasZone ? closingDate : `${closingDate}Z`);
  if (Number.isNaN(instant.getTime())) return undefined;
  if (isDay) instant.setUTCHours(24 - utcOffsetHours);
  return instant;
}

/** Whether an opening with this closing date is closed at `now`. */
export function isPastClosing(
  closingDate: string | null | undefined,
  utcOffsetHours: number,
  now: Date,
): boolean {
  const instant = closesAt(closingDate, utcOffsetHours);
  return instant !== undefined && instant <= now;
}
