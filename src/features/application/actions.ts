'use server';

import { setTimeout as delay } from 'node:timers/promises';
import { spamCheck } from '#src/domain/rules/spam-check.ts';
import { apiClient, refreshOpening, withStaleFallback } from '#src/server/api-client.ts';
import { log } from '#src/server/logger.ts';
import { checkRateLimit } from '#src/server/rate-limiter.ts';
import { requestContext } from '#src/server/request-context.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import { ticketCookie, ticketCookieOptions } from '#src/submissions/upload-ticket.ts';
import { type ApplicationResult, applicationResult } from './application-result.ts';
import { formNames, readValues } from './form-values.ts';
import { applicationMessages } from './messages.ts';
import { submitApplication } from './submit-application.ts';

/** The application form's server function (section 4). On acceptance the response sets the upload ticket. */
export async function submitAction(data: FormData): Promise<ApplicationResult> {
  const request = requestContext();
  if (data.get(formNames.intent) === 'resume') return resume(data);
  return submitApplication(
    {
      client: apiClient(),
      submissions: submissionRepository(),
      findOpening: async (id) =>
        (await withStaleFallback((client) => client.findOpening(id))).value,
      refreshOpening,
      wait: (ms) => delay(ms),
      checkRateLimit: async () => (await checkRateLimit('apply'))?.message,
      async onAccepted(id) {
        const ticket = await submissionRepository().ticket(id, request.getCookie(ticketCookie));
        request.setCookie(ticketCookie, ticket, ticketCookieOptions(request.origin));
      },
      onHoneypotIgnored: () => log().warn({ event: 'honeypot-ignored', form: 'application' }),
      onError: (err) => log().warn({ event: 'application-not-sent', err }),
    },
    data,
  );
}

/** `submitAction` for a plain form post, before hydration or without JavaScript. */
export async function submitByPost(data: FormData): Promise<void> {
  const { honeypotFilled } = spamCheck((name) => data.get(name));
  applicationResult.set({ result: await submitAction(data), honeypotFilled });
}

/** Without JavaScript: the documents form of an application that was accepted from this browser. */
async function resume(data: FormData): Promise<ApplicationResult> {
  const opening = String(data.get(formNames.opening) ?? '');
  const ticket = requestContext().getCookie(ticketCookie);
  const submission = await submissionRepository().findByTicket(ticket, opening);
  if (submission) return { status: 'accepted', applicantId: submission.applicantId ?? '' };
  const messages = [applicationMessages.noSuchSubmission];
  return { status: 'rejected', values: readValues(data, []), messages };
}

/** 'Forget me on this device': removes the upload ticket. Script removes what the device stores. */
export async function forgetAction(): Promise<void> {
  const request = requestContext();
  request.setCookie(ticketCookie, '', ticketCookieOptions(request.origin, 0));
}
