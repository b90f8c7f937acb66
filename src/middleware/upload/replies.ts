import { messages } from '#src/domain/model/messages.ts';
import type { DocumentType } from '#src/domain/model/options.ts';
import { documentTypes } from '#src/domain/model/options.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';
import type { Submission } from '#src/submissions/submission.ts';
import { escapeHtml, plainPage } from '../plain-page.ts';
import type { UploadError } from './upload-error.ts';

/** The documents that arrived, in the order of the form. */
export const inOrder = (received: readonly DocumentType[]): DocumentType[] =>
  documentOrder.filter((type) => received.includes(type));

export const isComplete = (received: readonly DocumentType[]): boolean =>
  inOrder(received).length === documentOrder.length;

const noStore = { 'cache-control': 'private, no-store' };

/** The answer to documents that arrived: JSON to our script; to a plain form the receipt, or what is missing. */
export function uploadedReply(wantsJson: boolean, submission: Submission): Response {
  const received = inOrder(submission.received);
  const complete = isComplete(received);
  if (wantsJson)
    return Response.json(
      { received, complete, message: messages.documentUploaded },
      { headers: noStore },
    );
  if (complete)
    return new Response(null, { status: 303, headers: { location: '/feedback', ...noStore } });
  return page(200, messages.documentUploaded, '', submission);
}

/** The receipt for a visitor without script: /feedback itself is the same page for everybody. */
export function receiptPage(submission: Submission | undefined): Response {
  if (submission?.applicantId === undefined)
    return page(
      200,
      'Your receipt',
      'This browser has no application of which we know.',
      undefined,
    );
  const received = inOrder(submission.received);
  const head = `<h1>Your receipt</h1><p>Your reference: <strong>${escapeHtml(submission.applicantId)}</strong></p><p>Documents received: ${received.length} of ${documentOrder.length}.</p>`;
  const body = `${head}${isComplete(received) ? '' : missingForm(submission)}${wayBack}`;
  return html(200, plainPage({ title: 'Your receipt', body }), noStore);
}

/** The answer to an upload that was not done. */
export function refusedReply(
  wantsJson: boolean,
  refusal: UploadError,
  submission: Submission | undefined,
): Response {
  const { status, message, field, retryAfterMs } = refusal;
  const title = messages.uploadErrorTitle;
  const headers = {
    ...noStore,
    ...(retryAfterMs !== undefined && { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }),
  };
  if (!wantsJson) return page(status, title, message, submission, headers);
  const received = inOrder(submission?.received ?? []);
  return Response.json({ title, message, field, received }, { status, headers });
}

/** Without script: the sentence, and a form with the documents that are still missing. */
function page(
  status: number,
  title: string,
  message: string,
  submission: Submission | undefined,
  headers: Readonly<Record<string, string>> = noStore,
): Response {
  const said = message === '' ? '' : `<p role="alert">${escapeHtml(message)}</p>`;
  const body = `<h1>${escapeHtml(title)}</h1>${said}${submission ? missingForm(submission) : wayBack}`;
  return html(status, plainPage({ title, body }), headers);
}

const html = (status: number, text: string, headers: Readonly<Record<string, string>>): Response =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  });

const wayBack = '<p><a href="/">Back to the openings</a></p>';

function missingForm({ received, joblistingid }: Submission): string {
  const missing = documentTypes.filter(({ type }) => !received.includes(type));
  const arrived = documentTypes.filter(({ type }) => received.includes(type));
  const list = arrived.map(({ label }) => label).join(', ');
  const fields = missing.map(
    ({ type, label, extensions }) =>
      `<label for="${type}">${label} (${extensions.join(', ')})</label><input type="file" id="${type}" name="${type}" accept="${extensions.map((extension) => `.${extension}`).join(',')}">`,
  );
  const action = `/api/uploadapplicantdocument?joblistingid=${encodeURIComponent(joblistingid)}`;
  return `${list === '' ? '' : `<p>These have arrived: ${list}.</p>`}<p>Still missing:</p><form method="post" enctype="multipart/form-data" action="${escapeHtml(action)}">${fields.join('')}<br><button>Upload</button></form>`;
}
