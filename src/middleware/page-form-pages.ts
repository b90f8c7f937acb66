import { html } from 'hono/html';
import {
  type PageFormField,
  type PageFormKind,
  type PageFormReply,
  pageFormFields,
} from '#src/domain/model/page-form.ts';
import {
  pageFormButtons,
  pageFormLabels,
  pageFormTitles,
} from '#src/domain/model/page-form-words.ts';
import { sentences } from '#src/domain/model/sentences.ts';
import type { FormValues } from '#src/domain/rules/generic-form.ts';
import { isOptional } from '#src/domain/rules/page-forms.ts';
import { plainPage } from './plain-page.ts';

type Html = ReturnType<typeof html>;

/** A page for a browser without JavaScript: complete in itself, since this is no page of the router's. */
const page = (title: string, content: Html): string =>
  plainPage({
    title,
    body: String(html`<h1>${title}</h1>${content}<p><a href="/">Back to the home page</a></p>`),
  });

export function plainSentPage(kind: PageFormKind): string {
  return page(pageFormTitles[kind], html`<p role="status">${sentences.messageSent}</p>`);
}

/** The form again: what is wrong, in words and beside each field, and every value as it was typed. */
export function plainFormPage(
  kind: PageFormKind,
  values: FormValues,
  { message, fields = {} }: PageFormReply,
  services: readonly string[],
): string {
  const field = (name: PageFormField) => html`<p>
    <label for="${name}">${pageFormLabels[name]}${isOptional(kind, name) ? ' (optional)' : ''}</label>
    ${fields[name] === undefined ? '' : html`<strong id="${name}-error">${fields[name]}</strong>`}
    ${control(name, values[name] ?? '', fields[name] !== undefined, services)}
  </p>`;
  return page(
    pageFormTitles[kind],
    html`<p role="alert">${message}</p>
      <form method="post" action="/forms/${kind}" novalidate>
        ${pageFormFields[kind].map(field)}
        <p><button>${pageFormButtons[kind]}</button></p>
      </form>`,
  );
}

const types: Partial<Record<PageFormField, string>> = {
  email: 'email',
  phone: 'tel',
  date: 'date',
  guests: 'number',
};

function control(name: PageFormField, value: string, wrong: boolean, services: readonly string[]) {
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
