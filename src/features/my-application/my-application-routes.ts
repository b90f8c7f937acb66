import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { myApplicationPaths } from '#src/addresses.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { failureKinds } from '#src/domain/api/failures.ts';
import type { LinkedApplication } from '#src/domain/model/linked-application.ts';
import { isDocumentType } from '#src/domain/rules/documents/documents.ts';
import { texts } from '#src/language/server.ts';
import { type LinkAction, linkPages } from '#src/middleware/link-pages.ts';
import { preferredType } from '#src/request/accepts.ts';
import { errorResponse } from '#src/request/error-response.ts';
import { readForm } from '#src/request/read-form.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import type { SubmissionRepository } from '#src/submissions/repository.ts';
import { ticketCookies, ticketOf } from '#src/submissions/upload-ticket.ts';
import { reportUnavailable } from '#src/telemetry/report-unavailable.ts';
import { type ActionResult, type ConfirmedAction, confirmed, worksUntil } from './link-actions.ts';

const unavailable = failureKinds.unavailable.httpStatus;

/** What an applicant can do by the link. A script can also request the right to send documents. */
export function myApplication(options: {
  readonly client: () => Pick<ApiClient, 'readLink' | 'withdrawByLink' | 'eraseByLink'>;
  readonly submissions: () => Pick<SubmissionRepository, 'storeAccepted' | 'ticket' | 'erase'>;
  readonly siteOrigin: string;
}): Hono<SiteEnv> {
  const { client, submissions, siteOrigin } = options;

  /**
   * Gives this browser the right to send the documents of the application. The result is undefined while it may be being
   * erased.
   */
  async function allowUploads(
    c: Context<SiteEnv>,
    { application, applied_at, documents, documents_needed, company_name }: LinkedApplication,
  ): Promise<string | undefined> {
    const submission = await submissions().storeAccepted(application, {
      received: documents
        .filter(({ infected }) => !infected)
        .map(({ type }) => type)
        .filter(isDocumentType),
      acceptedAt: Date.parse(applied_at),
      companyName: company_name,
      needed: documents_needed,
    });
    if (!submission) return undefined;
    const ticket = submissions().ticket(
      submission.id,
      ticketOf((name) => getCookie(c, name)),
    );
    for (const cookie of ticketCookies(siteOrigin, ticket)) setCookie(c, ...cookie);
    return submission.id;
  }

  const documents: LinkAction<ActionResult> = async (token, c) => {
    const byScript = preferredType(c) === 'application/json';
    const tryLater = () =>
      byScript
        ? errorResponse(c, unavailable, texts().myApplication.unavailable)
        : ('unchanged' as const);
    try {
      const linked = await client().readLink(token);
      if (byScript && !linked) return errorResponse(c, 404, texts().myApplication.unknownLink);
      if (byScript && linked?.withdrawn_at) return errorResponse(c, 403, texts().receipt.withdrawn);
      if (!linked || linked.withdrawn_at) return undefined;
      const submission = await allowUploads(c, linked);
      if (submission === undefined) return tryLater();
      return byScript ? c.json({ result: 'success', submission }) : 'may-upload';
    } catch (error) {
      reportUnavailable(error);
      return tryLater();
    }
  };

  const confirmedAction =
    (
      action: ConfirmedAction,
      perform: (token: string, linked: LinkedApplication) => Promise<ActionResult>,
    ): LinkAction<ActionResult> =>
    async (token, c) => {
      const form = await readForm(c);
      if (form.get(action) !== confirmed) return `${action}-unconfirmed`;
      const linked = await client().readLink(token);
      // A link that has not ended is unknown only after an erasure: the button was pressed twice.
      if (!linked) return stillWorks(form) ? 'erased' : undefined;
      try {
        return await perform(token, linked);
      } catch (error) {
        return reportUnavailable(error).mayHaveArrived ? 'unknown' : 'unchanged';
      }
    };

  return linkPages(myApplicationPaths, {
    documents,
    withdraw: confirmedAction('withdraw', async (token) => {
      await client().withdrawByLink(token);
      return 'withdrawn';
    }),
    erase: confirmedAction('erase', async (token, { application }) => {
      // If the response of the API host were lost, the link may no longer work, and nobody could erase the site's copy.
      await submissions().erase({ applicant: application.applicant_id });
      await client().eraseByLink(token);
      return 'erased';
    }),
  });
}

const stillWorks = (form: FormData): boolean =>
  Date.parse(String(form.get(worksUntil))) > Date.now();
