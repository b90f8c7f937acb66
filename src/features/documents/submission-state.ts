import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { preferredType } from '#src/server/accepts.ts';
import { dateOf } from '#src/server/format-date.ts';
import type { SiteEnv } from '#src/server/request-context.ts';
import { ticketLifetimeMs, ticketOf } from '#src/submissions/upload-ticket.ts';
import type { UploadSubmissions } from './upload-proxy.ts';
import { inFormOrder, isComplete, receiptPage } from './upload-response.ts';

/**
 * GET /api/submission: the state of the upload ticket's submission to the opening `joblistingid`, else of the
 * newest; 204 without one.
 * A browser that follows the link of /feedback for visitors without script gets a page.
 */
export function submissionState(options: {
  readonly submissions: () => Pick<UploadSubmissions, 'findByTicket'>;
}): MiddlewareHandler<SiteEnv> {
  return async (c) => {
    const headers = { 'cache-control': 'private, no-store' };
    const submission = await options.submissions().findByTicket(
      ticketOf((name) => getCookie(c, name)),
      c.req.query('joblistingid'),
    );
    if (preferredType(c) === 'text/html') return receiptPage(submission);
    if (!submission) return c.body(null, 204, headers);
    const { joblistingid, state, received, applicantId, acceptedAt } = submission;
    return c.json(
      {
        joblistingid,
        state,
        received: inFormOrder(received),
        complete: isComplete(received),
        applicant_id: applicantId,
        applied_on: acceptedAt && dateOf(acceptedAt),
        documents_until: acceptedAt && dateOf(acceptedAt + ticketLifetimeMs),
      },
      200,
      headers,
    );
  };
}
