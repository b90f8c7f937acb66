import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { dateOf } from '#src/config/format-date.ts';
import { isComplete } from '#src/domain/rules/documents.ts';
import { preferredType } from '#src/request/accepts.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import type { ApplicationLink } from '#src/submissions/stored-submission.ts';
import type { Submission } from '#src/submissions/submission.ts';
import { ticketOf } from '#src/submissions/upload-ticket.ts';
import type { UploadSubmissions } from './upload-proxy.ts';
import { inFormOrder, receiptPage } from './upload-response.ts';

/**
 * GET /api/submission: the state of the upload ticket's newest submission, of those to the opening `joblistingid`, or of
 * the one with the id `submission`; 204 without one. With `link`, it has the link to the application.
 * A browser that follows the link of /feedback for visitors without script gets a page.
 */
export function submissionState(options: {
  readonly submissions: () => Pick<UploadSubmissions, 'findByTicket'>;
  /** The link to the application of a submission, if the API host has links. */
  readonly linkOf?: (submission: Submission) => Promise<ApplicationLink | undefined>;
}): MiddlewareHandler<SiteEnv> {
  const { linkOf = async () => undefined } = options;
  return async (c) => {
    const headers = { 'cache-control': 'private, no-store' };
    const submission = await options.submissions().findByTicket(
      ticketOf((name) => getCookie(c, name)),
      { joblistingid: c.req.query('joblistingid'), id: c.req.query('submission') },
    );
    const isPage = preferredType(c) === 'text/html';
    // A call to the API host, which only a receipt needs.
    const hasLink = isPage || c.req.query('link') !== undefined;
    const link = submission && hasLink ? await linkOf(submission) : undefined;
    if (isPage) return receiptPage(submission, link);
    if (!submission) return c.body(null, 204, headers);
    const {
      id,
      joblistingid,
      state,
      received,
      applicantId,
      acceptedAt,
      documentsUntil,
      isWithdrawn,
    } = submission;
    return c.json(
      {
        joblistingid,
        state,
        received: inFormOrder(received),
        complete: isComplete(received),
        withdrawn: isWithdrawn,
        applicant_id: applicantId,
        submission: id,
        applied_on: acceptedAt && dateOf(acceptedAt),
        documents_until: documentsUntil && dateOf(documentsUntil),
        link: link?.href,
        link_until: link?.until,
      },
      200,
      headers,
    );
  };
}
