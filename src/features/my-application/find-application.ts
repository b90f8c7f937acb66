import { apiClient } from '#src/api-client/api-client.ts';
import type { LinkedApplication } from '#src/domain/model/linked-application.ts';
import { type FoundByLink, findByLink } from '#src/middleware/link-pages.ts';
import { requestContext } from '#src/request/request-context.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import { ticketOf } from '#src/submissions/upload-ticket.ts';
import type { ActionResult } from './link-actions.ts';

export interface FoundApplication {
  readonly linked: LinkedApplication;
  /** The id of the stored submission, if this browser has the upload ticket for its documents. */
  readonly submissionId: string | undefined;
}

export const findLinkedApplication = (
  token: string,
  result: ActionResult | undefined,
): Promise<FoundByLink<FoundApplication>> =>
  findByLink(token, readApplication, result === 'erased');

async function readApplication(token: string): Promise<FoundApplication | undefined> {
  const linked = await apiClient().readLink(token);
  if (!linked) return undefined;
  const { joblistingid, applicant_id: applicantId } = linked.application;
  const ticket = ticketOf(requestContext().getCookie);
  const submission = await submissionRepository().findByTicket(ticket, {
    joblistingid,
    applicantId,
  });
  return { linked, submissionId: submission?.id };
}
