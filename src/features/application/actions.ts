'use server';

import { setTimeout as delay } from 'node:timers/promises';
import { apiClient, readWithFallback, refreshOpening } from '#src/api-client/api-client.ts';
import { unlessClosed } from '#src/domain/api/api-client.ts';
import { normalizeLine, removeInvisible } from '#src/domain/rules/text/text.ts';
import { isoDay } from '#src/language/format-date.ts';
import { site, texts } from '#src/language/server.ts';
import { checkRateLimit } from '#src/limits/rate-limiter.ts';
import { siteChecks } from '#src/limits/submit-form.ts';
import { requestContext } from '#src/request/request-context.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import type { SentForm } from '#src/submissions/start-submission.ts';
import { unlessErased } from '#src/submissions/stored-submission.ts';
import type { Submission } from '#src/submissions/submission.ts';
import { ticketCookies, ticketOf } from '#src/submissions/upload-ticket.ts';
import { log } from '#src/telemetry/logger.ts';
import { type ApplicationResult, formNames, readValues } from './form-values.ts';
import { documentsByMail } from './messages.ts';
import { applicationResult, submitApplication } from './submit-application.ts';

/** Section 4. On acceptance the response sets the upload ticket. */
export async function submitAction(data: FormData): Promise<ApplicationResult> {
  if (data.get(formNames.intent) === 'resume') return resume(data);
  const { result, acceptedId } = await submitApplication(
    {
      client: apiClient(),
      submissions: submissionRepository(),
      findOpening: async (id) => unlessClosed((await readWithFallback('readOpening', id)).value),
      refreshOpening,
      wait: (ms) => delay(ms),
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

function setTicket(id: string): void {
  const request = requestContext();
  const ticket = submissionRepository().ticket(id, ticketOf(request.getCookie));
  for (const cookie of ticketCookies(request.origin, ticket)) request.setCookie(...cookie);
}

const progressOf = ({ id, received = [], acceptedAt }: Partial<Submission> = {}) => ({
  received,
  ...(id !== undefined && { submissionId: id }),
  ...(acceptedAt !== undefined && { appliedOn: isoDay(acceptedAt) }),
});

/** Handles a plain form post of `submitAction`, before hydration or without JavaScript. */
export async function submitByPost(data: FormData): Promise<void> {
  applicationResult.set(await submitAction(data), data);
}

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

/** Returns the day, as YYYY-MM-DD, on which the application of a draft was accepted; undefined if it was not. */
export async function findSentAction(form: SentForm): Promise<string | undefined> {
  const submission = await findSent(form);
  return submission && progressOf(submission).appliedOn;
}

/** The key of the form and the email address must both match those of the accepted application. */
export async function resumeSentAction(
  form: SentForm,
): Promise<{ readonly applicantId: string } | { readonly message: string }> {
  const limited = await checkRateLimit('apply');
  if (limited) return { message: limited.message };
  const submission = await findSent(form);
  if (!submission) return { message: texts().applicationAnswers.otherAddress };
  setTicket(submission.id);
  return { applicantId: submission.applicantId ?? '' };
}

/** The arguments of a server function come from the network. */
async function findSent(form: Partial<SentForm>): Promise<Submission | undefined> {
  const found = await submissionRepository().findAccepted({
    key: String(form?.key ?? ''),
    emailaddress: normalizeLine(removeInvisible(String(form?.emailaddress ?? ''))),
    joblistingid: String(form?.joblistingid ?? ''),
  });
  return unlessErased(found, apiClient());
}

/** Removes the upload ticket for 'Forget me on this device'. The script removes what the device stores. */
export async function forgetAction(): Promise<void> {
  const request = requestContext();
  for (const cookie of ticketCookies(request.origin, '')) request.setCookie(...cookie);
}
