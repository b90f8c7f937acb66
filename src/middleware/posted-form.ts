import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { FormResponse, Issue } from '#src/domain/model/issues.ts';
import { fill } from '#src/language/format.ts';
import { fieldTexts } from '#src/language/messages.ts';
import { texts } from '#src/language/server.ts';
import { type FormChecks, submitForm } from '#src/limits/submit-form.ts';
import { preferredType } from '#src/request/accepts.ts';
import { formResult } from '#src/request/request-context.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';

/** What the site answers to a form. The status is 200 if the form was sent. */
export interface FormAnswer {
  readonly httpStatus: ContentfulStatusCode;
  readonly response: FormResponse;
}

export interface EnteredForm {
  readonly form: string;
  readonly data: FormData;
  readonly issues: readonly Issue[];
  /** The text of the button that sends the form. */
  readonly button: string;
  /** Follows the reason where it is certain that nothing was sent. */
  readonly notSent?: string | undefined;
}

export const refusal = (
  httpStatus: ContentfulStatusCode,
  lines: readonly (string | undefined)[],
): FormAnswer => ({
  httpStatus,
  response: { result: 'error', message: lines.filter(Boolean).join('\n') },
});

/** Takes the steps of `submitForm`, whose refusals are texts for the visitor. */
export const answerForm = (
  { form, data, issues, button, notSent }: EnteredForm,
  send: () => Promise<FormAnswer>,
  checks: FormChecks,
): Promise<FormAnswer> =>
  submitForm<void, FormAnswer>(
    {
      form,
      data,
      send,
      async validate() {
        const fields = fieldTexts(issues);
        const [message] = Object.values(fields);
        if (message === undefined) return { valid: undefined };
        return { invalid: { httpStatus: 422, response: { result: 'error', message, fields } } };
      },
      refuse(reason) {
        if (reason.status === 'refused')
          return refusal(reason.httpStatus, [reason.message, notSent]);
        const asked = refusal(422, [fill(texts().form.check, { button }), notSent]);
        return { ...asked, response: { ...asked.response, asksAgain: true } };
      },
    },
    checks,
  );

/**
 * Contract, decision 8. A script gets JSON. Without script a form that was sent leads to `next`; without one, or if it was
 * refused, the same request renders the page of the form, which has the answer and every value.
 */
export async function respondToForm(
  c: Context<SiteEnv>,
  { httpStatus, response }: FormAnswer,
  page: Pick<EnteredForm, 'form' | 'data'> & {
    readonly values: Readonly<Record<string, string>>;
    readonly next?: string;
    readonly render: (status: number) => Promise<Response>;
  },
): Promise<Response> {
  c.header('cache-control', noStore);
  if (preferredType(c) === 'application/json') return c.json(response, httpStatus);
  if (httpStatus === 200 && page.next !== undefined) return c.redirect(page.next, 303);
  const values = { ...page.values, ...response.values };
  formResult<FormResponse>(page.form).set({ ...response, values }, page.data);
  return page.render(httpStatus);
}
