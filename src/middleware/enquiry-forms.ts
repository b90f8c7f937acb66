import { setTimeout as delay } from 'node:timers/promises';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import type { CaptchaProvider } from '#src/domain/model/captcha.ts';
import {
  captchaField,
  type EnquiryFormKind,
  type EnquiryFormResponse,
  enquiryFormButtons,
  enquiryFormKinds,
} from '#src/domain/model/enquiry-form.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { fieldMessages, issueMessage } from '#src/domain/model/issues.ts';
import { messages } from '#src/domain/model/messages.ts';
import {
  enquiryFormRules,
  isoDate,
  readEnquiryForm,
  toContactMessage,
  withEarliestDate,
} from '#src/domain/rules/enquiry-forms.ts';
import { type FormValues, validateForm } from '#src/domain/rules/form-rules.ts';
import { spamCheck, submitAgainMessage } from '#src/domain/rules/spam-check.ts';
import { ApiError, RefusedError } from '#src/http/errors.ts';
import type { Transport } from '#src/http/transport.ts';
import { isHuman } from './captcha.ts';
import { formPage, sentPage } from './enquiry-form-pages.ts';

export interface EnquiryFormsOptions {
  readonly client: () => Pick<ApiClient, 'sendContactMessage'>;
  /** What a quote may be asked for, as the site file lists it. */
  readonly services: readonly string[];
  /** Absent: no captcha is asked for. */
  readonly captcha?: {
    readonly provider: CaptchaProvider;
    readonly secret: string;
    readonly transport: Pick<Transport, 'request'>;
  };
  readonly remoteAddressOf: (c: Context) => string;
  /** Told of a host or a captcha provider that gave no usable answer. */
  readonly onFailure: (error: unknown) => void;
}

/** The largest form taken, in bytes. */
const maxBytes = 64 * 1024;

interface Outcome {
  readonly status: 200 | 422 | 502;
  readonly reply: EnquiryFormResponse;
}

const failed = (
  status: 422 | 502,
  message: string,
  fields?: EnquiryFormResponse['fields'],
): Outcome => ({
  status,
  reply: { result: 'error', message, ...(fields && { fields }) },
});

/**
 * `/forms/contact-us` and `/forms/quote` (contract, decision 8): the rules of the browser once more, the
 * captcha, then the API's contact call. Who asks for JSON gets `result` and `message`; a browser without
 * JavaScript gets a page in words that keeps every value, and after a success is sent on (303), so that
 * reloading sends nothing twice.
 */
export function enquiryForms(options: EnquiryFormsOptions): MiddlewareHandler {
  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    options.onFailure(error);
    return refuse(c, 500, messages.processingFailed);
  });
  for (const kind of enquiryFormKinds) {
    const path = `/forms/${kind}`;
    app.use(
      path,
      bodyLimit({ maxSize: maxBytes, onError: (c) => refuse(c, 413, messages.processingFailed) }),
    );
    app.post(path, (c) => receive(c, kind, options));
    app.get(path, (c) =>
      c.req.query('sent') === undefined ? c.redirect('/') : c.html(sentPage(kind)),
    );
  }
  return async (c, next) =>
    enquiryFormKinds.some((kind) => c.req.path === `/forms/${kind}`)
      ? app.fetch(c.req.raw, c.env)
      : next();
}

async function receive(c: Context, kind: EnquiryFormKind, options: EnquiryFormsOptions) {
  // A form of this site is never sent from another: whoever does that sends on a visitor's behalf.
  if (c.req.header('sec-fetch-site') === 'cross-site')
    return refuse(c, 403, messages.processingFailed);
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
  const values = readEnquiryForm(kind, (name) => form[name]);
  const { status, reply } = await answer(
    kind,
    values,
    (name) => form[name],
    options,
    options.remoteAddressOf(c),
  );
  c.header('cache-control', 'no-store');
  if (wantsJson(c)) return c.json(reply, status);
  if (status === 200) return c.redirect(`/forms/${kind}?sent`, 303);
  return c.html(formPage(kind, values, reply, options.services), status);
}

async function answer(
  kind: EnquiryFormKind,
  values: FormValues,
  field: (name: string) => unknown,
  { client, captcha, services, onFailure }: EnquiryFormsOptions,
  remoteip: string,
): Promise<Outcome> {
  const issues: Issue[] = validateForm(
    values,
    withEarliestDate(enquiryFormRules[kind], isoDate(new Date())),
  );
  if (values.service !== undefined && values.service !== '' && !services.includes(values.service))
    issues.push({ field: 'service', code: 'remote' });
  const [first] = issues;
  if (first) return failed(422, issueMessage(first), fieldMessages(issues));
  const { honeypotFilled, waitMs } = spamCheck(field);
  if (honeypotFilled) return failed(422, submitAgainMessage(enquiryFormButtons[kind]));
  await delay(waitMs);
  const token = field(captchaField);
  try {
    if (
      captcha &&
      !(await isHuman(
        { ...captcha, token: typeof token === 'string' ? token : '', remoteip },
        captcha.transport,
      ))
    )
      return failed(422, messages.confirmCaptcha);
    const { message } = await client().sendContactMessage(toContactMessage(kind, values));
    return { status: 200, reply: { result: 'success', message: message || messages.messageSent } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    onFailure(error);
    // Section 7: a refused write is told in the reply's own words.
    return failed(502, error instanceof RefusedError ? error.message : messages.processingFailed);
  }
}

const wantsJson = (c: Context): boolean =>
  (c.req.header('accept') ?? '').includes('application/json');

function refuse(c: Context, status: 403 | 413 | 500, message: string): Response {
  if (wantsJson(c))
    return c.json({ result: 'error', message } satisfies EnquiryFormResponse, status);
  return c.text(message, status);
}
