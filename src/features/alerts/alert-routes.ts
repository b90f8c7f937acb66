import type { Context, MiddlewareHandler } from 'hono';
import {
  alertHref,
  alertPaths,
  alertRequestedHref,
  alertsHref,
  alertsPath,
  unsubscribePaths,
} from '#src/addresses.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { failureKinds } from '#src/domain/api/failures.ts';
import { withoutLanguage } from '#src/language/paths.ts';
import {
  type LinkAction,
  linkPages,
  performByLink,
  retryWhenUnavailable,
} from '#src/middleware/link-pages.ts';
import { readForm } from '#src/request/read-form.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { readAlertForm, toAlertRequest } from './alert-values.ts';
import type { AlertActionResult } from './find-alert.ts';
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
  // One that has ended already is ended again, because a person may press the button twice.
  const end = async (token: string) => {
    await client().endAlert(token);
    return 'ended' as const;
  };
  const app = linkPages(alertPaths, {
    confirm: async (token) => ((await client().confirmAlert(token)) ? 'confirmed' : undefined),
    renew: async (token) => ((await client().renewAlert(token)) ? 'renewed' : undefined),
    end,
  } satisfies Record<string, LinkAction<AlertActionResult>>);

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

  /** RFC 8058: a mail server posts the form of the header List-Unsubscribe-Post, and needs no page. */
  app.post(`${unsubscribePaths}:token`, async (c) => {
    const token = c.req.param('token');
    c.header('cache-control', noStore);
    if ((await readForm(c)).get('List-Unsubscribe') !== 'One-Click')
      return c.redirect(alertHref(encodeURIComponent(token)), 303);
    const result = await performByLink(end, c);
    return c.body(null, result === 'unchanged' ? failureKinds.unavailable.httpStatus : 200);
  });
  app.get(`${unsubscribePaths}:token`, (c) =>
    c.redirect(alertHref(encodeURIComponent(c.req.param('token')))),
  );
  return app;
}
