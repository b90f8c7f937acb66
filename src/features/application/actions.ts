'use server';

import { apiCalls } from '#src/api-client/api-client.ts';
import { normalizeLine, removeInvisible } from '#src/domain/rules/text/text.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import type { SentForm } from '#src/submissions/start-submission.ts';
import { withHostState } from '#src/submissions/stored-submission.ts';
import { addToTicket, currentTicket, setTicket } from '#src/submissions/upload-ticket.ts';

/**
 * For a browser that did not receive the response to its application. The form key and the email address of the draft
 * must both match those of the accepted application. Returns whether there is one, and gives the browser its upload
 * ticket. The arguments of a server function come from the network, so their types are not certain.
 */
export async function resumeSentAction(form: Partial<SentForm>): Promise<boolean> {
  const submissions = submissionRepository();
  const found = await submissions.findAccepted({
    key: String(form?.key ?? ''),
    emailaddress: normalizeLine(removeInvisible(String(form?.emailaddress ?? ''))),
    joblistingid: String(form?.joblistingid ?? ''),
  });
  const submission = await withHostState(found, apiCalls(), submissions);
  if (submission) addToTicket(submissions, submission.id);
  return submission !== undefined;
}

/** Ends the upload ticket for 'Forget me on this device'. The script removes what the device stores. */
export async function forgetAction(): Promise<void> {
  const ticket = currentTicket();
  setTicket('');
  if (ticket !== undefined) await submissionRepository().endTicket(ticket);
}
