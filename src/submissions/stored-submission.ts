import type { ApiClient } from '#src/domain/api/api-client.ts';
import type { SubmissionRepository } from './repository.ts';
import type { Submission } from './submission.ts';

/** Adds the state at the API host. An application that is erased there is removed here. */
export async function withHostState(
  submission: Submission | undefined,
  client: Pick<ApiClient, 'applicationState'>,
  submissions: Pick<SubmissionRepository, 'remove'>,
): Promise<Submission | undefined> {
  if (!submission?.applicantId) return submission;
  const hostState = await client.applicationState(submission.applicantId);
  if (hostState !== 'erased') return { ...submission, hostState };
  await submissions.remove(submission.id);
  return undefined;
}
