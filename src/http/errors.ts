/** Why a call got no answer. `source` is our own side: the body being sent failed, stalled or had another length. */
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

interface Call {
  readonly method: string;
  /** Origin and path. A query may hold a candidate's name and address, so it is never kept. */
  readonly url: string;
}

/** What the three ways a call can fail have in common. */
export abstract class HostError extends Error {
  readonly method: string;
  readonly url: string;
  /** False only when nothing of the request can have been acted on. A write whose error says true must not be repeated blindly. */
  abstract readonly mayHaveArrived: boolean;

  constructor(message: string, call: Call, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.method = call.method;
    this.url = call.url;
  }
}

/** The call got no complete answer. */
export class TransportError extends HostError {
  override readonly name = 'TransportError';
  readonly reason: TransportReason;
  override readonly mayHaveArrived: boolean;

  constructor(
    call: Call,
    failure: { reason: TransportReason; mayHaveArrived: boolean; cause?: unknown },
  ) {
    super(`${call.method} ${call.url}: ${words[failure.reason]}`, call, failure.cause);
    this.reason = failure.reason;
    this.mayHaveArrived = failure.mayHaveArrived;
  }
}

/** The host answered and said no. The error's message is the reply's own. */
export class RefusedError extends HostError {
  override readonly name = 'RefusedError';
  readonly httpStatus: number;
  /** The reply's JSON, or undefined where it had none. */
  readonly body: unknown;
  /** What Retry-After asked for, in milliseconds from when the reply came. */
  readonly retryAfterMs?: number;

  constructor(
    call: Call,
    refusal: { httpStatus: number; message: string; body: unknown; retryAfterMs?: number },
  ) {
    super(refusal.message, call);
    this.httpStatus = refusal.httpStatus;
    this.body = refusal.body;
    if (refusal.retryAfterMs !== undefined) this.retryAfterMs = refusal.retryAfterMs;
  }

  /** 502 and 504 are a gateway's: it lost the host's answer, which may have been yes. */
  override get mayHaveArrived(): boolean {
    return this.httpStatus === 502 || this.httpStatus === 504;
  }
}

/** The host answered with something that section 7 does not know. */
export class MalformedError extends HostError {
  override readonly name = 'MalformedError';
  /** 0 where the reply was not even HTTP. */
  readonly httpStatus: number;
  readonly detail: string;

  constructor(call: Call, reply: { httpStatus: number; detail: string; cause?: unknown }) {
    super(`${call.method} ${call.url}: ${reply.detail}`, call, reply.cause);
    this.httpStatus = reply.httpStatus;
    this.detail = reply.detail;
  }

  /** A redirect is no answer; anything else may be a yes that cannot be read. */
  override get mayHaveArrived(): boolean {
    return this.httpStatus < 300;
  }
}

const words: Record<TransportReason, string> = {
  refused: 'the connection was refused',
  dns: 'the host name is not known',
  tls: 'no secure connection could be made',
  unreachable: 'the host cannot be reached',
  reset: 'the connection was closed before an answer came',
  cut: 'the answer was cut off',
  timeout: 'no answer within the time limit',
  aborted: 'the call was ended before an answer came',
  source: 'what was being sent could not be read to its end',
};
