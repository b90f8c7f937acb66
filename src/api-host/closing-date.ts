/**
 * The instant from which an opening is closed, as ISO 8601 in UTC; null when it names none.
 * A closing date without a time is the last day to apply: it closes as the next day begins, in UTC.
 */
export function closesAt(closingDate: string | null | undefined): string | null {
  if (!closingDate) return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(closingDate);
  const instant = new Date(
    isDay || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(closingDate) ? closingDate : `${closingDate}Z`,
  );
  if (Number.isNaN(instant.getTime())) return null;
  if (isDay) instant.setUTCDate(instant.getUTCDate() + 1);
  return instant.toISOString();
}
