import type { Hono } from 'hono';
import { applicationsPath, linksRequestedHref, myApplicationPaths } from '#src/addresses.ts';
import type { linkCalls } from '#src/domain/api/links.ts';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';
import type { LinkedApplication } from '#src/domain/model/linked-application.ts';
import { isDocumentType } from '#src/domain/rules/documents/documents.ts';
import { enteredEmail, validateMailRequest } from '#src/domain/rules/forms/mail-request.ts';
import { normalizeEmail } from '#src/domain/rules/text/text.ts';
import { type LinkAction, linkPages, unchanged } from '#src/forms/link-pages.ts';
import {
  invalidForm,
  logFailedCall,
  receiveForm,
  refusal,
  successAnswer,
} from '#src/forms/receive-form.ts';
import { ApiError } from '#src/http/errors.ts';
import { texts } from '#src/language/server.ts';
import { visitorNetwork } from '#src/limits/rate-limiter.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import type { SubmissionRepository } from '#src/submissions/repository.ts';
import { addToTicket } from '#src/submissions/upload-ticket.ts';
import { reportUnavailable } from '#src/telemetry/report-unavailable.ts';
import { type ActionResult, type ConfirmedAction, confirmed, worksUntil } from './link-actions.ts';

type LinkCalls = ReturnType<typeof linkCalls>;

/** The actions of an applicant's link, and the form for lost links. A script can also request an upload ticket here. */
export function myApplication({
  client,
  submissions,
}: {
  readonly client: () => LinkCalls;
  readonly submissions: () => Pick<SubmissionRepository, 'storeAccepted' | 'ticket' | 'erase'>;
}): Hono<SiteEnv> {
  /** Gives this browser the upload ticket of the application. */
  const documents: LinkAction<ActionResult> = async (token) => {
    const linked = await client().readLink(token);
    if (!linked) return undefined;
    if (linked.withdrawn_at) return refusal(403, [texts().receipt.withdrawn]);
    const submission = await submissions().storeAccepted(linked.application, {
      received: linked.documents
        .filter(({ infected }) => !infected)
        .map(({ type }) => type)
        .filter(isDocumentType),
      acceptedAt: Date.parse(linked.applied_at),
      companyName: linked.company_name,
      needed: linked.documents_needed,
    });
    // There is no submission if the application is just being erased.
    if (!submission) return unchanged();
    addToTicket(submissions(), submission.id);
    return 'may-upload';
  };

  const confirmedAction =
    (
      action: ConfirmedAction,
      perform: (token: string, linked: LinkedApplication) => Promise<ActionResult>,
    ): LinkAction<ActionResult> =>
    async (token, form) => {
      if (form.get(action) !== confirmed) return `${action}-unconfirmed`;
      const linked = await client().readLink(token);
      // If an unknown link should still work, the application was erased before: the button was pressed twice.
      const stillWorks = Date.parse(String(form.get(worksUntil))) > Date.now();
      if (!linked) return stillWorks ? 'erased' : undefined;
      try {
        return await perform(token, linked);
      } catch (error) {
        reportUnavailable(error);
        return error instanceof ApiError && error.mayHaveArrived ? 'unknown' : 'unchanged';
      }
    };

  return linkPages(myApplicationPaths, {
    documents,
    withdraw: confirmedAction('withdraw', async (token) => {
      await client().withdrawByLink(token);
      return 'withdrawn';
    }),
    erase: confirmedAction('erase', async (token, { application }) => {
      // The site's copy is erased first, because after a lost response of the API host the link may not work again.
      await submissions().erase({ applicant: application.applicant_id });
      await client().eraseByLink(token);
      return 'erased';
    }),
  }).post(applicationsPath, (c) =>
    receiveForm(c, (data) => {
      const email = enteredEmail(data);
      const send = () => mailLinks(client(), email);
      return {
        form: 'lost-links',
        values: { email },
        button: texts().lostLinks.button,
        validate: async () => invalidForm(validateMailRequest(data)) ?? send,
      };
    }),
  );
}

/** The answer does not tell whether there is an application. */
async function mailLinks(client: LinkCalls, email: string): Promise<FormAnswer> {
  const { requested, failed } = texts().lostLinks;
  try {
    await client.mailLinks(normalizeEmail(email), { network: visitorNetwork() });
    return successAnswer(requested.title, linksRequestedHref());
  } catch (err) {
    return refusal(logFailedCall('links-not-requested', err).httpStatus, [failed]);
  }
}
