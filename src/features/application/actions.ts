'use server';

import { setTimeout as delay } from 'node:timers/promises';
import { freshOrStale, siteClient } from '#src/site/client.ts';
import { log } from '#src/site/log.ts';
import { requestContext } from '#src/site/request.ts';
import { siteFile } from '#src/site/site-file.ts';
import { forgetTicket, issueTicket, submissions } from '#src/site/submissions/submissions.ts';
import { takeTurn } from '#src/site/turns.ts';
import { apply } from './apply.ts';
import type { ApplyState } from './apply-state.ts';
import { formNames } from './form-names.ts';
import { postedApplication } from './posted-application.ts';
import { readValues } from './read-form.ts';
import { words } from './words.ts';

/**
 * The application form's server function (section 4). On acceptance the answer sets the upload ticket.
 */
export async function applyAction(data: FormData): Promise<ApplyState> {
  const request = requestContext();
  if (data.get(formNames.intent) === 'resume') return resume(data);
  return apply(
    {
      client: siteClient(),
      journal: submissions(),
      findOpening: async (id) => (await freshOrStale(() => siteClient().findOpening(id))).value,
      enquiries: siteFile.enquiries.email,
      wait: (ms) => delay(ms),
      admit: async () => (await takeTurn('apply'))?.sentence,
      onAccepted: (id) => request.setCookie(issueTicket(id, request.cookieHeader)),
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
  postedApplication.leave(await applyAction(data));
}

/** Without JavaScript: back to the documents of an application that this browser sent before. */
function resume(data: FormData): ApplyState {
  const opening = String(data.get(formNames.opening) ?? '');
  const found = submissions().findByTicket(requestContext().cookieHeader, opening);
  return found
    ? { status: 'accepted', reference: found.reference }
    : { status: 'again', values: readValues(data, []), says: [words.noSuchSubmission] };
}

/** 'Forget me on this device': the ticket goes; what the device keeps itself, its script removes. */
export async function forgetAction(): Promise<void> {
  requestContext().setCookie(forgetTicket());
}
