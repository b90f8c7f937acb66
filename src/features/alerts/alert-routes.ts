import type { Context, Hono, MiddlewareHandler } from 'hono';
import {
  alertHref,
  alertPaths,
  alertRequestedHref,
  alertsHref,
  alertsPath,
  unsubscribePaths,
  withoutLanguage,
} from '#src/addresses.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { failureKinds } from '#src/domain/api/failures.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { linkToken } from '#src/domain/model/linked-application.ts';
import { linkPages, retryWhenUnavailable } from '#src/middleware/link-pages.ts';
import { readForm } from '#src/request/read-form.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { reportUnavailable } from '#src/telemetry/report-unavailable.ts';
import { type AlertAction, alertActions, resultHref } from './alert-actions.ts';
import { readAlertForm, toAlertRequest } from './alert-values.ts';
import { alertResult, type requestAlert } from './request-alert.ts';

export interface AlertRoutesOptions {
  readonly client: () => Pick<
    ApiClient,
    'offersAlerts' | 'confirmAlert' | 'renewAlert' | 'endAlert'
  >;
  readonly requestAlert: typeof requestAlert;
  /** Responds with the page of the form, which shows the result of the request, or that there are no alerts. */
  readonly renderForm: (
    c: Context<SiteEnv>,
    page: { readonly address: string; readonly status: number },
  ) => Promise<Response>;
}

/** Only a POST changes an alert, because mail scanners open every link. */
export function alertRoutes({ client, requestAlert, renderForm }: AlertRoutesOptions) {
  const app: Hono<SiteEnv> = linkPages(alertPaths, alertHref);

  // While the host is slow the form is shown and sent, so that nobody loses what was typed.
  const unlessRefused: MiddlewareHandler<SiteEnv> = async (c, next) =>
    (await client().offersAlerts()) === false
      ? renderForm(c, { address: alertsPath + new URL(c.req.url).search, status: 404 })
      : next();
  app.use(alertsPath, unlessRefused, retryWhenUnavailable);

  app.post(alertsPath, async (c) => {
    const data = await readForm(c);
    const result = await requestAlert(data);
    const { search } = toAlertRequest(readAlertForm(data));
    if (result.status === 'sent') {
      c.header('cache-control', noStore);
      return c.redirect(alertRequestedHref(search), 303);
    }
    alertResult.set(result, data);
    return renderForm(c, {
      address: withoutLanguage(alertsHref(search)),
      status: result.status === 'failed' ? result.httpStatus : 422,
    });
  });

  const performers = {
    confirm: (token) => client().confirmAlert(token),
    renew: (token) => client().renewAlert(token),
    // One that has ended already is ended again, because a person may press the button twice.
    end: (token) =>
      client()
        .endAlert(token)
        .then(() => true),
  } as const satisfies Record<AlertAction, (token: string) => Promise<unknown>>;

  /** Resolves with the result of the action; undefined if there is no such alert. */
  async function perform(action: AlertAction, token: string) {
    if (!linkToken.test(token)) return undefined;
    try {
      return (await performers[action](token)) ? alertActions[action] : undefined;
    } catch (error) {
      reportUnavailable(error);
      return 'unchanged';
    }
  }

  for (const action of ['confirm', 'renew', 'end'] as const)
    app.post(`${alertPaths}:token/${action}`, async (c) => {
      const token = c.req.param('token');
      const search = readSearch(new URL(c.req.url).searchParams);
      const result = await perform(action, token);
      return c.redirect(resultHref(encodeURIComponent(token), result, search), 303);
    });

  /** RFC 8058: a mail server posts the form of the header List-Unsubscribe-Post, and needs no page. */
  app.post(`${unsubscribePaths}:token`, async (c) => {
    const token = c.req.param('token');
    c.header('cache-control', noStore);
    if ((await readForm(c)).get('List-Unsubscribe') !== 'One-Click')
      return c.redirect(alertHref(encodeURIComponent(token)), 303);
    const result = await perform('end', token);
    return c.body(null, result === 'unchanged' ? failureKinds.unavailable.httpStatus : 200);
  });
  app.get(`${unsubscribePaths}:token`, (c) =>
    c.redirect(alertHref(encodeURIComponent(c.req.param('token')))),
  );
  return app;
}
