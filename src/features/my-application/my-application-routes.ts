import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { siteConfig } from '#src/config/site.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { type LinkedApplication, linkToken } from '#src/domain/model/linked-application.ts';
import { linkPath, linkPaths } from '#src/domain/rules/addresses.ts';
import { isDocumentType } from '#src/domain/rules/documents.ts';
import { ApiError } from '#src/http/errors.ts';
import type { checkRateLimit } from '#src/limits/rate-limiter.ts';
import { errorResponse, onError } from '#src/request/error-response.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import type { SubmissionRepository } from '#src/submissions/repository.ts';
import { ticketCookies, ticketOf } from '#src/submissions/upload-ticket.ts';
import { log } from '#src/telemetry/logger.ts';
import { applicationPage, type Confirmed, confirmed, erasedPage } from './my-application-pages.ts';

export interface MyApplicationOptions {
  readonly client: () => Pick<ApiClient, 'readLink' | 'withdrawByLink' | 'eraseByLink'>;
  readonly submissions: () => Pick<
    SubmissionRepository,
    'storeAccepted' | 'ticket' | 'erase' | 'findByTicket'
  >;
  readonly checkRateLimit: typeof checkRateLimit;
  readonly siteOrigin: string;
}

const noSuchLink = `This link is not valid: it has expired, or the application was erased. If you have applied, write to ${siteConfig.enquiries.email} with your reference.`;
const unavailable =
  'Your application cannot be shown just now. Nothing was changed. Please try again in a moment.';
const changeUnknown =
  'We do not know whether this was done. Please open your link again in a moment: it shows what we have.';

/**
 * `/my-application/<token>`: what was received of an application, without an account. A GET changes nothing, because mail
 * scanners open links; each change is a POST. Nobody stores these pages.
 */
export function myApplication(options: MyApplicationOptions): Hono<SiteEnv> {
  const { client, submissions, siteOrigin } = options;
  const app = new Hono<SiteEnv>();

  app.use(`${linkPaths}*`, async (c, next) => {
    const exceeded = await options.checkRateLimit('link');
    if (exceeded) return errorResponse(c, 429, exceeded.message);
    await next();
    c.header('cache-control', 'private, no-store');
    c.header('x-robots-tag', 'noindex');
  });
  app.onError((error, c) => {
    if (!(error instanceof ApiError)) return onError(error, c);
    log().warn({ event: 'link-unavailable', err: error });
    const isKnown = c.req.method !== 'POST' || !error.mayHaveArrived;
    return errorResponse(c, 503, isKnown ? unavailable : changeUnknown, { 'retry-after': '30' });
  });

  /** Responds to a link with its token and application, or with 404. */
  const withApplication =
    (
      respond: (c: Context<SiteEnv>, token: string, linked: LinkedApplication) => Promise<Response>,
    ) =>
    async (c: Context<SiteEnv>): Promise<Response> => {
      const token = c.req.param('token') ?? '';
      const linked = linkToken.test(token) ? await client().readLink(token) : undefined;
      return linked ? respond(c, token, linked) : errorResponse(c, 404, noSuchLink);
    };

  app.get(
    `${linkPaths}:token`,
    withApplication(async (c, token, linked) => {
      const { joblistingid, applicant_id } = linked.application;
      const ticket = ticketOf((name) => getCookie(c, name));
      const submission = await submissions().findByTicket(ticket, {
        joblistingid,
        applicantId: applicant_id,
      });
      return c.html(applicationPage(token, linked, { mayUpload: submission !== undefined }));
    }),
  );
  // The address of a form, which the browser shows after it was sent.
  app.get(`${linkPaths}:token/*`, (c) => {
    const token = c.req.param('token');
    return linkToken.test(token) ? c.redirect(linkPath(token)) : errorResponse(c, 404, noSuchLink);
  });
  app.post(
    `${linkPaths}:token/documents`,
    withApplication(
      async (c, token, { application, applied_at, documents, withdrawn_at, company_name }) => {
        if (withdrawn_at === null) {
          const { id } = await submissions().storeAccepted(application, {
            received: documents
              .filter(({ infected }) => !infected)
              .map(({ type }) => type)
              .filter(isDocumentType),
            acceptedAt: Date.parse(applied_at),
            companyName: company_name,
          });
          const ticket = submissions().ticket(
            id,
            ticketOf((name) => getCookie(c, name)),
          );
          for (const cookie of ticketCookies(siteOrigin, ticket)) setCookie(c, ...cookie);
        }
        return c.redirect(linkPath(token), 303);
      },
    ),
  );
  app.post(
    `${linkPaths}:token/withdraw`,
    withApplication(async (c, token, linked) => {
      if (!(await isConfirmed(c, 'withdraw')))
        return c.html(applicationPage(token, linked, { unconfirmed: 'withdraw' }), 422);
      await client().withdrawByLink(token);
      return c.redirect(linkPath(token), 303);
    }),
  );
  app.post(
    `${linkPaths}:token/erase`,
    withApplication(async (c, token, linked) => {
      if (!(await isConfirmed(c, 'erase')))
        return c.html(applicationPage(token, linked, { unconfirmed: 'erase' }), 422);
      // The site's copy first: if the response of the API host is lost, the link may be gone, and with it the way back here.
      await submissions().erase({ applicant: linked.application.applicant_id });
      await client().eraseByLink(token);
      return c.html(erasedPage());
    }),
  );
  return app;
}

async function isConfirmed(c: Context, name: Confirmed): Promise<boolean> {
  // A body that is no form has no fields.
  const form = await c.req.formData().catch(() => new FormData());
  return form.get(name) === confirmed;
}
