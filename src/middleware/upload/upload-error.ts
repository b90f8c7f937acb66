import { formatMessage, messages } from '#src/domain/model/messages.ts';
import type { DocumentType } from '#src/domain/model/options.ts';
import { ApiError, MalformedError, RefusedError, TransportError } from '#src/http/errors.ts';
import { MultipartError } from '#src/http/read-multipart.ts';

/** Why an upload was not done, in the words the visitor reads under 'An error occured'. */
export class UploadError extends Error {
  override readonly name = 'UploadRefusal';
  readonly status: 400 | 403 | 408 | 413 | 415 | 429 | 502 | 503 | 504;
  readonly field?: DocumentType;
  readonly retryAfterMs?: number;

  constructor(
    status: UploadError['status'],
    message: string,
    field?: DocumentType,
    retryAfterMs?: number,
  ) {
    super(message);
    this.status = status;
    if (field !== undefined) this.field = field;
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
  }
}

/** Any failure of an upload as a refusal; undefined for what is nobody's fault but the program's. */
export function toUploadError(error: unknown, field?: DocumentType): UploadError | undefined {
  if (error instanceof UploadError) return error;
  if (error instanceof MultipartError) return new UploadError(400, error.message, field);
  if (error instanceof ApiError && error.cause instanceof UploadError) return error.cause;
  if (error instanceof RefusedError) {
    const passedOn = ([413, 415, 429, 503] as const).find((status) => status === error.httpStatus);
    return new UploadError(passedOn ?? 502, wordsOf(error, field), field, error.retryAfterMs);
  }
  if (error instanceof MalformedError)
    return new UploadError(502, messages.processingFailed, field);
  if (error instanceof TransportError) {
    if (error.reason === 'source')
      return new UploadError(408, 'The document stopped coming in. Please send it again.', field);
    const status = error.reason === 'timeout' ? 504 : 502;
    return new UploadError(status, messages.processingFailed, field);
  }
  return undefined;
}

/** The host's own words; where it gave none but its status tells, the specification's for that. */
function wordsOf({ httpStatus, message }: RefusedError, field = ''): string {
  if (message !== messages.unspecified) return message;
  if (httpStatus === 413) return formatMessage('fileTooLarge', { field });
  return httpStatus === 415 ? formatMessage('invalidFileType', { field }) : message;
}
