/** Section 7: a read or a write succeeded only if its response's status is true, 'True' or 1. */
export const isSuccess = (status: unknown): status is true | 'True' | 1 =>
  status === true || status === 'True' || status === 1;

/** Section 7, validatecandidate: only the number 1 allows the candidate to apply. */
export const mayApply = (status: unknown): status is 1 => status === 1;

/** `no-response` means that there was no valid response. */
export type CandidateResponse = 'allowed' | 'refused' | 'no-response';

/** A host has already stored this application under the idempotency key of the check. */
export interface AcceptedBefore {
  readonly applicant_id: string;
}

export type CandidateDecision = 'may-apply' | 'refused' | 'unreachable' | AcceptedBefore;

/**
 * Sections 4, 7 and 8 with contract decision 2: one host that allows the candidate is enough. The result is `refused` if a
 * host responded and none allowed, and `unreachable` if no host responded.
 */
export function decideCandidate(
  responses: readonly CandidateResponse[],
): 'may-apply' | 'refused' | 'unreachable' {
  if (responses.includes('allowed')) return 'may-apply';
  return responses.includes('refused') ? 'refused' : 'unreachable';
}
