/** Section 7: a read or a write succeeded if its reply's status is true, 'True' or 1, and only then. */
export function isSuccess(status: unknown): status is true | 'True' | 1 {
  return status === true || status === 'True' || status === 1;
}

/** Section 7, validatecandidate: only the number 1 lets the candidate apply. */
export function mayApply(status: unknown): status is 1 {
  return status === 1;
}
