'use server';

import { apiClient } from '#src/api-client/api-client.ts';
import { normalizeLine, removeInvisible } from '#src/domain/rules/text/text.ts';
import { texts } from '#src/language/server.ts';
import { checkRateLimit } from '#src/limits/rate-limiter.ts';
import { requestContext } from '#src/request/request-context.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import type { SentForm } from '#src/submissions/start-submission.ts';
import { unlessErased } from '#src/submissions/stored-submission.ts';
import type { Submission } from '#src/submissions/submission.ts';
import { ticketCookies, ticketOf } from '#src/submissions/upload-ticket.ts';
import { progressOf, setTicket } from './application-routes.ts';

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

/** Ends the upload ticket for 'Forget me on this device'. The script removes what the device stores. */
export async function forgetAction(): Promise<void> {
  const request = requestContext();
  const ticket = ticketOf(request.getCookie);
  for (const cookie of ticketCookies(request.origin, '')) request.setCookie(...cookie);
  if (ticket !== undefined) await submissionRepository().endTicket(ticket);
}
