/** The westernmost time zone, in minutes as `Date.getTimezoneOffset` returns them. */
const westernmostOffset = 12 * 60;

/** Returns an instant in the form of the tables (ISO 8601 in UTC). Negative milliseconds mean before `from`. */
export const instantAfter = (from: Date, ms: number): string =>
  new Date(from.getTime() + ms).toISOString();

/** The default offset is the westernmost zone, so that a server accepts the current day of every visitor. */
export const isoDate = (now: Date, offset = westernmostOffset): string =>
  instantAfter(now, -offset * 60_000).slice(0, 10);
