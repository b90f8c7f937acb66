import type { MiddlewareHandler } from 'hono';
import { feedbackPath, myApplicationHref } from '#src/addresses.ts';
import { apiCalls } from '#src/api-client/api-client.ts';
import { statusNames } from '#src/browser/submission-status.ts';
import { settings } from '#src/config/settings.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import type { SubmissionStatus } from '#src/domain/model/submission.ts';
import { isComplete } from '#src/domain/rules/documents/documents.ts';
import { isoDay } from '#src/language/format-date.ts';
import { inLanguage } from '#src/language/paths.ts';
import { preferredType } from '#src/request/accepts.ts';
import { requestContext } from '#src/request/request-context.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { type SubmissionRepository, submissionRepository } from '#src/submissions/repository.ts';
import { withHostState } from '#src/submissions/stored-submission.ts';
import { type Submission, toSubmissionStatus } from '#src/submissions/submission.ts';
import { currentTicket } from '#src/submissions/upload-ticket.ts';
import { reportUnavailable } from '#src/telemetry/report-unavailable.ts';

interface StatusParts {
  readonly client: () => Pick<ApiClient, 'applicationState' | 'registerLink'>;
  readonly submissions: () => Pick<SubmissionRepository, 'findByTicket' | 'linkToken' | 'remove'>;
}

/** Resolves with undefined if the API host has no calls for links, which only our host has. */
async function linkOf({ client, submissions }: StatusParts, { id, applicantId }: Submission) {
  if (settings().apiHostSecret === undefined || applicantId === undefined) return undefined;
  const token = submissions().linkToken(id);
  const registered = await client().registerLink(applicantId, token);
  return (
    registered && {
      link: myApplicationHref(token),
      linkUntil: isoDay(registered.expires_at),
      mayReplace: registered.replacements_left > 0,
    }
  );
}

/** @param hasLink whether the link to the private page is registered too, which needs a call to the API host */
async function findStatus(
  parts: StatusParts,
  selection: Parameters<SubmissionRepository['findByTicket']>[1],
  hasLink: boolean,
): Promise<SubmissionStatus | undefined> {
  const submissions = parts.submissions();
  const found = await submissions.findByTicket(currentTicket(), selection);
  const submission = await withHostState(found, parts.client(), submissions);
  const link = hasLink && submission && (await linkOf(parts, submission));
  return submission && { ...toSubmissionStatus(submission), ...link };
}

/** With the result `unanswered` (no database or API host) the page has the status 503. */
export async function findReceipt(
  joblistingid: string | undefined,
  id: string | undefined,
): Promise<SubmissionStatus | 'unanswered' | undefined> {
  try {
    const parts = { client: apiCalls, submissions: submissionRepository };
    return await findStatus(parts, { joblistingid, id }, true);
  } catch (error) {
    reportUnavailable(error);
    requestContext().unavailable();
    return 'unanswered';
  }
}

/**
 * GET /api/submission: 204 if the upload ticket has no such application. A browser that opens the address is redirected:
 * with `?link` to the private page of the application if there is one, otherwise to the receipt.
 */
export function submissionState(parts: StatusParts): MiddlewareHandler<SiteEnv> {
  return async (c) => {
    c.header('cache-control', noStore);
    const hasLink = c.req.query('link') !== undefined;
    const selection = { joblistingid: c.req.query('joblistingid'), id: c.req.query('submission') };
    const find = () => findStatus(parts, selection, hasLink);
    if (preferredType(c) === 'text/html') {
      // If the state cannot be read, the redirect leads to the receipt, which says so.
      const known = hasLink ? await find().catch((err) => void reportUnavailable(err)) : undefined;
      return c.redirect(known?.link ?? inLanguage(feedbackPath) + new URL(c.req.url).search);
    }
    const status = await find();
    if (!status) return c.body(null, 204);
    const complete = isComplete(status.received, status.needed);
    const entries = Object.entries(status).map(([name, value]) => [
      statusNames[name as keyof SubmissionStatus],
      value,
    ]);
    return c.json({ state: 'accepted', complete, ...Object.fromEntries(entries) });
  };
}
