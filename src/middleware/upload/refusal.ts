import type { DocumentType } from '#src/domain/model/options.ts';
import { sentence, sentences } from '#src/domain/model/sentences.ts';
import { HostError, MalformedError, RefusedError, TransportError } from '#src/http/errors.ts';
import { MultipartError } from './read-parts.ts';

/** Why an upload was not done, in the words the visitor reads under 'An error occured'. */
export class UploadRefusal extends Error {
  override readonly name = 'UploadRefusal';
  readonly status: 400 | 403 | 408 | 413 | 415 | 429 | 502 | 503 | 504;
  readonly field?: DocumentType;
  readonly retryAfterMs?: number;

  constructor(
    status: UploadRefusal['status'],
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
export function asRefusal(error: unknown, field?: DocumentType): UploadRefusal | undefined {
  if (error instanceof UploadRefusal) return error;
  if (error instanceof MultipartError) return new UploadRefusal(400, error.message, field);
  if (error instanceof HostError && error.cause instanceof UploadRefusal) return error.cause;
  if (error instanceof RefusedError) {
    const passedOn = ([413, 415, 429, 503] as const).find((status) => status === error.httpStatus);
    return new UploadRefusal(passedOn ?? 502, wordsOf(error, field), field, error.retryAfterMs);
  }
  if (error instanceof MalformedError)
    return new UploadRefusal(502, sentences.processingFailed, field);
  if (error instanceof TransportError) {
    if (error.reason === 'source')
      return new UploadRefusal(408, 'The document stopped coming in. Please send it again.', field);
    const status = error.reason === 'timeout' ? 504 : 502;
    return new UploadRefusal(status, sentences.processingFailed, field);
  }
  return undefined;
}

/** The host's own words; where it gave none but its status tells, the specification's for that. */
function wordsOf({ httpStatus, message }: RefusedError, field = ''): string {
  if (message !== sentences.unspecified) return message;
  if (httpStatus === 413) return sentence('fileTooLarge', { field });
  return httpStatus === 415 ? sentence('invalidFileType', { field }) : message;
}
