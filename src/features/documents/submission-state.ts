import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { feedbackPath, myApplicationHref, type SubmissionQuery } from '#src/addresses.ts';
import { apiClient } from '#src/api-client/api-client.ts';
import type { SubmissionStatus } from '#src/browser/submission-status.ts';
import { isComplete } from '#src/domain/rules/documents/documents.ts';
import { isoDay } from '#src/language/format-date.ts';
import { inLanguage } from '#src/language/paths.ts';
import { preferredType } from '#src/request/accepts.ts';
import { requestContext } from '#src/request/request-context.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import {
  applicationLink,
  type RegisteredLink,
  unlessErased,
} from '#src/submissions/stored-submission.ts';
import type { Submission } from '#src/submissions/submission.ts';
import { ticketOf } from '#src/submissions/upload-ticket.ts';
import { reportUnavailable } from '#src/telemetry/report-unavailable.ts';
import type { UploadSubmissions } from './upload-proxy.ts';
import { inFormOrder } from './upload-response.ts';

export interface StoredSubmissions extends Pick<UploadSubmissions, 'findByTicket'> {
  /** Resolves with undefined if the API host has no links. */
  readonly linkOf: (submission: Submission) => Promise<RegisteredLink | undefined>;
}

const stored: StoredSubmissions = {
  findByTicket: async (ticket, selection) =>
    unlessErased(await submissionRepository().findByTicket(ticket, selection), apiClient()),
  linkOf: (submission) => applicationLink(submission, apiClient()),
};

/** `hasLink` requires a call to the API host. */
async function findStatus(
  { findByTicket, linkOf }: StoredSubmissions,
  cookieOf: (name: string) => string | undefined,
  { joblistingid, submissionId, hasLink }: SubmissionQuery & { joblistingid?: string | undefined },
): Promise<SubmissionStatus | undefined> {
  const selection = { joblistingid, id: submissionId };
  const submission = await findByTicket(ticketOf(cookieOf), selection);
  if (submission?.applicantId === undefined) return undefined;
  const { applicantId, acceptedAt, documentsUntil, isWithdrawn = false } = submission;
  const link = hasLink ? await linkOf(submission) : undefined;
  return {
    joblistingid: submission.joblistingid,
    applicantId,
    submissionId: submission.id,
    appliedOn: acceptedAt ? isoDay(acceptedAt) : '',
    until: documentsUntil ? isoDay(documentsUntil) : undefined,
    received: inFormOrder(submission.received),
    needed: submission.needed,
    isWithdrawn,
    link: link && myApplicationHref(link.token),
    linkUntil: link?.until ?? '',
    mayReplace: (link?.replacementsLeft ?? 0) > 0,
  };
}

/** The page has the status 503 with `unanswered`: the database or the API host is away. */
export async function findReceipt(selection: {
  joblistingid: string | undefined;
  submissionId: string | undefined;
}): Promise<SubmissionStatus | 'unanswered' | undefined> {
  const { getCookie, unavailable } = requestContext();
  try {
    return await findStatus(stored, getCookie, { ...selection, hasLink: true });
  } catch (error) {
    reportUnavailable(error);
    unavailable();
    return 'unanswered';
  }
}

/**
 * GET /api/submission: 204 if the upload ticket has no such application. A browser that opens the address is redirected
 * to the receipt.
 */
export function submissionState(
  submissions: StoredSubmissions = stored,
): MiddlewareHandler<SiteEnv> {
  return async (c) => {
    c.header('cache-control', noStore);
    if (preferredType(c) === 'text/html')
      return c.redirect(inLanguage(feedbackPath) + new URL(c.req.url).search);
    const status = await findStatus(submissions, (name) => getCookie(c, name), {
      joblistingid: c.req.query('joblistingid'),
      submissionId: c.req.query('submission'),
      hasLink: c.req.query('link') !== undefined,
    });
    if (!status) return c.body(null, 204);
    const { received, needed } = status;
    return c.json({
      joblistingid: status.joblistingid,
      state: 'accepted',
      received,
      needed,
      complete: isComplete(received, needed),
      withdrawn: status.isWithdrawn || undefined,
      applicant_id: status.applicantId,
      submission: status.submissionId,
      applied_on: status.appliedOn || undefined,
      documents_until: status.until,
      link: status.link,
      link_until: status.linkUntil || undefined,
      may_replace: status.mayReplace || undefined,
    });
  };
}
