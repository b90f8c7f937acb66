/**
 * Section 8, 'within a year': the first instant at which an applicant may apply to the same company again.
 * It is the same date and time a year later, in UTC; after an application on 29 February it is 1 March.
 */
export function reapplyWindowEnd(appliedAt: Date): Date {
  const end = new Date(appliedAt);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}
