import { html, raw } from 'hono/html';
import { dateOf } from '#src/config/format-date.ts';
import { siteConfig } from '#src/config/site.ts';
import { documentTypes } from '#src/domain/model/document-types.ts';
import type { LinkedApplication } from '#src/domain/model/linked-application.ts';
import { linkPath } from '#src/domain/rules/addresses.ts';
import { type Html, linkToOpenings, plainPage } from '#src/request/error-response.ts';
import { uploadForm } from '#src/request/upload-form.ts';

const page = (title: string, content: Html): string =>
  plainPage({ title, body: `${content}${linkToOpenings}` });

/** What cannot be undone: the name of its checkbox, and the end of its form's address. */
export type Confirmed = 'withdraw' | 'erase';
/** The value of the checkbox. */
export const confirmed = 'yes';

const dayOf = (instant: string): string => dateOf(Date.parse(instant));

/**
 * What was received of an application, with a form for each thing its applicant can do.
 * @param mayUpload whether this browser may send the missing documents
 * @param unconfirmed the form that was sent without its checkbox
 */
export function applicationPage(
  token: string,
  linked: LinkedApplication,
  {
    mayUpload = false,
    unconfirmed,
  }: { readonly mayUpload?: boolean; readonly unconfirmed?: Confirmed } = {},
): string {
  const { application, role_name, company_name, documents, withdrawn_at } = linked;
  const missing = documentTypes.filter(({ type }) =>
    documents.every((one) => one.type !== type || one.infected),
  );
  const role = company_name === '' ? role_name : `${role_name} at ${company_name}`;
  return page(
    'Your application',
    html`<p>
        ${application.firstname} ${application.lastname} applied as ${role} on
        ${dayOf(linked.applied_at)}.
      </p>
      <p>Your reference: <strong>${application.applicant_id}</strong></p>
      ${withdrawn_at === null ? '' : html`<p class="done" role="status">You withdrew this application on ${dayOf(withdrawn_at)}.</p>`}
      <h2>Documents</h2>
      ${documents.length === 0 ? html`<p>None has arrived.</p>` : html`<ul>${documents.map(documentItem)}</ul>`}
      ${withdrawn_at === null && missing.length > 0 ? documentsForm(token, application, missing, mayUpload) : ''}
      ${withdrawn_at === null ? withdrawForm(token, unconfirmed === 'withdraw') : ''}
      ${eraseForm(token, unconfirmed === 'erase')}
      <p>This page works until ${dayOf(linked.expires_at)}. Whoever has its address can do the same: do not pass it on.</p>`,
  );
}

function documentItem({
  type,
  filename,
  received_at,
  infected,
}: LinkedApplication['documents'][number]) {
  const label = documentTypes.find((one) => one.type === type)?.label ?? type;
  const problem = 'Malware was found in it, and nobody opens it. Please send another file.';
  return html`<li><b>${label}:</b> <small>${filename}, ${dayOf(received_at)}</small>${infected ? html`<br />${problem}` : ''}</li>`;
}

/** First a button, which gives this browser the right to send documents; then the file fields. */
function documentsForm(
  token: string,
  { joblistingid, applicant_id }: LinkedApplication['application'],
  missing: readonly (typeof documentTypes)[number][],
  mayUpload: boolean,
): Html {
  if (mayUpload) return raw(uploadForm({ joblistingid, applicantId: applicant_id, missing }));
  const labels = missing.map(({ label }) => label).join(', ');
  return html`<p>Still missing: ${labels}.</p>
    <form method="post" action="${linkPath(token)}/documents"><button>Add documents</button></form>`;
}

const withdrawForm = (token: string, isUnconfirmed: boolean): Html =>
  confirmedForm(token, {
    title: 'Withdraw',
    text: 'The company no longer considers your application. It stays stored, and counts as your application to this company for a year.',
    check: 'Yes, withdraw my application',
    name: 'withdraw',
    isUnconfirmed,
  });

const eraseForm = (token: string, isUnconfirmed: boolean): Html =>
  confirmedForm(token, {
    title: 'Erase',
    text: `This application and its documents are erased. You can then apply to this company again. For other applications and messages write to ${siteConfig.enquiries.email}.`,
    check: 'Yes, erase my application and its documents for ever',
    name: 'erase',
    isUnconfirmed,
  });

interface ConfirmedForm {
  readonly name: Confirmed;
  readonly title: string;
  readonly text: string;
  readonly check: string;
  /** It was sent without its checkbox. */
  readonly isUnconfirmed: boolean;
}

function confirmedForm(
  token: string,
  { name, title, text, check, isUnconfirmed }: ConfirmedForm,
): Html {
  const error = html`<strong id="${name}-error" role="alert">Please tick the box first.</strong>`;
  const state = html`aria-invalid="true" aria-describedby="${name}-error"`;
  return html`<h2>${title}</h2>
    <p>${text}</p>
    <form method="post" action="${linkPath(token)}/${name}">
      ${isUnconfirmed ? error : ''}
      <label class="check"><input type="checkbox" name="${name}" value="${confirmed}" required ${isUnconfirmed ? state : ''} /> ${check}</label>
      <button>${title}</button>
    </form>`;
}

export const erasedPage = (): string =>
  page(
    'Your application was erased',
    html`<p class="done" role="status">Your application and its documents were erased.</p>`,
  );
