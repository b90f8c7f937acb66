import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { myApplicationHref, myApplicationPaths } from '#src/addresses.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { failureKinds } from '#src/domain/api/failures.ts';
import type { LinkedApplication } from '#src/domain/model/linked-application.ts';
import { isDocumentType } from '#src/domain/rules/documents.ts';
import { texts } from '#src/language/server.ts';
import { linkPages } from '#src/middleware/link-pages.ts';
import { preferredType } from '#src/request/accepts.ts';
import { errorResponse } from '#src/request/error-response.ts';
import { readForm } from '#src/request/read-form.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import type { SubmissionRepository } from '#src/submissions/repository.ts';
import { ticketCookies, ticketOf } from '#src/submissions/upload-ticket.ts';
import { reportUnavailable } from '#src/telemetry/report-unavailable.ts';
import {
  type ActionResult,
  type ConfirmedAction,
  confirmed,
  resultHref,
  worksUntil,
} from './action-result.ts';
import { readLinked } from './find-application.ts';

const unavailable = failureKinds.unavailable.httpStatus;

export interface MyApplicationOptions {
  readonly client: () => Pick<ApiClient, 'readLink' | 'withdrawByLink' | 'eraseByLink'>;
  readonly submissions: () => Pick<SubmissionRepository, 'storeAccepted' | 'ticket' | 'erase'>;
  readonly siteOrigin: string;
}

/**
 * Each form responds with a redirect to the page, which shows the result. A script can also request the right to send
 * documents.
 */
export function myApplication(options: MyApplicationOptions): Hono<SiteEnv> {
  const { client, submissions, siteOrigin } = options;
  const app = linkPages(myApplicationPaths, myApplicationHref);

  const read = (c: Context<SiteEnv>) => readLinked(client(), c.req.param('token') ?? '');

  /**
   * Gives this browser the right to send the documents of the application. The result is undefined while it may be being
   * erased.
   */
  async function allowUploads(
    c: Context<SiteEnv>,
    { application, applied_at, documents, company_name }: LinkedApplication,
  ): Promise<string | undefined> {
    const submission = await submissions().storeAccepted(application, {
      received: documents
        .filter(({ infected }) => !infected)
        .map(({ type }) => type)
        .filter(isDocumentType),
      acceptedAt: Date.parse(applied_at),
      companyName: company_name,
    });
    if (!submission) return undefined;
    const ticket = submissions().ticket(
      submission.id,
      ticketOf((name) => getCookie(c, name)),
    );
    for (const cookie of ticketCookies(siteOrigin, ticket)) setCookie(c, ...cookie);
    return submission.id;
  }

  app.post(`${myApplicationPaths}:token/documents`, async (c) => {
    const byScript = preferredType(c) === 'application/json';
    const tryLater = () =>
      byScript
        ? errorResponse(c, unavailable, texts().myApplication.unavailable)
        : redirect(c, 'unchanged');
    let linked: LinkedApplication | undefined;
    try {
      linked = await read(c);
    } catch (error) {
      reportUnavailable(error);
      return tryLater();
    }
    if (byScript && !linked) return errorResponse(c, 404, texts().myApplication.unknownLink);
    if (byScript && linked?.withdrawn_at) return errorResponse(c, 403, texts().receipt.withdrawn);
    if (!linked || linked.withdrawn_at) return redirect(c);
    const submission = await allowUploads(c, linked);
    if (submission === undefined) return tryLater();
    return byScript ? c.json({ result: 'success', submission }) : redirect(c, 'may-upload');
  });

  /** `perform` receives undefined if there is no such application. */
  const addConfirmed = (
    action: ConfirmedAction,
    perform: (token: string, linked: LinkedApplication) => Promise<ActionResult>,
  ) =>
    app.post(`${myApplicationPaths}:token/${action}`, async (c) => {
      const form = await readForm(c);
      if (form.get(action) !== confirmed) return redirect(c, `${action}-unconfirmed`);
      let isSent = false;
      try {
        const linked = await read(c);
        // A link that has not ended is unknown only after an erasure: the button was pressed twice.
        if (!linked) return redirect(c, stillWorks(form) ? 'erased' : undefined);
        isSent = true;
        return redirect(c, await perform(c.req.param('token'), linked));
      } catch (error) {
        const { mayHaveArrived } = reportUnavailable(error);
        return redirect(c, isSent && mayHaveArrived ? 'unknown' : 'unchanged');
      }
    });

  addConfirmed('withdraw', async (token) => {
    await client().withdrawByLink(token);
    return 'withdrawn';
  });
  addConfirmed('erase', async (token, { application }) => {
    // If the response of the API host were lost, the link may no longer work, and nobody could erase the site's copy.
    await submissions().erase({ applicant: application.applicant_id });
    await client().eraseByLink(token);
    return 'erased';
  });
  return app;
}

const redirect = (c: Context<SiteEnv>, result?: ActionResult): Response =>
  c.redirect(resultHref(encodeURIComponent(c.req.param('token') ?? ''), result), 303);

const stillWorks = (form: FormData): boolean =>
  Date.parse(String(form.get(worksUntil))) > Date.now();
