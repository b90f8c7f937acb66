import { apiClient } from '#src/api-client/api-client.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import {
  isDamagedToken,
  type LinkedApplication,
  linkToken,
} from '#src/domain/model/linked-application.ts';
import { requestContext } from '#src/request/request-context.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import { ticketOf } from '#src/submissions/upload-ticket.ts';
import { reportUnavailable } from '#src/telemetry/report-unavailable.ts';
import type { ActionResult } from './action-result.ts';

export type FoundApplication =
  | {
      readonly kind: 'found';
      readonly linked: LinkedApplication;
      /** The id of the stored submission, if this browser has the upload ticket for its documents. */
      readonly submissionId: string | undefined;
    }
  | { readonly kind: 'unknown'; readonly isDamaged: boolean }
  | { readonly kind: 'unavailable' };

/** Returns the application of a link; undefined if there is none. */
export const readLinked = async (
  client: Pick<ApiClient, 'readLink'>,
  token: string,
): Promise<LinkedApplication | undefined> =>
  linkToken.test(token) ? client.readLink(token) : undefined;

/** It changes nothing, because mail scanners open links. */
export async function findApplication(
  token: string,
  result: ActionResult | undefined,
): Promise<FoundApplication> {
  const request = requestContext();
  try {
    const linked = await readLinked(apiClient(), token);
    if (!linked) {
      if (result !== 'erased') request.notFound();
      return { kind: 'unknown', isDamaged: isDamagedToken(token) };
    }
    const { joblistingid, applicant_id: applicantId } = linked.application;
    const ticket = ticketOf(request.getCookie);
    const submission = await submissionRepository().findByTicket(ticket, {
      joblistingid,
      applicantId,
    });
    return { kind: 'found', linked, submissionId: submission?.id };
  } catch (error) {
    reportUnavailable(error);
    request.unavailable();
    return { kind: 'unavailable' };
  }
}
