import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { failureOf, hostMessageOf, mayHaveArrived } from '#src/domain/api/failures.ts';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { spamCheck } from '#src/domain/rules/forms/spam-check.ts';
import { RefusedError } from '#src/http/errors.ts';
import { fill } from '#src/language/format.ts';
import { fieldTexts } from '#src/language/messages.ts';
import { texts } from '#src/language/server.ts';
import { checkRateLimit } from '#src/limits/rate-limiter.ts';
import { preferredType } from '#src/request/accepts.ts';
import { requestContext } from '#src/request/request-context.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { routeOf } from '#src/routes.ts';
import { log } from '#src/telemetry/logger.ts';
import { checkCaptcha } from './captcha.ts';

export interface FormChecks {
  /** This and `checkCaptcha` resolve with a text for the visitor if the form must not be sent. */
  readonly checkRateLimit: () => Promise<string | undefined>;
  readonly checkCaptcha?: (data: FormData) => Promise<string | undefined>;
  readonly wait?: (ms: number) => Promise<unknown>;
}

const siteChecks = (path: string): FormChecks => ({
  async checkRateLimit() {
    const action = routeOf(path).body?.rateLimit;
    return action && checkRateLimit(action);
  },
  checkCaptcha,
});

/** If the body is no form, the form has no fields, and the validation reports the required ones. */
export const readForm = (c: Context): Promise<FormData> =>
  c.req.formData().catch(() => new FormData());

interface RenderedForm {
  /** The name under which `postedForm` finds the answer for the page. */
  readonly form: string;
  /** Absent if the values of the answer suffice. */
  readonly values?: FormAnswer['values'];
  /** The address of the page of the form, if it is not that of the request. */
  readonly page?: string;
}

export interface ParsedForm extends RenderedForm {
  readonly button: string;
  /** The sentence after the reason if it is certain that nothing was sent. */
  readonly notSent?: string;
  /** Resolves with a function that sends the form, or with the answer to an invalid form. */
  readonly validate: () => Promise<FormAnswer | (() => Promise<FormAnswer>)>;
}

export const refusal = (
  httpStatus: number,
  lines: readonly (string | undefined)[],
): FormAnswer => ({ httpStatus, result: 'error', message: lines.filter(Boolean).join('\n') });

/** @param next the address of the next page; without it the page of the form says that it was sent */
export const successAnswer = (message: string, next?: string): FormAnswer => ({
  httpStatus: 200,
  result: 'success',
  message,
  ...(next !== undefined && { next }),
});

/** Logs the error of the call that sends a form, and returns the facts on which the answer depends. */
export function logFailedCall(event: string, err: unknown) {
  log().warn({ event, err });
  const isLost = mayHaveArrived(err);
  return {
    ...failureOf(err),
    isLost,
    message: isLost ? undefined : hostMessageOf(err),
    retryAfterMs: err instanceof RefusedError ? err.retryAfterMs : undefined,
  };
}

export function invalidForm(issues: readonly Issue[]): FormAnswer | undefined {
  const fields = fieldTexts(issues);
  const [message] = Object.values(fields);
  return message === undefined ? undefined : { ...refusal(422, [message]), fields };
}

/** Takes a form through its five steps (docs/architecture.md): read, checked, sent or refused, answered, responded to. */
export async function receiveForm(
  c: Context<SiteEnv>,
  parse: (data: FormData) => ParsedForm,
  checks = siteChecks(c.req.path),
): Promise<Response> {
  const data = await readForm(c);
  const parsed = parse(data);
  return respondToForm(c, { ...parsed, data }, await answerForm(data, parsed, checks));
}

/** Every form of the site is checked in this order (decision 010), and then sent. */
export async function answerForm(
  data: FormData,
  { form, button, notSent, validate }: ParsedForm,
  checks: FormChecks,
): Promise<FormAnswer> {
  // The rate limit precedes everything that costs time, so invalid forms count too.
  const limited = await checks.checkRateLimit();
  if (limited !== undefined) return refusal(429, [limited, notSent]);
  const send = await validate();
  if (typeof send !== 'function') return send;
  const { honeypotFilled, submitAgain, waitMs } = spamCheck(data);
  if (submitAgain) {
    const lines = [fill(texts().form.check, { button }), notSent];
    return { ...refusal(422, lines), asksAgain: true };
  }
  const failed = await checks.checkCaptcha?.(data);
  if (failed !== undefined) return refusal(422, [failed, notSent]);
  if (honeypotFilled) log().warn({ event: 'honeypot-ignored', form });
  await (checks.wait ?? delay)(waitMs);
  return send();
}

/**
 * Contract, decision 8. A script gets JSON. Without script a sent form leads to the next page. If there is none, or the
 * form was refused, the same request renders the page of the form with the answer and all values.
 */
export async function respondToForm(
  c: Context<SiteEnv>,
  { form, data, values, page }: RenderedForm & { readonly data: FormData },
  { httpStatus, ...answer }: FormAnswer,
): Promise<Response> {
  c.header('cache-control', noStore);
  if (preferredType(c) === 'application/json')
    return c.json(answer, httpStatus as ContentfulStatusCode);
  if (answer.next !== undefined) return c.redirect(answer.next, 303);
  const { honeypotFilled } = spamCheck(data);
  const all = values && { values: { ...values, ...answer.values } };
  requestContext().results.set(form, { httpStatus, ...answer, ...all, honeypotFilled });
  return c.render({ address: page, status: httpStatus });
}

/** Returns the answer to a form that was sent without script, for the component that renders it in the same request. */
export const postedForm = <Answer extends FormAnswer = FormAnswer>(
  form: string,
): Answer | undefined => requestContext().results.get(form) as Answer | undefined;
