import { dateOf } from '#src/config/format-date.ts';
import { siteConfig } from '#src/config/site.ts';
import { type Failure, failureOf, hostMessageOf } from '#src/domain/api/failures.ts';
import { type DocumentType, documentTypes } from '#src/domain/model/document-types.ts';
import { fillPlaceholders, formatMessage, messages } from '#src/domain/model/messages.ts';
import { openingPath, receiptHref } from '#src/domain/rules/addresses.ts';
import { documentOrder, isComplete } from '#src/domain/rules/documents.ts';
import { escapeMarkup } from '#src/html/text-to-html.ts';
import { ApiError, RefusedError } from '#src/http/errors.ts';
import { MultipartError } from '#src/http/read-multipart.ts';
import { linkToOpenings, plainPage } from '#src/request/error-response.ts';
import { uploadForm } from '#src/request/upload-form.ts';
import type { ApplicationLink } from '#src/submissions/stored-submission.ts';
import type { Submission } from '#src/submissions/submission.ts';
import { withdrawnMessage } from './document-rows.ts';

/** Why an upload failed; the visitor reads the message under 'An error occured'. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly status: 400 | 403 | Failure['httpStatus'];
  readonly field?: DocumentType;
  readonly retryAfterMs: number | undefined;
  /** The errors of the other documents of the form. */
  readonly others: readonly UploadError[];

  constructor(
    status: UploadError['status'],
    message: string,
    field?: DocumentType,
    {
      retryAfterMs,
      others = [],
    }: {
      readonly retryAfterMs?: number | undefined;
      readonly others?: readonly UploadError[];
    } = {},
  ) {
    super(message);
    this.status = status;
    if (field !== undefined) this.field = field;
    this.retryAfterMs = retryAfterMs;
    this.others = others;
  }
}

/** Any expected failure of an upload as an UploadError; undefined for an error of this program. */
export function toUploadError(error: unknown, field?: DocumentType): UploadError | undefined {
  if (error instanceof UploadError) return error;
  // The limit may be exceeded before or during the call to the API host.
  const cause = error instanceof ApiError ? error.cause : error;
  if (cause instanceof MultipartError && cause.problem === 'fileTooLarge')
    return new UploadError(413, formatMessage('fileTooLarge', { field: field ?? '' }), field);
  if (error instanceof MultipartError) return new UploadError(400, error.message, field);
  if (!(error instanceof ApiError)) return undefined;
  const { httpStatus, document } = failureOf(error);
  const message = hostMessageOf(error) ?? fillPlaceholders(document, { field: field ?? '' });
  const retryAfterMs = error instanceof RefusedError ? error.retryAfterMs : undefined;
  return new UploadError(httpStatus, message, field, { retryAfterMs });
}

/** The documents that arrived, in the order of the form. */
export const inFormOrder = (received: readonly DocumentType[]): DocumentType[] =>
  documentOrder.filter((type) => received.includes(type));

const noStore = { 'cache-control': 'private, no-store' };

/** After an upload: JSON for a script; for a plain form a redirect to /feedback, or the missing documents. */
export function uploadedResponse(wantsJson: boolean, submission: Submission): Response {
  const received = inFormOrder(submission.received);
  const complete = isComplete(received);
  const message = messages.documentUploaded;
  if (wantsJson) return Response.json({ received, complete, message }, { headers: noStore });
  if (complete) {
    const location = receiptHref(submission.joblistingid, submission.id);
    return new Response(null, { status: 303, headers: { location, ...noStore } });
  }
  return htmlPage(200, messages.documentUploaded, missingForm(submission));
}

/** After an upload that failed. */
export function uploadErrorResponse(
  wantsJson: boolean,
  error: UploadError,
  submission: Submission | undefined,
): Response {
  const { status, message, field, retryAfterMs } = error;
  const title = messages.uploadErrorTitle;
  const headers =
    retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) };
  const received = inFormOrder(submission?.received ?? []);
  if (wantsJson)
    return Response.json(
      { title, message, field, received },
      { status, headers: { ...noStore, ...headers } },
    );
  const errors = [error, ...error.others];
  const texts = errors.map((each) => `<p>${escapeMarkup(each.message)}</p>`).join('');
  const next = submission ? missingForm(submission, errors) : linkToOpenings;
  return htmlPage(status, title, `<div role="alert">${texts}</div>${next}`, headers);
}

/** The receipt for a visitor without script; /feedback itself is the same page for everybody. */
export function receiptPage(
  submission: Submission | undefined,
  link: ApplicationLink | undefined,
): Response {
  if (submission?.applicantId === undefined) {
    const message = `This browser has no application of which we know. If you have applied, write to ${siteConfig.enquiries.email} with your reference.`;
    return htmlPage(
      200,
      'Your receipt',
      `<p role="alert">${escapeMarkup(message)}</p>${linkToOpenings}`,
    );
  }
  const received = inFormOrder(submission.received);
  const applicantId = escapeMarkup(submission.applicantId);
  const opening = escapeMarkup(openingPath(submission.joblistingid));
  const date = submission.acceptedAt ? dateOf(submission.acceptedAt) : '';
  const summary = `<p>You applied on ${date} for <a href="${opening}">this job</a>.</p><p>Your reference: <strong>${applicantId}</strong></p><p>Documents received: ${received.length} of ${documentOrder.length}.</p>`;
  const withdrawn = `<p role="status">${withdrawnMessage}</p>`;
  const missing = isComplete(received) ? '' : missingForm(submission);
  const rest = submission.isWithdrawn ? withdrawn : missing;
  const toApplication = link
    ? `<p><a href="${escapeMarkup(link.href)}">See, withdraw or erase your application</a>. Keep this link: it works without this browser until ${link.until}.</p>`
    : '';
  return htmlPage(200, 'Your receipt', summary + toApplication + rest + linkToOpenings);
}

function htmlPage(
  status: number,
  title: string,
  content: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(plainPage({ title, body: content }), {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...noStore, ...headers },
  });
}

/** The documents that arrived, and a form for those that are missing, with the errors at their fields. */
function missingForm(submission: Submission, errors: readonly UploadError[] = []): string {
  const { received, joblistingid, applicantId = '' } = submission;
  const missing = documentTypes.filter(({ type }) => !received.includes(type));
  const arrived = documentTypes.filter(({ type }) => received.includes(type));
  const list = arrived.map(({ label }) => label).join(', ');
  const form = uploadForm({ joblistingid, applicantId, missing }, errors);
  return `${list === '' ? '' : `<p>These have arrived: ${list}.</p>`}${form}`;
}
