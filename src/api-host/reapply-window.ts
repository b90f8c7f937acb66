/**
 * Sections 5 and 8, 'within a year': the first instant at which someone who applied at `appliedAt` may
 * apply to the same company again. The same date and time a year on, in UTC; who applied on 29 February
 * waits until 1 March, since 28 February would be a day short of a year.
 */
export function mayApplyAgainFrom(appliedAt: Date): Date {
  const again = new Date(appliedAt);
  again.setUTCFullYear(again.getUTCFullYear() + 1);
  return again;
}

/** Whether an application made at `appliedAt` bars another at `now`. */
export function isWithinAYear(appliedAt: Date, now: Date): boolean {
  return now < mayApplyAgainFrom(appliedAt);
}
