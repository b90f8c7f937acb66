import { type Context, Hono } from 'hono';
import { applicationsPath, linksRequestedHref } from '#src/addresses.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { failureOf } from '#src/domain/api/failures.ts';
import { enteredEmail, validateMailRequest } from '#src/domain/rules/forms/mail-request.ts';
import { normalizeEmail } from '#src/domain/rules/text/text.ts';
import { texts } from '#src/language/server.ts';
import { visitorNetwork } from '#src/limits/rate-limiter.ts';
import type { FormChecks } from '#src/limits/submit-form.ts';
import {
  answerForm,
  type FormAnswer,
  refusal,
  respondToForm,
} from '#src/middleware/posted-form.ts';
import { readForm } from '#src/request/read-form.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { log } from '#src/telemetry/logger.ts';

/** The answer does not tell whether there is an application. */
export function lostLinks({
  client,
  checks,
  renderForm,
}: {
  readonly client: () => Pick<ApiClient, 'mailLinks'>;
  readonly checks: FormChecks;
  readonly renderForm: (c: Context<SiteEnv>, status: number) => Promise<Response>;
}): Hono<SiteEnv> {
  async function send(data: FormData): Promise<FormAnswer> {
    const { requested, failed } = texts().lostLinks;
    try {
      await client().mailLinks(normalizeEmail(enteredEmail(data)), { network: visitorNetwork() });
      return { httpStatus: 200, response: { result: 'success', message: requested.title } };
    } catch (err) {
      log().warn({ event: 'links-not-requested', err });
      return refusal(failureOf(err).httpStatus, [failed]);
    }
  }
  return new Hono<SiteEnv>().post(applicationsPath, async (c) => {
    const data = await readForm(c);
    const issues = validateMailRequest(data);
    const entered = { form: 'lost-links', data, issues, button: texts().lostLinks.button };
    return respondToForm(c, await answerForm(entered, () => send(data), checks), {
      ...entered,
      values: { email: enteredEmail(data) },
      next: linksRequestedHref(),
      render: (status) => renderForm(c, status),
    });
  });
}
