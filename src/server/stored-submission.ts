import { type Submission, submissionRepository } from '#src/submissions/repository.ts';
import { apiClient } from './api-client.ts';

/** A stored submission, unless the API host has erased its application: then it is removed here too. */
export async function unlessErased(
  submission: Submission | undefined,
): Promise<Submission | undefined> {
  if (!submission?.applicantId) return submission;
  if (await apiClient().applicationExists(submission.applicantId)) return submission;
  await submissionRepository().remove(submission.id);
  return undefined;
}
