import type { ApiClient } from '#src/domain/api/api-client.ts';
import { submissionRepository } from './repository.ts';
import type { Submission } from './submission.ts';

/** It removes an application that the API host has erased. */
export async function unlessErased(
  submission: Submission | undefined,
  client: Pick<ApiClient, 'applicationState'>,
): Promise<Submission | undefined> {
  if (!submission?.applicantId) return submission;
  const hostState = await client.applicationState(submission.applicantId);
  if (hostState !== 'erased') return { ...submission, hostState };
  await submissionRepository().remove(submission.id);
  return undefined;
}
