import {
  type Failure,
  failureOf,
  hostMessageOf,
  isUnavailable,
  retryAfterSeconds,
} from '#src/domain/api/failures.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { fillPlaceholders } from '#src/domain/model/messages.ts';
import { isComplete } from '#src/domain/rules/documents/documents.ts';
import type { InvalidDocument } from '#src/domain/rules/documents/file-content.ts';
import { ApiError, RefusedError } from '#src/http/errors.ts';
import { MultipartError } from '#src/http/read-multipart.ts';
import { invalidDocumentMessage } from '#src/language/invalid-document.ts';
import { hostText, specificationMessages } from '#src/language/messages.ts';
import { texts } from '#src/language/server.ts';
import { noStore } from '#src/request/site-env.ts';
import type { Submission } from '#src/submissions/submission.ts';

/** The visitor reads the message, which states why the upload failed, under 'An error occured'. */
export interface UploadFailure {
  /** 409: no document of the application is taken or replaced any more. */
  readonly status: 400 | 403 | 409 | Failure['httpStatus'];
  readonly message: string;
  readonly field?: DocumentType | undefined;
  /** A cookie must not contain the name of a file, because files are named after people. */
  readonly messageWithoutName?: string;
  readonly retryAfterMs?: number | undefined;
}

/** The site refuses documents. Only a plain form, whose documents are all checked, has several failures. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly failures: readonly UploadFailure[];
  constructor(failures: readonly UploadFailure[]) {
    super();
    this.failures = failures;
  }
}

/** Returns a function that refuses a file in the current language, which a failing stream may no longer know. */
export function invalidDocument(filename: string) {
  const language = texts();
  return (invalid: InvalidDocument): UploadError => {
    const message = invalidDocumentMessage(invalid, language, filename);
    const messageWithoutName = invalidDocumentMessage(invalid, language, undefined);
    const status = invalid.code === 'fileTooLarge' ? 413 : 415;
    return new UploadError([{ status, message, field: invalid.field, messageWithoutName }]);
  };
}

/** Returns the failures of an upload, or undefined for a fault of this program. */
export function failuresOf(
  error: unknown,
  field?: DocumentType,
): readonly UploadFailure[] | undefined {
  // If a file proves invalid or too large during the call to the API host, that is the cause of an ApiError.
  const cause = error instanceof ApiError ? error.cause : error;
  if (cause instanceof UploadError) return cause.failures;
  if (cause instanceof MultipartError && cause.problem === 'fileTooLarge')
    return [{ status: 413, message: failureText('fileTooLarge', field), field }];
  if (error instanceof MultipartError)
    return [{ status: 400, message: failureText(error.problem, field), field }];
  const { httpStatus, document } = failureOf(error);
  const status = error instanceof RefusedError && error.httpStatus === 409 ? 409 : httpStatus;
  if (isUnavailable(error)) {
    const retryAfterMs = retryAfterSeconds.busy * 1000;
    return [{ status, message: texts().errors.failed, field, retryAfterMs }];
  }
  if (!(error instanceof ApiError)) return undefined;
  const hostMessage = hostMessageOf(error);
  const message = hostMessage ? hostText(hostMessage) : failureText(document, field);
  const retryAfterMs = error instanceof RefusedError ? error.retryAfterMs : undefined;
  return [{ status, message, field, retryAfterMs }];
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

export function uploadResponse(
  submission: Submission | undefined,
  failure: UploadFailure | undefined,
): Response {
  const received = submission?.received ?? [];
  const headers = { 'cache-control': noStore };
  if (!failure)
    return Response.json(
      {
        received,
        complete: submission !== undefined && isComplete(received, submission.needed),
        message: texts().documents.messages.documentUploaded,
      },
      { headers },
    );
  const { status, message, field, retryAfterMs } = failure;
  const retryAfter = retryAfterMs !== undefined && {
    'retry-after': String(Math.ceil(retryAfterMs / 1000)),
  };
  return Response.json(
    { title: texts().documents.messages.uploadErrorTitle, message, field, received },
    { status, headers: { ...headers, ...retryAfter } },
  );
}
