import { html } from 'hono/html';
import {
  type EnquiryFormField,
  type EnquiryFormKind,
  type EnquiryFormResponse,
  enquiryFormButtons,
  enquiryFormLabels,
  enquiryFormTitles,
} from '#src/domain/model/enquiry-form.ts';
import { messages } from '#src/domain/model/messages.ts';
import { enquiryFormPath } from '#src/domain/rules/addresses.ts';
import type { FormRules, FormValues } from '#src/domain/rules/form-rules.ts';
import { spamCheckFields } from '#src/domain/rules/spam-check.ts';
import { type Html, plainPage } from '#src/request/error-response.ts';

/** A page for a browser without JavaScript; Waku does not render it. */
const page = (title: string, content: Html): string =>
  plainPage({
    title,
    body: `${content}<p><a href="/">Back to the home page</a></p>`,
  });

export function sentPage(kind: EnquiryFormKind): string {
  return page(enquiryFormTitles[kind], html`<p role="status">${messages.messageSent}</p>`);
}

interface SubmittedForm {
  readonly kind: EnquiryFormKind;
  readonly rules: FormRules;
  readonly values: FormValues;
  readonly response: EnquiryFormResponse;
  readonly honeypotFilled: boolean;
}

/** The form with its values, the message, and an error at each invalid field. */
export function formPage(
  { kind, rules, values, response, honeypotFilled }: SubmittedForm,
  services: readonly string[],
): string {
  const { message, fields = {} } = response;
  const field = (name: EnquiryFormField) => html`<p>
    <label for="${name}">${enquiryFormLabels[name]}${rules[name]?.required ? '' : ' (optional)'}</label>
    ${fields[name] === undefined ? '' : html`<strong id="${name}-error">${fields[name]}</strong>`}
    ${control(name, values[name] ?? '', fields[name] !== undefined, services)}
  </p>`;
  return page(
    enquiryFormTitles[kind],
    html`<p role="alert">${message}</p>
      <form method="post" action="${enquiryFormPath(kind)}" novalidate>
        ${(Object.keys(rules) as EnquiryFormField[]).map(field)}
        <p hidden><label>Leave this empty <input name="${spamCheckFields.honeypot}" autocomplete="off" /></label></p>
        ${honeypotFilled ? html`<input type="hidden" name="${spamCheckFields.filledBefore}" value="1" />` : ''}
        <p><button>${enquiryFormButtons[kind]}</button></p>
      </form>`,
  );
}

const types: Partial<Record<EnquiryFormField, string>> = {
  email: 'email',
  email_again: 'email',
  phone: 'tel',
  date: 'date',
  guests: 'number',
  venue_website: 'url',
};

function control(
  name: EnquiryFormField,
  value: string,
  wrong: boolean,
  services: readonly string[],
) {
  const state = wrong ? html`aria-invalid="true" aria-describedby="${name}-error"` : '';
  if (name === 'message')
    return html`<textarea id="${name}" name="${name}" rows="6" ${state}>${value}</textarea>`;
  if (name === 'service')
    return html`<select id="${name}" name="${name}" ${state}>
      ${services.map(
        (service) => html`<option ${service === value ? 'selected' : ''}>${service}</option>`,
      )}
    </select>`;
  return html`<input
    id="${name}"
    name="${name}"
    type="${types[name] ?? 'text'}"
    value="${value}"
    ${state}
  />`;
}
