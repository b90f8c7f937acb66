/** What one host said of a candidate; `silent` when it gave no answer that makes sense. */
export type CandidateAnswer = 'allowed' | 'refused' | 'silent';

/** A host has already stored this very application, under the key the check was asked with. */
export interface AlreadyAccepted {
  readonly applicant_id: string;
}

export type CandidateDecision = 'may-apply' | 'refused' | 'unreachable' | AlreadyAccepted;

/**
 * Sections 4, 7 and 8 with contract decision 2: one host that lets the candidate in is enough; refused
 * when a host answered and none did; unreachable when no host answered.
 */
export function decideCandidate(
  answers: readonly CandidateAnswer[],
): 'may-apply' | 'refused' | 'unreachable' {
  if (answers.includes('allowed')) return 'may-apply';
  return answers.includes('refused') ? 'refused' : 'unreachable';
}
