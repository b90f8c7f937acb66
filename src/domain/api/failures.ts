import { type Exit, exitOf } from '#src/domain/model/exit-codes.ts';
import { type MessageKey, messages } from '#src/domain/model/messages.ts';
import { ApiError, RefusedError, TransportError } from '#src/http/errors.ts';

interface FailureKind {
  /** The status with which our API host reports the failure, and by which the client recognizes it. */
  readonly hostStatus?: number;
  readonly httpStatus: number;
  /** The name of the text that a visitor reads about a document. */
  readonly document: MessageKey | 'noRoom' | 'sourceFailed';
  readonly showsHostMessage: boolean;
  /** The exit code of a command, unless a write may have been accepted. */
  readonly exit: Extract<Exit, 'hostRefused' | 'unreachable' | 'interrupted'>;
  readonly isTemporary: boolean;
  /** Whether further documents of the same application would fail too. */
  readonly endsUploads: boolean;
}

const refused = {
  httpStatus: 422,
  document: 'unspecified',
  showsHostMessage: true,
  exit: 'hostRefused',
  isTemporary: false,
  endsUploads: false,
} as const;
const hostError = { ...refused, httpStatus: 502 } as const;
const noResponse = {
  httpStatus: 502,
  document: 'processingFailed',
  showsHostMessage: false,
  exit: 'unreachable',
  isTemporary: true,
  endsUploads: true,
} as const;

/** The kinds of failed calls to the API host, with the texts and codes for visitors, operators and programs. */
export const failureKinds = {
  refused,
  tooLarge: { ...refused, hostStatus: 413, httpStatus: 413, document: 'fileTooLarge' },
  wrongType: { ...refused, hostStatus: 415, httpStatus: 415, document: 'invalidFileType' },
  tooMany: { ...refused, hostStatus: 429, httpStatus: 429, isTemporary: true },
  hostError: { ...hostError, hostStatus: 500 },
  badGateway: { ...hostError, hostStatus: 502, isTemporary: true },
  unavailable: { ...hostError, hostStatus: 503, httpStatus: 503, isTemporary: true },
  /** The host, or a proxy, does not know whether the request was processed. */
  unknown: { ...hostError, hostStatus: 504, isTemporary: true },
  noRoom: {
    ...hostError,
    hostStatus: 507,
    httpStatus: 507,
    document: 'noRoom',
    showsHostMessage: false,
  },
  malformed: { ...noResponse, exit: 'hostRefused', isTemporary: false, endsUploads: false },
  unreachable: noResponse,
  timeout: { ...noResponse, httpStatus: 504 },
  sourceFailed: { ...noResponse, httpStatus: 408, document: 'sourceFailed', endsUploads: false },
  canceled: { ...noResponse, exit: 'interrupted', isTemporary: false },
} as const satisfies Readonly<Record<string, FailureKind>>;

export type Failure = (typeof failureKinds)[keyof typeof failureKinds];

/** The values of Retry-After in seconds. `slow`: a page took too long. `away`: another service does not respond. */
export const retryAfterSeconds = { busy: 5, slow: 10, away: 30, feed: 60 } as const;
export const retryAfter = (reason: keyof typeof retryAfterSeconds) => ({
  'retry-after': `${retryAfterSeconds[reason]}`,
});

/** Returns whether a database or a store of documents cannot be reached just now. */
export const isUnavailable = (error: unknown): boolean =>
  !(error instanceof ApiError) && exitOf(error) === 'unreachable';

export function failureOf(error: unknown): Failure {
  if (isUnavailable(error)) return failureKinds.unavailable;
  if (!(error instanceof ApiError)) return failureKinds.unknown;
  if (error instanceof RefusedError) return refusalOf(error.httpStatus);
  if (!(error instanceof TransportError)) return failureKinds.malformed;
  if (error.reason === 'aborted') return failureKinds.canceled;
  if (error.reason === 'source') return failureKinds.sourceFailed;
  return error.reason === 'timeout' ? failureKinds.timeout : failureKinds.unreachable;
}

function refusalOf(httpStatus: number): Failure {
  const known = Object.values(failureKinds).find(
    (kind) => 'hostStatus' in kind && kind.hostStatus === httpStatus,
  );
  return known ?? (httpStatus < 500 ? failureKinds.refused : failureKinds.hostError);
}

/** Returns false only if an error of a call shows that the request cannot have been processed. */
export const mayHaveArrived = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.mayHaveArrived;

/**
 * Returns whether a request may have arrived but has no answer of the host, because the connection ended or a proxy
 * answered. The result is false after a time limit.
 */
export const isUnanswered = (error: unknown): boolean =>
  mayHaveArrived(error) &&
  failureOf(error).isTemporary &&
  failureOf(error) !== failureKinds.timeout;

export const hostMessageOf = (error: unknown): string | undefined =>
  error instanceof RefusedError &&
  failureOf(error).showsHostMessage &&
  error.message !== messages.unspecified
    ? error.message
    : undefined;
