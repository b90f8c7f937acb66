'use server';

import { setTimeout as delay } from 'node:timers/promises';
import { siteConfig } from '#src/config/site.ts';
import { apiClient, withStaleFallback } from '#src/server/api-client.ts';
import { log } from '#src/server/logger.ts';
import { checkRateLimit } from '#src/server/rate-limiter.ts';
import { requestContext } from '#src/server/request-context.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import { ticketCookie, ticketCookieOptions } from '#src/submissions/upload-ticket.ts';
import { applicationResult } from './application-result.ts';
import { apply } from './apply.ts';
import type { ApplyState } from './apply-state.ts';
import { formNames } from './form-names.ts';
import { applicationMessages } from './messages.ts';
import { readValues } from './read-form.ts';

/**
 * The application form's server function (section 4). On acceptance the answer sets the upload ticket.
 */
export async function applyAction(data: FormData): Promise<ApplyState> {
  const request = requestContext();
  if (data.get(formNames.intent) === 'resume') return resume(data);
  return apply(
    {
      client: apiClient(),
      submissions: submissionRepository(),
      findOpening: async (id) =>
        (await withStaleFallback((client) => client.findOpening(id))).value,
      enquiries: siteConfig.enquiries.email,
      wait: (ms) => delay(ms),
      admit: async () => (await checkRateLimit('apply'))?.message,
      onAccepted: (id) => {
        const ticket = submissionRepository().ticket(id, request.getCookie(ticketCookie));
        request.setCookie(ticketCookie, ticket, ticketCookieOptions(request.origin));
      },
      onError: (err) => log().warn({ event: 'application-not-sent', err }),
    },
    data,
  );
}

/**
 * The same by a plain form post, before or without the page's script. The page that answers is drawn with the
 * result (decision 074).
 */
export async function postApplication(data: FormData): Promise<void> {
  applicationResult.set(await applyAction(data));
}

/** Without JavaScript: back to the documents of an application that this browser sent before. */
async function resume(data: FormData): Promise<ApplyState> {
  const opening = String(data.get(formNames.opening) ?? '');
  const found = await submissionRepository().findByTicket(
    requestContext().getCookie(ticketCookie),
    opening,
  );
  return found
    ? { status: 'accepted', reference: found.applicantId }
    : {
        status: 'again',
        values: readValues(data, []),
        says: [applicationMessages.noSuchSubmission],
      };
}

/** 'Forget me on this device': the ticket goes; what the device keeps itself, its script removes. */
export async function forgetAction(): Promise<void> {
  const request = requestContext();
  request.setCookie(ticketCookie, '', ticketCookieOptions(request.origin, 0));
}
