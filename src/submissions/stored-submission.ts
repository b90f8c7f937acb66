import { formatDate } from '#src/config/format-date.ts';
import { settings } from '#src/config/settings.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { myApplicationPath } from '#src/domain/rules/addresses.ts';
import { submissionRepository } from './repository.ts';
import type { Submission } from './submission.ts';

/**
 * A stored submission as the API host knows it: marked if its application was withdrawn; removed here too if it was
 * erased.
 */
export async function unlessErased(
  submission: Submission | undefined,
  client: Pick<ApiClient, 'applicationState'>,
): Promise<Submission | undefined> {
  if (!submission?.applicantId) return submission;
  const state = await client.applicationState(submission.applicantId);
  if (state === 'withdrawn') return { ...submission, isWithdrawn: true };
  if (state === 'stored') return submission;
  await submissionRepository().remove(submission.id);
  return undefined;
}

/** Where an applicant sees, withdraws or erases an application without an account. */
export interface ApplicationLink {
  /** A path of this site. */
  readonly href: string;
  /** The last day, as text. */
  readonly until: string;
}

/** The link to the application of a submission; undefined if the API host has no links. */
export async function applicationLink(
  { id, applicantId }: Submission,
  client: Pick<ApiClient, 'registerLink'>,
): Promise<ApplicationLink | undefined> {
  // Other API hosts have no such call.
  if (settings().apiHostSecret === undefined || applicantId === undefined) return undefined;
  const token = submissionRepository().linkToken(id);
  const end = await client.registerLink(applicantId, token);
  return end === undefined
    ? undefined
    : { href: myApplicationPath(token), until: formatDate(Date.parse(end)) };
}
