/** The westernmost time zone, in minutes as `Date.getTimezoneOffset` returns them. */
const westernmostOffset = 12 * 60;

/** The default offset is the westernmost zone, so that a server accepts the current day of every visitor. */
export function isoDate(now: Date, offset = westernmostOffset): string {
  return new Date(now.getTime() - offset * 60_000).toISOString().slice(0, 10);
}
