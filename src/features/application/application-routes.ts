import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { apiReads, refreshOpening } from '#src/api-client/api-client.ts';
import { type ApiCalls, unlessClosed } from '#src/domain/api/api-client.ts';
import type { SubmissionStatus } from '#src/domain/model/submission.ts';
import { readForm, receiveForm, refusal, respondToForm } from '#src/forms/receive-form.ts';
import { site, texts } from '#src/language/server.ts';
import { visitorNetwork } from '#src/limits/rate-limiter.ts';
import { errorResponse } from '#src/request/error-response.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import type { SubmissionRepository } from '#src/submissions/repository.ts';
import { withHostState } from '#src/submissions/stored-submission.ts';
import { toSubmissionStatus } from '#src/submissions/submission.ts';
import { addToTicket, currentTicket } from '#src/submissions/upload-ticket.ts';
import { log } from '#src/telemetry/logger.ts';
import { type ApplicationAnswer, formNames, readValues } from './form-values.ts';
import { documentsByMail } from './messages.ts';
import { acceptedAnswer, parseApplicationForm } from './submit-application.ts';

export function applicationFormRoutes({
  client,
  submissions,
}: {
  readonly client: () => ApiCalls;
  readonly submissions: () => SubmissionRepository;
}): Hono<SiteEnv> {
  async function onAccepted(id: string): Promise<SubmissionStatus | undefined> {
    try {
      addToTicket(submissions(), id);
      const submission = await submissions().find(id);
      return submission && toSubmissionStatus(submission);
    } catch (err) {
      // The application was accepted, so the page shows this and tells how to send documents without the ticket.
      log().warn({ event: 'ticket-not-set', err });
      return undefined;
    }
  }

  /** Without JavaScript the page shows the documents form of an application that was accepted from this browser. */
  async function resume(data: FormData): Promise<ApplicationAnswer> {
    const opening = String(data.get(formNames.opening) ?? '');
    const selection = { joblistingid: opening };
    const found = await submissions().findByTicket(currentTicket(), selection);
    const submission = await withHostState(found, client(), submissions());
    if (submission) return acceptedAnswer(toSubmissionStatus(submission));
    const { noSuchSubmission } = texts().applicationAnswers;
    return {
      ...refusal(404, [noSuchSubmission, documentsByMail(site().enquiries.email)]),
      values: readValues(data),
    };
  }

  return new Hono<SiteEnv>().post('/application/:id', async (c) => {
    const data = await readForm(c);
    // The form of the page always has fields, so an empty body is an incomplete request.
    if ([...data].length === 0) return errorResponse(c, 400, texts().errors.incomplete);
    if (data.get(formNames.intent) === 'resume')
      return respondToForm(c, { form: 'application', data }, await resume(data));
    const options = {
      client: client(),
      submissions: submissions(),
      findOpening: async (id: string) => unlessClosed((await apiReads.readOpening(id)).value),
      refreshOpening,
      wait: (ms: number) => delay(ms),
      network: visitorNetwork(),
      onAccepted,
    };
    return receiveForm(c, (form) => parseApplicationForm(options, form));
  });
}
