/** Section 7: a read or a write succeeded only if its response's status is true, 'True' or 1. */
export const isSuccess = (status: unknown): status is true | 'True' | 1 =>
  status === true || status === 'True' || status === 1;

/** Section 7, validatecandidate: only the number 1 allows the candidate to apply. */
export const mayApply = (status: unknown): status is 1 => status === 1;
