import { settings } from '#src/config/settings.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { isoDay } from '#src/language/format-date.ts';
import { submissionRepository } from './repository.ts';
import type { Submission } from './submission.ts';

/** It removes an application that the API host has erased. */
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

/** The page of an application without an account (contract, decision 15). */
export interface RegisteredLink {
  readonly token: string;
  /** The last day on which it works, as YYYY-MM-DD. */
  readonly until: string;
  /** How many documents may be replaced. */
  readonly replacementsLeft: number;
}

export async function applicationLink(
  { id, applicantId }: Submission,
  client: Pick<ApiClient, 'registerLink'>,
): Promise<RegisteredLink | undefined> {
  // Only our API host has this call.
  if (settings().apiHostSecret === undefined || applicantId === undefined) return undefined;
  const token = submissionRepository().linkToken(id);
  const link = await client.registerLink(applicantId, token);
  return (
    link && { token, until: isoDay(link.expires_at), replacementsLeft: link.replacements_left }
  );
}
