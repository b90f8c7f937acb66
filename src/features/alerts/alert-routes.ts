import type { Context, Hono, MiddlewareHandler } from 'hono';
import {
  alertHref,
  alertPaths,
  alertRequestedHref,
  alertsHref,
  alertsPath,
  unsubscribePaths,
} from '#src/addresses.ts';
import type { AlertRequest } from '#src/domain/api/alert-request.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { failureKinds, failureOf } from '#src/domain/api/failures.ts';
import { searchQuery } from '#src/domain/catalogue/search-parameters.ts';
import { hostMessages } from '#src/domain/model/messages.ts';
import { enteredEmail, validateMailRequest } from '#src/domain/rules/forms/mail-request.ts';
import { RefusedError } from '#src/http/errors.ts';
import { withoutLanguage } from '#src/language/paths.ts';
import { texts } from '#src/language/server.ts';
import { visitorNetwork } from '#src/limits/rate-limiter.ts';
import type { FormChecks } from '#src/limits/submit-form.ts';
import { type LinkAction, linkPages, performByLink } from '#src/middleware/link-pages.ts';
import {
  answerForm,
  type FormAnswer,
  refusal,
  respondToForm,
} from '#src/middleware/posted-form.ts';
import { readForm } from '#src/request/read-form.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { log } from '#src/telemetry/logger.ts';
import { readAlertForm } from './alert-values.ts';
import { type AlertActionResult, choiceField, wishField } from './find-alert.ts';

export interface AlertRoutesOptions {
  readonly client: () => Pick<
    ApiClient,
    'offersAlerts' | 'requestAlert' | 'confirmAlert' | 'renewAlert' | 'endAlert'
  >;
  readonly checks: FormChecks;
  /** Responds with the page of the form, which shows the answer to the request, or that there are no alerts. */
  readonly renderForm: (
    c: Context<SiteEnv>,
    page: { readonly address: string; readonly status: number },
  ) => Promise<Response>;
}

/** Only a POST changes an alert, because mail scanners open every link. */
export function alertPages({ client, checks, renderForm }: AlertRoutesOptions): Hono<SiteEnv> {
  // One that has ended already is ended again, because a person may press the button twice.
  const end = async (token: string) => {
    await client().endAlert(token);
    return 'ended' as const;
  };
  const app = linkPages(alertPaths, {
    async confirm(token, c) {
      const form = await readForm(c);
      const ids = form.getAll(wishField).map(String);
      if (form.has(choiceField) && ids.length === 0) return 'unchosen';
      const isChosen = ids.length > 0 ? ids : undefined;
      return (await client().confirmAlert(token, isChosen)) ? 'confirmed' : undefined;
    },
    renew: async (token) => ((await client().renewAlert(token)) ? 'renewed' : undefined),
    end,
  } satisfies Record<string, LinkAction<AlertActionResult>>);

  // While the host is slow the form is shown and sent, so that nobody loses what was typed.
  const unlessRefused: MiddlewareHandler<SiteEnv> = async (c, next) =>
    (await client().offersAlerts()) === false
      ? renderForm(c, { address: alertsPath + new URL(c.req.url).search, status: 404 })
      : next();
  app.use(alertsPath, unlessRefused);

  app.post(alertsPath, async (c) => {
    const data = await readForm(c);
    const request = readAlertForm(data);
    const entered = {
      form: 'alert',
      data,
      issues: validateMailRequest(data),
      button: texts().alerts.button,
    };
    const answer = await answerForm(entered, () => send(client(), request), checks);
    return respondToForm(c, answer, {
      ...entered,
      values: { email: enteredEmail(data), search: searchQuery(request.search, 'alert') },
      next: alertRequestedHref(request.search, answer.response.values?.until),
      render: (status) =>
        renderForm(c, { address: withoutLanguage(alertsHref(request.search)), status }),
    });
  });

  /** RFC 8058: a mail server posts the form of the header List-Unsubscribe-Post, and needs no page. */
  app.post(`${unsubscribePaths}:token`, async (c) => {
    const token = c.req.param('token');
    c.header('cache-control', noStore);
    if ((await readForm(c)).get('List-Unsubscribe') !== 'One-Click')
      return c.redirect(alertHref(encodeURIComponent(token)), 303);
    const result = await performByLink(end, c);
    // The address is not the one of a mail: if it were answered with 200, the person would still get mails.
    if (result === undefined) return c.body(null, 404);
    return c.body(null, result === 'unchanged' ? failureKinds.unavailable.httpStatus : 200);
  });
  app.get(`${unsubscribePaths}:token`, (c) =>
    c.redirect(alertHref(encodeURIComponent(c.req.param('token')))),
  );
  return app;
}

async function send(
  client: Pick<ApiClient, 'requestAlert'>,
  request: AlertRequest,
): Promise<FormAnswer> {
  const { alerts, alert } = texts();
  try {
    const until = await client.requestAlert(request, { network: visitorNetwork() });
    // It is the same whether the address is known or not.
    const response = { result: 'success', message: alerts.requested.title };
    return { httpStatus: 200, response: { ...response, ...(until && { values: { until } }) } };
  } catch (err) {
    log().warn({ event: 'alert-not-requested', err });
    if (err instanceof RefusedError && err.message === hostMessages.noSuchCompany) {
      const { httpStatus, response } = refusal(422, [alert.unknownCompany]);
      const { company_id: _unknown, ...everywhere } = request.search;
      const search = searchQuery(everywhere, 'alert');
      return { httpStatus, response: { ...response, values: { search } } };
    }
    // A repetition sends no second mail, so neither text nor status need to tell whether the request arrived.
    const { isTemporary, httpStatus } = failureOf(err);
    return refusal(isTemporary ? failureKinds.unavailable.httpStatus : httpStatus, [alerts.failed]);
  }
}
