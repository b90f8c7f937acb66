import assert from 'node:assert/strict';
import type { SubmissionRepository } from '#src/submissions/repository.ts';

type Started = Parameters<SubmissionRepository['start']>;

/** Stores an application that the host accepts. Returns the id of the submission. */
export async function acceptSubmission(
  site: SubmissionRepository,
  applicantId: string,
  ...started: Started
): Promise<string> {
  const start = await site.start(...started);
  assert.ok(start.kind === 'send', 'another caller has the lease');
  await site.settle(start, { status: 'accepted', applicantId }, started[1]);
  return start.id;
}
