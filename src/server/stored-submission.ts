import { type Submission, submissionRepository } from '#src/submissions/repository.ts';
import { apiClient } from './api-client.ts';

/**
 * A stored submission as the API host knows it: marked if its application was withdrawn; removed here too if it was
 * erased.
 */
export async function unlessErased(
  submission: Submission | undefined,
): Promise<Submission | undefined> {
  if (!submission?.applicantId) return submission;
  const state = await apiClient().applicationState(submission.applicantId);
  if (state === 'withdrawn') return { ...submission, isWithdrawn: true };
  if (state === 'stored') return submission;
  await submissionRepository().remove(submission.id);
  return undefined;
}
