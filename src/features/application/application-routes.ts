import { setTimeout as delay } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { apiClient, readWithFallback, refreshOpening } from '#src/api-client/api-client.ts';
import { unlessClosed } from '#src/domain/api/api-client.ts';
import { isoDay } from '#src/language/format-date.ts';
import { site, texts } from '#src/language/server.ts';
import { visitorNetwork } from '#src/limits/rate-limiter.ts';
import { siteChecks } from '#src/limits/submit-form.ts';
import { preferredType } from '#src/request/accepts.ts';
import { errorResponse } from '#src/request/error-response.ts';
import { requestContext } from '#src/request/request-context.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import { unlessErased } from '#src/submissions/stored-submission.ts';
import type { Submission } from '#src/submissions/submission.ts';
import { ticketCookies, ticketOf } from '#src/submissions/upload-ticket.ts';
import { log } from '#src/telemetry/logger.ts';
import { type ApplicationResult, formNames, readValues } from './form-values.ts';
import { documentsByMail } from './messages.ts';
import { applicationResult, submitApplication } from './submit-application.ts';

/**
 * Receives the application form. A script gets the result as JSON, and a form without script the page of the opening, which
 * the same request renders with the result.
 */
export const applicationFormRoutes = (
  renderPage: (c: Context<SiteEnv>) => Promise<Response>,
): Hono<SiteEnv> =>
  new Hono<SiteEnv>().post('/application/:id', async (c) => {
    const data = await c.req.formData().catch(() => undefined);
    if (data === undefined) return errorResponse(c, 400, texts().errors.incomplete);
    const result = await receiveApplication(data);
    c.header('cache-control', noStore);
    if (preferredType(c) === 'application/json') return c.json(result);
    applicationResult.set(result, data);
    return renderPage(c);
  });

/** Section 4. On acceptance the response sets the upload ticket. */
export async function receiveApplication(data: FormData): Promise<ApplicationResult> {
  if (data.get(formNames.intent) === 'resume') return resume(data);
  const { result, acceptedId } = await submitApplication(
    {
      client: apiClient(),
      submissions: submissionRepository(),
      findOpening: async (id) => unlessClosed((await readWithFallback('readOpening', id)).value),
      refreshOpening,
      wait: (ms) => delay(ms),
      network: visitorNetwork(),
      ...siteChecks('apply'),
    },
    data,
  );
  if (acceptedId === undefined) return result;
  try {
    setTicket(acceptedId);
    return { ...result, ...progressOf(await submissionRepository().find(acceptedId)) };
  } catch (err) {
    // The application has arrived. The page tells how to send documents without the ticket.
    log().warn({ event: 'ticket-not-set', err });
    return result;
  }
}

export function setTicket(id: string): void {
  const request = requestContext();
  const ticket = submissionRepository().ticket(id, ticketOf(request.getCookie));
  for (const cookie of ticketCookies(request.origin, ticket)) request.setCookie(...cookie);
}

const progressOf = ({ id, received = [], needed, acceptedAt }: Partial<Submission> = {}) => ({
  received,
  needed,
  ...(id !== undefined && { submissionId: id }),
  ...(acceptedAt !== undefined && { appliedOn: isoDay(acceptedAt) }),
});

/** Without JavaScript the page shows the documents form of an application that was accepted from this browser. */
async function resume(data: FormData): Promise<ApplicationResult> {
  const opening = String(data.get(formNames.opening) ?? '');
  const ticket = ticketOf(requestContext().getCookie);
  const found = await submissionRepository().findByTicket(ticket, { joblistingid: opening });
  const submission = await unlessErased(found, apiClient());
  if (submission)
    return {
      status: 'accepted',
      applicantId: submission.applicantId ?? '',
      ...progressOf(submission),
    };
  return {
    status: 'rejected',
    values: readValues(data),
    messages: [
      texts().applicationAnswers.noSuchSubmission,
      documentsByMail(site().enquiries.email),
    ],
  };
}
