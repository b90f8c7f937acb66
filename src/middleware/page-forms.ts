import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import type { DomainClient } from '#src/domain/calls/client.ts';
import type { CaptchaProvider } from '#src/domain/model/captcha.ts';
import type { Issue } from '#src/domain/model/issue.ts';
import {
  captchaField,
  type PageFormKind,
  type PageFormReply,
  pageFormKinds,
} from '#src/domain/model/page-form.ts';
import { sentences } from '#src/domain/model/sentences.ts';
import { type FormValues, validateForm } from '#src/domain/rules/generic-form.ts';
import { firstPerField, sentenceOf } from '#src/domain/rules/issues.ts';
import {
  dayOf,
  fromToday,
  pageFormMessage,
  pageFormRules,
  readPageForm,
} from '#src/domain/rules/page-forms.ts';
import { HostError, RefusedError } from '#src/http/errors.ts';
import type { Transport } from '#src/http/transport.ts';
import { isHuman } from './captcha.ts';
import { plainFormPage, plainSentPage } from './page-form-pages.ts';

export interface PageFormsOptions {
  readonly client: () => Pick<DomainClient, 'sendContactMessage'>;
  /** What a quote may be asked for, as the site file lists it. */
  readonly services: readonly string[];
  /** Absent: no captcha is asked for. */
  readonly captcha?: {
    readonly provider: CaptchaProvider;
    readonly secret: string;
    readonly transport: Pick<Transport, 'send'>;
  };
  readonly remoteAddressOf: (c: Context) => string;
  /** Told of a host or a captcha provider that gave no usable answer. */
  readonly onFailure: (error: unknown) => void;
}

/** The largest form taken, in bytes. */
const maxBytes = 64 * 1024;

interface Outcome {
  readonly status: 200 | 422 | 502;
  readonly reply: PageFormReply;
}

const failed = (status: 422 | 502, message: string, fields?: PageFormReply['fields']): Outcome => ({
  status,
  reply: { result: 'error', message, ...(fields && { fields }) },
});

/**
 * `/forms/contact-us` and `/forms/quote` (contract, decision 8): the rules of the browser once more, the
 * captcha, then the API's contact call. Who asks for JSON gets `result` and `message`; a browser without
 * JavaScript gets a page in words that keeps every value, and after a success is sent on (303), so that
 * reloading sends nothing twice.
 */
export function pageForms(options: PageFormsOptions): MiddlewareHandler {
  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    options.onFailure(error);
    return refuse(c, 500, sentences.processingFailed);
  });
  for (const kind of pageFormKinds) {
    const path = `/forms/${kind}`;
    app.use(
      path,
      bodyLimit({ maxSize: maxBytes, onError: (c) => refuse(c, 413, sentences.processingFailed) }),
    );
    app.post(path, (c) => receive(c, kind, options));
    app.get(path, (c) =>
      c.req.query('sent') === undefined ? c.redirect('/') : c.html(plainSentPage(kind)),
    );
  }
  return async (c, next) =>
    pageFormKinds.some((kind) => c.req.path === `/forms/${kind}`)
      ? app.fetch(c.req.raw, c.env)
      : next();
}

async function receive(c: Context, kind: PageFormKind, options: PageFormsOptions) {
  // A form of this site is never sent from another: whoever does that sends on a visitor's behalf.
  if (c.req.header('sec-fetch-site') === 'cross-site')
    return refuse(c, 403, sentences.processingFailed);
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
  const values = readPageForm(kind, (name) => form[name]);
  const token = form[captchaField];
  const { status, reply } = await answer(
    kind,
    values,
    typeof token === 'string' ? token : '',
    options,
    options.remoteAddressOf(c),
  );
  c.header('cache-control', 'no-store');
  if (wantsJson(c)) return c.json(reply, status);
  if (status === 200) return c.redirect(`/forms/${kind}?sent`, 303);
  return c.html(plainFormPage(kind, values, reply, options.services), status);
}

async function answer(
  kind: PageFormKind,
  values: FormValues,
  token: string,
  { client, captcha, services, onFailure }: PageFormsOptions,
  remoteip: string,
): Promise<Outcome> {
  const issues: Issue[] = validateForm(values, fromToday(pageFormRules[kind], dayOf(new Date())));
  if (values.service !== undefined && values.service !== '' && !services.includes(values.service))
    issues.push({ field: 'service', code: 'remote' });
  const [first] = issues;
  if (first) {
    const fields = [...firstPerField(issues)].map(([field, issue]) => [field, sentenceOf(issue)]);
    return failed(422, sentenceOf(first), Object.fromEntries(fields));
  }
  try {
    if (captcha && !(await isHuman({ ...captcha, token, remoteip }, captcha.transport)))
      return failed(422, sentences.confirmCaptcha);
    const { message } = await client().sendContactMessage(pageFormMessage(kind, values));
    return { status: 200, reply: { result: 'success', message: message || sentences.messageSent } };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    onFailure(error);
    // Section 7: a refused write is told in the reply's own words.
    return failed(502, error instanceof RefusedError ? error.message : sentences.processingFailed);
  }
}

const wantsJson = (c: Context): boolean =>
  (c.req.header('accept') ?? '').includes('application/json');

function refuse(c: Context, status: 403 | 413 | 500, message: string): Response {
  if (wantsJson(c)) return c.json({ result: 'error', message } satisfies PageFormReply, status);
  return c.text(message, status);
}
