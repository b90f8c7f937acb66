import { setTimeout as delay } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import type { CaptchaProvider } from '#src/domain/model/captcha.ts';
import {
  captchaField,
  type EnquiryFormKind,
  type EnquiryFormResponse,
  enquiryFormButtons,
  enquiryFormKinds,
  openDatePath,
} from '#src/domain/model/enquiry-form.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { fieldMessages, issueMessage } from '#src/domain/model/issues.ts';
import { messages } from '#src/domain/model/messages.ts';
import {
  type ConfiguredRules,
  isOpenDate,
  isoDate,
  readEnquiryForm,
  rulesOf,
  toContactMessage,
  withEarliestDate,
} from '#src/domain/rules/enquiry-forms.ts';
import { type FormRules, type FormValues, validateForm } from '#src/domain/rules/form-rules.ts';
import { spamCheck, submitAgainMessage } from '#src/domain/rules/spam-check.ts';
import { ApiError, RefusedError } from '#src/http/errors.ts';
import type { Transport } from '#src/http/transport.ts';
import { preferredType } from '#src/server/accepts.ts';
import { isHuman } from '#src/server/captcha.ts';
import { formPage, sentPage } from './enquiry-form-pages.ts';

export interface EnquiryFormsOptions {
  readonly client: () => Pick<ApiClient, 'sendContactMessage'>;
  /** The services of the quote form. */
  readonly services: readonly string[];
  /** The site config's rules; see `rulesOf`. */
  readonly rules?: Partial<Readonly<Record<EnquiryFormKind, ConfiguredRules>>>;
  /** Days for which no quote can be requested; see `isOpenDate`. */
  readonly closedDates?: readonly string[];
  /** Absent: the forms have no captcha. */
  readonly captcha?: {
    readonly provider: CaptchaProvider;
    readonly secret: string;
    readonly transport: Pick<Transport, 'request'>;
  };
  readonly remoteAddressOf: (c: Context) => string;
  /** Called with an error of the API host or of the captcha provider. */
  readonly onFailure: (error: unknown) => void;
  /** Called when a form with a filled honeypot was submitted again. */
  readonly onHoneypotIgnored: (kind: EnquiryFormKind) => void;
}

/** The largest form that is accepted, in bytes. */
export const maxEnquiryBytes = 64 * 1024;

interface Result {
  readonly status: 200 | 422 | 502;
  readonly response: EnquiryFormResponse;
}

const failed = (
  status: 422 | 502,
  message: string,
  fields?: EnquiryFormResponse['fields'],
): Result => ({
  status,
  response: { result: 'error', message, ...(fields && { fields }) },
});

/**
 * `/forms/contact-us` and `/forms/quote` (contract, decision 8): validates the form with the browser's rules,
 * checks the captcha, then sends the API's contact call. A script gets JSON with `result` and `message`; a
 * browser without JavaScript gets a page that shows every value again, and after a success a redirect (303),
 * so that a reload sends nothing twice.
 */
export function enquiryForms(options: EnquiryFormsOptions): Hono {
  const app = new Hono();
  app.onError((error, c) => {
    options.onFailure(error);
    return formError(c, 500);
  });
  for (const kind of enquiryFormKinds) {
    const path = `/forms/${kind}`;
    app.use(path, bodyLimit({ maxSize: maxEnquiryBytes, onError: (c) => formError(c, 413) }));
    app.post(path, (c) => receiveForm(c, kind, options));
    app.get(path, (c) =>
      c.req.query('sent') === undefined ? c.redirect('/') : c.html(sentPage(kind)),
    );
  }
  app.post(openDatePath, async (c) => {
    const { date } = await c.req.parseBody();
    return c.json(typeof date === 'string' && isOpenDate(date, options.closedDates ?? []));
  });
  return app;
}

async function receiveForm(c: Context, kind: EnquiryFormKind, options: EnquiryFormsOptions) {
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
  const field = (name: string) => form[name];
  const rules = rulesOf(kind, options.rules?.[kind]);
  const values = readEnquiryForm(rules, field);
  const remoteip = options.remoteAddressOf(c);
  const sent = { kind, rules, values, field, remoteip };
  const { status, response } = await sendForm(sent, options);
  c.header('cache-control', 'no-store');
  if (preferredType(c) === 'application/json') return c.json(response, status);
  if (status === 200) return c.redirect(`/forms/${kind}?sent`, 303);
  const { honeypotFilled } = spamCheck(field);
  return c.html(
    formPage({ kind, rules, values, response, honeypotFilled }, options.services),
    status,
  );
}

interface ReceivedForm {
  readonly kind: EnquiryFormKind;
  readonly rules: FormRules;
  readonly values: FormValues;
  readonly field: (name: string) => unknown;
  readonly remoteip: string;
}

async function sendForm(
  { kind, rules, values, field, remoteip }: ReceivedForm,
  {
    client,
    captcha,
    services,
    closedDates = [],
    onFailure,
    onHoneypotIgnored,
  }: EnquiryFormsOptions,
): Promise<Result> {
  const issues: Issue[] = validateForm(values, withEarliestDate(rules, isoDate(new Date())));
  if (!isOpenDate(values.date ?? '', closedDates)) issues.push({ field: 'date', code: 'remote' });
  if (values.service !== undefined && values.service !== '' && !services.includes(values.service))
    issues.push({ field: 'service', code: 'remote' });
  const [first] = issues;
  if (first) return failed(422, issueMessage(first), fieldMessages(issues));
  const { honeypotFilled, submitAgain, waitMs } = spamCheck(field);
  if (submitAgain) return failed(422, submitAgainMessage(enquiryFormButtons[kind]));
  if (honeypotFilled) onHoneypotIgnored(kind);
  await delay(waitMs);
  const token = field(captchaField);
  try {
    const proof = { token: typeof token === 'string' ? token : '', remoteip };
    if (captcha && !(await isHuman({ ...captcha, ...proof }, captcha.transport)))
      return failed(422, messages.confirmCaptcha);
    const { message } = await client().sendContactMessage(toContactMessage(kind, values));
    return {
      status: 200,
      response: { result: 'success', message: message || messages.messageSent },
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    onFailure(error);
    // Section 7: a refused write is rejected with the message of the response.
    return failed(502, error instanceof RefusedError ? error.message : messages.processingFailed);
  }
}

function formError(c: Context, status: 413 | 500): Response {
  const message = messages.processingFailed;
  if (preferredType(c) !== 'application/json') return c.text(message, status);
  return c.json({ result: 'error', message } satisfies EnquiryFormResponse, status);
}
