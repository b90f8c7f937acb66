import { HostError, MalformedError, TransportError, type TransportReason } from './errors.ts';

/** What was being sent failed by itself: `cause` says how. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** How far a call had come when it failed. */
export interface Progress {
  readonly method: string;
  readonly url: string;
  /** Whether any byte of the request may have left. */
  readonly started: boolean;
  /** The reply's status, once its first line was read. */
  readonly httpStatus?: number;
}

/** An error of undici or of Node's sockets as one of the family; a programming mistake stays what it is. */
export function asHostError(error: unknown, progress: Progress): unknown {
  if (error instanceof HostError) return error;
  if (error instanceof SourceError)
    return new TransportError(progress, {
      reason: 'source',
      mayHaveArrived: progress.started,
      cause: error.cause,
    });
  const code = codeOf(error);
  if (code === 'UND_ERR_INVALID_ARG') return error;
  if (isParserError(error) && progress.httpStatus === undefined)
    return new MalformedError(progress, { httpStatus: 0, detail: 'not HTTP', cause: error });
  return new TransportError(progress, {
    reason: reasonOf(code, progress),
    mayHaveArrived: progress.started,
    cause: error,
  });
}

function reasonOf(code: string, { started, httpStatus }: Progress): TransportReason {
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') return 'source';
  if (!started) return beforeExchange(code);
  return httpStatus === undefined ? 'reset' : 'cut';
}

function beforeExchange(code: string): TransportReason {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'dns';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'timeout';
  if (/CERT|TLS|SSL|EPROTO|SELF_SIGNED|VERIFY/.test(code)) return 'tls';
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return 'reset';
  if (code === 'UND_ERR_CLOSED' || code === 'UND_ERR_DESTROYED') return 'aborted';
  return 'unreachable';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** By name: undici gives some of its parser's errors no code. */
function isParserError(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError';
}
