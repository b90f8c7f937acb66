import { type Context, Hono } from 'hono';
import { enquiryFormHref, enquiryFormPath, enquirySentHref, openDatePath } from '#src/addresses.ts';
import {
  type EnquiryFormKind,
  type EnquiryFormResponse,
  enquiryFormKinds,
} from '#src/domain/model/enquiry-form.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import {
  type ConfiguredRules,
  isOpenDate,
  isoDate,
  readEnquiryForm,
  rulesOf,
  toContactMessage,
  withEarliestDate,
} from '#src/domain/rules/forms/enquiry-forms.ts';
import { validateForm } from '#src/domain/rules/forms/form-rules.ts';
import { fill } from '#src/language/format.ts';
import { fieldTexts } from '#src/language/messages.ts';
import { defaultLanguage, texts } from '#src/language/server.ts';
import { preferredType } from '#src/request/accepts.ts';
import { readForm } from '#src/request/read-form.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { type createMessageSender, enquiryResult, type MessageResult } from './send-message.ts';

export interface EnquiryFormsOptions {
  readonly sendMessage: ReturnType<typeof createMessageSender>;
  /** Responds with the page of the form, which shows the result of the request. */
  readonly renderForm: (c: Context<SiteEnv>, status: number) => Promise<Response>;
  readonly services: readonly string[];
  readonly rules?: Partial<Readonly<Record<EnquiryFormKind, ConfiguredRules>>>;
  readonly closedDates?: readonly string[];
}

/**
 * Contract, decision 8. A script gets JSON. Without script a success is a redirect (303), and the page of the same path
 * shows a refused form with every value.
 */
export function enquiryForms(options: EnquiryFormsOptions): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  for (const kind of enquiryFormKinds) {
    app.post(enquiryFormPath(kind), (c) => receiveForm(c, kind, options));
    app.get(enquiryFormPath(kind), (c) => c.redirect(enquiryFormHref(kind)));
  }
  app.post(openDatePath, async (c) => {
    const date = (await readForm(c)).get('date');
    return c.json(typeof date === 'string' && isOpenDate(date, options.closedDates ?? []));
  });
  return app;
}

async function receiveForm(
  c: Context<SiteEnv>,
  kind: EnquiryFormKind,
  { sendMessage, renderForm, services, closedDates = [], ...options }: EnquiryFormsOptions,
): Promise<Response> {
  const data = await readForm(c);
  const rules = rulesOf(kind, options.rules?.[kind]);
  const values = readEnquiryForm(rules, data);
  const issues: Issue[] = validateForm(values, withEarliestDate(rules, isoDate(new Date())));
  if (!isOpenDate(values.date ?? '', closedDates)) issues.push({ field: 'date', code: 'remote' });
  if (values.service !== undefined && values.service !== '' && !services.includes(values.service))
    issues.push({ field: 'service', code: 'remote' });
  const message = toContactMessage(values, defaultLanguage.texts.messageSubjects[kind]);
  const result = await sendMessage({ form: kind, data, message, issues });
  const response = toResponse(result, kind);
  const status =
    result.status === 'sent' ? 200 : result.status === 'failed' ? result.httpStatus : 422;
  c.header('cache-control', noStore);
  if (preferredType(c) === 'application/json') return c.json(response, status);
  if (status === 200) return c.redirect(enquirySentHref(kind), 303);
  enquiryResult(kind).set({ ...response, values }, data);
  return renderForm(c, status);
}

function toResponse(result: MessageResult, kind: EnquiryFormKind): EnquiryFormResponse {
  switch (result.status) {
    case 'sent':
      return { result: 'success', message: result.message };
    case 'check-again':
      return {
        result: 'error',
        message: fill(texts().form.check, { button: texts().enquiry.buttons[kind] }),
      };
    case 'failed': {
      const { message } = result;
      const text = result.mayHaveArrived
        ? `${message} ${texts().messageForm.arrivalUnknown}`
        : message;
      return { result: 'error', message: text };
    }
    case 'invalid': {
      const fields = fieldTexts(result.issues);
      return { result: 'error', message: Object.values(fields)[0] ?? '', fields };
    }
  }
}
