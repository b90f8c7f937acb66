import { type Context, Hono } from 'hono';
import {
  contactPath,
  enquiryFormHref,
  enquiryFormPath,
  enquirySentHref,
  openDatePath,
} from '#src/addresses.ts';
import type { SiteConfig } from '#src/config/site-schema.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { type EnquiryFormKind, enquiryFormKinds } from '#src/domain/model/enquiry-form.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { limits } from '#src/domain/model/limits.ts';
import { validateContactMessage } from '#src/domain/rules/forms/contact.ts';
import {
  isOpenDate,
  readEnquiryForm,
  rulesOf,
  toContactMessage,
  withEarliestDate,
} from '#src/domain/rules/forms/enquiry-forms.ts';
import { validateForm } from '#src/domain/rules/forms/form-rules.ts';
import { isoDate } from '#src/domain/rules/text/iso-date.ts';
import {
  type FormChecks,
  invalidForm,
  type ParsedForm,
  readForm,
  receiveForm,
} from '#src/forms/receive-form.ts';
import { inLanguage } from '#src/language/paths.ts';
import { defaultLanguage, texts } from '#src/language/server.ts';
import { preferredType } from '#src/request/accepts.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { contactMessageOf, readContactForm, sentPath } from './contact-message.ts';
import { createMessageSender } from './send-message.ts';

export interface MessageFormsOptions {
  readonly client: () => Pick<ApiClient, 'sendContactMessage'>;
  readonly checks?: FormChecks;
  readonly enquiryForms: {
    readonly contactUs: Pick<SiteConfig['enquiryForms']['contactUs'], 'rules'>;
    readonly quote: Pick<SiteConfig['enquiryForms']['quote'], 'rules' | 'services' | 'closedDates'>;
  };
}

/** The contact form (sections 4, 5 and 7) and the enquiry forms (contract, decision 8). */
export function messageForms({
  client,
  checks,
  enquiryForms: { contactUs, quote },
}: MessageFormsOptions): Hono<SiteEnv> {
  const sendMessage = createMessageSender(client);
  const isOpen = (date: string) => isOpenDate(date, quote.closedDates);

  function parseContactForm(data: FormData): ParsedForm {
    const values = readContactForm(data);
    const message = contactMessageOf(values, defaultLanguage.texts.messageSubjects.contact);
    const { button, notSent } = texts().contact;
    const send = () => sendMessage(message, { notSent });
    const validate = async () => invalidForm(validateContactMessage(message)) ?? send;
    return { form: 'contact', values, button, notSent, validate };
  }

  function parseEnquiry(kind: EnquiryFormKind, data: FormData): ParsedForm {
    const rules = rulesOf(kind, kind === 'quote' ? quote.rules : contactUs.rules);
    const values = readEnquiryForm(rules, data);
    const { date = '', service = '' } = values;
    const issues: Issue[] = validateForm(values, withEarliestDate(rules, isoDate(new Date())));
    const isOffered = service === '' || quote.services.includes(service);
    const refused = [...(isOpen(date) ? [] : ['date']), ...(isOffered ? [] : ['service'])];
    for (const field of refused)
      if (issues.every((issue) => issue.field !== field)) issues.push({ field, code: 'remote' });
    const message = toContactMessage(values, defaultLanguage.texts.messageSubjects[kind]);
    const send = () => sendMessage(message, { next: enquirySentHref(kind) });
    const validate = async () => invalidForm(issues) ?? send;
    return { form: kind, values, button: texts().enquiry.buttons[kind], validate };
  }

  const app = new Hono<SiteEnv>();
  app.post(contactPath, async (c) =>
    withRefresh(c, await receiveForm(c, parseContactForm, checks)),
  );
  for (const kind of enquiryFormKinds) {
    app.post(enquiryFormPath(kind), (c) =>
      receiveForm(c, (data) => parseEnquiry(kind, data), checks),
    );
    app.get(enquiryFormPath(kind), (c) => c.redirect(enquiryFormHref(kind)));
  }
  app.post(openDatePath, async (c) => {
    const date = (await readForm(c)).get('date');
    return c.json(typeof date === 'string' && isOpen(date));
  });
  return app;
}

/** Adds the redirect from the page 'Sent Message' as a Refresh header, which works without script too. */
function withRefresh(c: Context<SiteEnv>, response: Response): Response {
  const isPage = preferredType(c) !== 'application/json';
  const seconds = limits.contactRedirectMs / 1000;
  if (isPage && response.status === 200)
    response.headers.set('refresh', `${seconds};url=${inLanguage(sentPath)}`);
  return response;
}
