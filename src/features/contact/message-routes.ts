import { type Context, Hono } from 'hono';
import {
  contactPath,
  enquiryFormHref,
  enquiryFormPath,
  enquirySentHref,
  openDatePath,
} from '#src/addresses.ts';
import { type EnquiryFormKind, enquiryFormKinds } from '#src/domain/model/enquiry-form.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { limits } from '#src/domain/model/limits.ts';
import { validateContactMessage } from '#src/domain/rules/forms/contact.ts';
import {
  type ConfiguredRules,
  isOpenDate,
  readEnquiryForm,
  rulesOf,
  toContactMessage,
  withEarliestDate,
} from '#src/domain/rules/forms/enquiry-forms.ts';
import { validateForm } from '#src/domain/rules/forms/form-rules.ts';
import { isoDate } from '#src/domain/rules/text/iso-date.ts';
import { inLanguage } from '#src/language/paths.ts';
import { defaultLanguage, texts } from '#src/language/server.ts';
import { respondToForm } from '#src/middleware/posted-form.ts';
import { readForm } from '#src/request/read-form.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { contactMessageOf, readContactForm, sentPath } from './contact-message.ts';
import type { createMessageSender } from './send-message.ts';

export interface MessageFormsOptions {
  readonly sendMessage: ReturnType<typeof createMessageSender>;
  readonly renderForm: (c: Context<SiteEnv>, status: number) => Promise<Response>;
  readonly services: readonly string[];
  readonly rules?: Partial<Readonly<Record<EnquiryFormKind, ConfiguredRules>>>;
  readonly closedDates?: readonly string[];
}

/** The contact form (sections 4, 5 and 7) and the enquiry forms (contract, decision 8). */
export function messageForms(options: MessageFormsOptions): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  app.post(contactPath, (c) => receiveContactForm(c, options));
  for (const kind of enquiryFormKinds) {
    app.post(enquiryFormPath(kind), (c) => receiveEnquiry(c, kind, options));
    app.get(enquiryFormPath(kind), (c) => c.redirect(enquiryFormHref(kind)));
  }
  app.post(openDatePath, async (c) => {
    const date = (await readForm(c)).get('date');
    return c.json(typeof date === 'string' && isOpenDate(date, options.closedDates ?? []));
  });
  return app;
}

async function receiveContactForm(
  c: Context<SiteEnv>,
  { sendMessage, renderForm }: MessageFormsOptions,
): Promise<Response> {
  const data = await readForm(c);
  const values = readContactForm(data);
  const message = contactMessageOf(values, defaultLanguage.texts.messageSubjects.contact);
  const { button, notSent } = texts().contact;
  const issues = validateContactMessage(message);
  const entered = { form: 'contact', data, message, issues, button, notSent };
  return respondToForm(c, await sendMessage(entered), {
    ...entered,
    values,
    async render(status) {
      const page = await renderForm(c, status);
      const seconds = limits.contactRedirectMs / 1000;
      if (status === 200) page.headers.set('refresh', `${seconds};url=${inLanguage(sentPath)}`);
      return page;
    },
  });
}

async function receiveEnquiry(
  c: Context<SiteEnv>,
  kind: EnquiryFormKind,
  { sendMessage, renderForm, services, closedDates = [], ...options }: MessageFormsOptions,
): Promise<Response> {
  const data = await readForm(c);
  const rules = rulesOf(kind, options.rules?.[kind]);
  const values = readEnquiryForm(rules, data);
  const issues: Issue[] = validateForm(values, withEarliestDate(rules, isoDate(new Date())));
  if (!isOpenDate(values.date ?? '', closedDates)) issues.push({ field: 'date', code: 'remote' });
  if (values.service !== undefined && values.service !== '' && !services.includes(values.service))
    issues.push({ field: 'service', code: 'remote' });
  const message = toContactMessage(values, defaultLanguage.texts.messageSubjects[kind]);
  const entered = { form: kind, data, message, issues, button: texts().enquiry.buttons[kind] };
  return respondToForm(c, await sendMessage(entered), {
    ...entered,
    values,
    next: enquirySentHref(kind),
    render: (status) => renderForm(c, status),
  });
}
