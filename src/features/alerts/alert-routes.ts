import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import {
  alertHref,
  alertPaths,
  alertRequestedHref,
  alertsPath,
  unsubscribePaths,
  withQuery,
} from '#src/addresses.ts';
import type { apiReads } from '#src/api-client/api-client.ts';
import { type AlertRequest, normalizeAlertRequest } from '#src/domain/api/alert-request.ts';
import type { alertCalls } from '#src/domain/api/alerts.ts';
import { failureKinds } from '#src/domain/api/failures.ts';
import { readSearch, searchQuery } from '#src/domain/catalogue/search-parameters.ts';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';
import { hostMessages } from '#src/domain/model/messages.ts';
import { enteredEmail, validateMailRequest } from '#src/domain/rules/forms/mail-request.ts';
import { answerByLink, type LinkAction, linkPages } from '#src/forms/link-pages.ts';
import {
  type FormChecks,
  invalidForm,
  logFailedCall,
  readForm,
  receiveForm,
  refusal,
  successAnswer,
} from '#src/forms/receive-form.ts';
import { RefusedError } from '#src/http/errors.ts';
import { language, texts } from '#src/language/server.ts';
import { visitorNetwork } from '#src/limits/rate-limiter.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { type AlertActionResult, alertIdField, hasChoiceField } from './find-alert.ts';

type AlertCalls = ReturnType<typeof alertCalls>;

/** Only a POST changes an alert, because mail scanners open every link. */
export function alertPages({
  client,
  offersAlerts,
  checks,
}: {
  readonly client: () => AlertCalls;
  readonly offersAlerts: typeof apiReads.offersAlerts;
  readonly checks?: FormChecks;
}): Hono<SiteEnv> {
  // The result is the same for an alert that has ended before, because a person may press the button twice.
  const end = async (token: string) => {
    await client().endAlert(token);
    return 'ended' as const;
  };
  const app = linkPages(alertPaths, {
    async confirm(token, form) {
      const ids = form.getAll(alertIdField).map(String);
      if (form.has(hasChoiceField) && ids.length === 0) return 'unchosen';
      const chosenIds = ids.length > 0 ? ids : undefined;
      return (await client().confirmAlert(token, chosenIds)) ? 'confirmed' : undefined;
    },
    renew: async (token) => ((await client().renewAlert(token)) ? 'renewed' : undefined),
    end,
  } satisfies Record<string, LinkAction<AlertActionResult>>);

  // If the host does not answer in time, the form is still shown and sent, so that nobody loses the entered text.
  app.use(alertsPath, async (c, next) =>
    (await offersAlerts()) === false
      ? c.render({ address: alertsPath + new URL(c.req.url).search, status: 404 })
      : next(),
  );

  app.post(alertsPath, (c) =>
    receiveForm(
      c,
      (data) => {
        const request = readAlertForm(data);
        const search = searchQuery(request.search, 'alert');
        return {
          form: 'alert',
          values: { email: enteredEmail(data), search },
          button: texts().alerts.button,
          page: withQuery(alertsPath, search),
          validate: async () =>
            invalidForm(validateMailRequest(data)) ?? (() => send(client(), request)),
        };
      },
      checks,
    ),
  );

  /** RFC 8058: a mail server posts the form of the header List-Unsubscribe-Post, and needs no page. */
  app.post(`${unsubscribePaths}:token`, async (c) => {
    const token = c.req.param('token');
    c.header('cache-control', noStore);
    const form = await readForm(c);
    if (form.get('List-Unsubscribe') !== 'One-Click')
      return c.redirect(alertHref(encodeURIComponent(token)), 303);
    // For an unknown token the status is not 200, because the person would still get mails.
    const { httpStatus } = await answerByLink(end, token, form);
    return c.body(null, httpStatus as ContentfulStatusCode);
  });
  app.get(`${unsubscribePaths}:token`, (c) =>
    c.redirect(alertHref(encodeURIComponent(c.req.param('token')))),
  );
  return app;
}

/** The form has the search of the page's address, as a query string. The mails are in the language of the page. */
const readAlertForm = (form: FormData): AlertRequest =>
  normalizeAlertRequest({
    emailaddress: enteredEmail(form),
    search: readSearch(new URLSearchParams(String(form.get('search') ?? ''))),
    language: language().tag,
  });

async function send(client: AlertCalls, request: AlertRequest): Promise<FormAnswer> {
  const { alerts, alert } = texts();
  try {
    const until = await client.requestAlert(request, { network: visitorNetwork() });
    // The answer is the same for an address that has alerts and one that has none.
    return successAnswer(alerts.requested.title, alertRequestedHref(request.search, until));
  } catch (err) {
    const { isTemporary, httpStatus } = logFailedCall('alert-not-requested', err);
    if (err instanceof RefusedError && err.message === hostMessages.noSuchCompany) {
      const { company_id: _unknown, ...everywhere } = request.search;
      const search = searchQuery(everywhere, 'alert');
      return { ...refusal(422, [alert.unknownCompany]), values: { search } };
    }
    // A repeated request causes no second mail, so the answer need not tell whether the first one has arrived.
    return refusal(isTemporary ? failureKinds.unavailable.httpStatus : httpStatus, [alerts.failed]);
  }
}
