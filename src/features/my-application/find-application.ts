import { apiCalls } from '#src/api-client/api-client.ts';
import { findByLink } from '#src/forms/link-pages.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import { currentTicket } from '#src/submissions/upload-ticket.ts';
import type { ActionResult } from './link-actions.ts';

export const findLinkedApplication = (token: string, result: ActionResult | undefined) =>
  findByLink(token, readApplication, result === 'erased');

export type FoundApplication = NonNullable<Awaited<ReturnType<typeof readApplication>>>;

/** `submissionId` is the id of the stored submission, if this browser has its upload ticket. */
async function readApplication(token: string) {
  const linked = await apiCalls().readLink(token);
  if (!linked) return undefined;
  const { joblistingid, applicant_id: applicantId } = linked.application;
  const selection = { joblistingid, applicantId };
  const submission = await submissionRepository().findByTicket(currentTicket(), selection);
  return { linked, submissionId: submission?.id };
}
