import {
  type Failure,
  failureOf,
  hostMessageOf,
  isUnavailable,
  retryAfterSeconds,
} from '#src/domain/api/failures.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { fillPlaceholders } from '#src/domain/model/messages.ts';
import { documentOrder, isComplete } from '#src/domain/rules/documents/documents.ts';
import { invalidDocumentMessage } from '#src/domain/rules/documents/file-content.ts';
import { ApiError, RefusedError } from '#src/http/errors.ts';
import { MultipartError } from '#src/http/read-multipart.ts';
import { hostText, specificationMessages } from '#src/language/messages.ts';
import { texts } from '#src/language/server.ts';
import { noStore } from '#src/request/site-env.ts';
import type { Submission } from '#src/submissions/submission.ts';
import { InvalidDocumentError } from './upload-file.ts';

/** The visitor reads the message, which states why the upload failed, under 'An error occured'. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly status: 400 | 403 | Failure['httpStatus'];
  readonly field: DocumentType | undefined;
  readonly retryAfterMs: number | undefined;
  readonly otherErrors: readonly UploadError[];
  /** A cookie must not contain the name of a file, because files are named after people. */
  readonly messageWithoutName: string;

  constructor(
    status: UploadError['status'],
    message: string,
    field?: DocumentType,
    more: Partial<Pick<UploadError, 'retryAfterMs' | 'otherErrors' | 'messageWithoutName'>> = {},
  ) {
    super(message);
    this.status = status;
    this.field = field;
    this.retryAfterMs = more.retryAfterMs;
    this.otherErrors = more.otherErrors ?? [];
    this.messageWithoutName = more.messageWithoutName ?? message;
  }
}

/** Returns any expected failure of an upload of a file as an UploadError; undefined for an error of this program. */
export function toUploadError(
  error: unknown,
  field?: DocumentType,
  filename?: string,
): UploadError | undefined {
  // The limit may be exceeded, and a file found to be invalid, before or during the call to the API host.
  const cause = error instanceof ApiError ? error.cause : error;
  if (cause instanceof UploadError) return cause;
  if (cause instanceof InvalidDocumentError) {
    const { invalid } = cause;
    const message = invalidDocumentMessage(invalid, texts(), filename);
    const messageWithoutName = invalidDocumentMessage(invalid, texts(), undefined);
    const status = invalid.code === 'fileTooLarge' ? 413 : 415;
    return new UploadError(status, message, invalid.field, { messageWithoutName });
  }
  if (cause instanceof MultipartError && cause.problem === 'fileTooLarge')
    return new UploadError(413, failureText('fileTooLarge', field), field);
  if (error instanceof MultipartError)
    return new UploadError(400, failureText(error.problem, field), field);
  const { httpStatus, document } = failureOf(error);
  if (isUnavailable(error)) {
    const retryAfterMs = retryAfterSeconds * 1000;
    return new UploadError(httpStatus, texts().errors.failed, field, { retryAfterMs });
  }
  if (!(error instanceof ApiError)) return undefined;
  const hostMessage = hostMessageOf(error);
  const message = hostMessage ? hostText(hostMessage) : failureText(document, field);
  const retryAfterMs = error instanceof RefusedError ? error.retryAfterMs : undefined;
  return new UploadError(httpStatus, message, field, { retryAfterMs });
}

function failureText(
  name: Failure['document'] | MultipartError['problem'],
  field: DocumentType | undefined,
): string {
  const { uploads, documents } = texts();
  return fillPlaceholders({ ...specificationMessages(), ...uploads }[name], {
    field: field ? documents.namesInMessages[field] : '',
  });
}

export const inFormOrder = (received: readonly DocumentType[]): DocumentType[] =>
  documentOrder.filter((type) => received.includes(type));

export function uploadResponse(
  submission: Submission | undefined,
  error: UploadError | undefined,
): Response {
  const received = inFormOrder(submission?.received ?? []);
  const headers = { 'cache-control': noStore };
  if (!error)
    return Response.json(
      {
        received,
        complete: isComplete(received, submission?.needed),
        message: texts().documents.messages.documentUploaded,
      },
      { headers },
    );
  const { status, message, field, retryAfterMs } = error;
  const retryAfter = retryAfterMs !== undefined && {
    'retry-after': String(Math.ceil(retryAfterMs / 1000)),
  };
  return Response.json(
    { title: texts().documents.messages.uploadErrorTitle, message, field, received },
    { status, headers: { ...headers, ...retryAfter } },
  );
}
