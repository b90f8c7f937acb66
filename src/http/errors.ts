/** The reason why a call has no complete response. `source`: our request body failed, stalled or had the wrong length. */
export type TransportReason =
  | 'refused'
  | 'dns'
  | 'tls'
  | 'unreachable'
  | 'reset'
  | 'cut'
  | 'timeout'
  | 'aborted'
  | 'source';

export interface CallInfo {
  readonly method: string;
  /** The origin and path. The query is omitted because it may contain a candidate's name and address. */
  readonly url: string;
}

export const callInfo = (method: string, url: URL): CallInfo => ({
  method,
  url: url.origin + url.pathname,
});

/** The name of a call has no id: `findopening` without the opening. */
// linear: at most 40 letters after a fixed text
export const callName = (url: string): string => /\/api\/([a-z]{1,40})/.exec(url)?.[1] ?? 'other';

export abstract class ApiError extends Error {
  readonly method: string;
  readonly url: string;
  /** False only if the host cannot have processed the request. If true, a write must not be repeated. */
  abstract readonly mayHaveArrived: boolean;

  constructor(message: string, call: CallInfo, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.method = call.method;
    this.url = call.url;
  }
}

export class TransportError extends ApiError {
  override readonly name = 'TransportError';
  readonly reason: TransportReason;
  override readonly mayHaveArrived: boolean;

  constructor(
    call: CallInfo,
    failure: { reason: TransportReason; mayHaveArrived: boolean; cause?: unknown },
  ) {
    super(`${call.method} ${call.url}: ${describeReason(failure)}`, call, failure.cause);
    this.reason = failure.reason;
    this.mayHaveArrived = failure.mayHaveArrived;
  }
}

/** The host responded with a refusal. The error's message is the message of the response. */
export class RefusedError extends ApiError {
  override readonly name = 'RefusedError';
  readonly httpStatus: number;
  readonly body: unknown;
  readonly retryAfterMs?: number;

  constructor(
    call: CallInfo,
    refusal: { httpStatus: number; message: string; body: unknown; retryAfterMs?: number },
  ) {
    super(refusal.message, call);
    this.httpStatus = refusal.httpStatus;
    this.body = refusal.body;
    if (refusal.retryAfterMs !== undefined) this.retryAfterMs = refusal.retryAfterMs;
  }

  /** Gateways send 502 and 504 after they have lost the host's response, which may have been a success. */
  override get mayHaveArrived(): boolean {
    return this.httpStatus === 502 || this.httpStatus === 504;
  }
}

export class MalformedError extends ApiError {
  override readonly name = 'MalformedError';
  readonly httpStatus: number;
  readonly detail: string;

  constructor(call: CallInfo, response: { httpStatus: number; detail: string; cause?: unknown }) {
    super(`${call.method} ${call.url}: ${response.detail}`, call, response.cause);
    this.httpStatus = response.httpStatus;
    this.detail = response.detail;
  }

  /** A redirect means that nothing was processed; any other response may be an unreadable success. */
  override get mayHaveArrived(): boolean {
    return this.httpStatus < 300;
  }
}

export const reasonMessages: Record<TransportReason, string> = {
  refused: 'the connection was refused',
  dns: 'the host name is not known',
  tls: 'no secure connection could be made',
  unreachable: 'the host cannot be reached',
  reset: 'the connection was closed before a response was received',
  cut: 'the connection was closed before the end of the response',
  timeout: 'no response within the time limit',
  aborted: 'the call was canceled before a response was received',
  source: 'the request body could not be read to its end',
};

/** The name of a failure in logs. `failed` means a fault of this program. */
export const failureName = (error: unknown): string =>
  error instanceof TransportError
    ? error.reason
    : error instanceof MalformedError
      ? 'malformed'
      : 'failed';

/** OpenSSL's reason, such as 'self-signed certificate', tells the operator how to correct the fault. */
function describeReason({ reason, cause }: { reason: TransportReason; cause?: unknown }): string {
  const message = reasonMessages[reason];
  if (reason !== 'tls' || !(cause instanceof Error)) return message;
  return `${message}: ${'reason' in cause && typeof cause.reason === 'string' ? cause.reason : cause.message}`;
}

export class RequestBodyError extends Error {
  override readonly name = 'RequestBodyError';
}

interface CallProgress extends CallInfo {
  /** Whether any byte of the request may have been sent. */
  readonly started: boolean;
  /** The status of the response, if its status line was received. */
  readonly httpStatus?: number;
}

/** Converts an error of undici or of a socket to an ApiError. Programming errors are returned unchanged. */
export function toApiError(error: unknown, progress: CallProgress): unknown {
  if (error instanceof ApiError) return error;
  const mayHaveArrived = progress.started;
  if (error instanceof RequestBodyError)
    return new TransportError(progress, { reason: 'source', mayHaveArrived, cause: error.cause });
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_INVALID_ARG') return error;
  // The name is compared because undici sets no code on some parser errors.
  const isParserError = error instanceof Error && error.name === 'HTTPParserError';
  if (isParserError && progress.httpStatus === undefined)
    return new MalformedError(progress, { httpStatus: 0, detail: 'not HTTP', cause: error });
  return new TransportError(progress, {
    reason: reasonOf(code, progress),
    mayHaveArrived,
    cause: error,
  });
}

function reasonOf(code: string, { started, httpStatus }: CallProgress): TransportReason {
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') return 'source';
  if (!started) return connectReason(code);
  return httpStatus === undefined ? 'reset' : 'cut';
}

function connectReason(code: string): TransportReason {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'dns';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'timeout';
  if (/CERT|TLS|SSL|EPROTO|SELF_SIGNED|VERIFY/.test(code)) return 'tls';
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return 'reset';
  if (code === 'UND_ERR_CLOSED' || code === 'UND_ERR_DESTROYED') return 'aborted';
  return 'unreachable';
}
