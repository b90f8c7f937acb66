import { MalformedError, RefusedError } from '../../http/errors.ts';
import type { HttpReply } from '../../http/message.ts';
import { retryAfterMs } from '../../http/retry-after.ts';
import { messages } from '../model/messages.ts';
import { isSuccess } from '../rules/success.ts';

/** The call a reply answers, as errors name it: the URL without its query. */
export interface Asked {
  readonly method: string;
  readonly url: string;
}

/** A reply's JSON object. What stands in it is for the call to parse. */
export type Envelope = Readonly<Record<string, unknown>>;

/**
 * Section 7's one test for reads and writes: the status is true, 'True' or 1, else a RefusedError with the
 * reply's body and message. An HTTP error is a refusal whatever the body says; a success that is no JSON
 * object is a MalformedError.
 */
export function acceptedReply(asked: Asked, reply: HttpReply): Envelope {
  const body = jsonObject(reply);
  const successful = reply.status >= 200 && reply.status < 300;
  if (successful && body && isSuccess(body.status)) return body;
  if (reply.status < 400 && !(successful && body))
    throw new MalformedError(asked, { httpStatus: reply.status, detail: describe(reply) });
  const wait = retryAfterMs(reply.headers['retry-after']);
  throw new RefusedError(asked, {
    httpStatus: reply.status,
    message: messageOf(body) ?? messages.unspecified,
    body,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

/** A reply's message where it has one to show. */
export function messageOf(body: Envelope | undefined): string | undefined {
  const message = body?.message;
  return typeof message === 'string' && message.trim() !== '' ? message : undefined;
}

/** The reply's JSON when it is an object, whatever its content type says; a byte order mark is let pass. */
export function jsonObject(reply: HttpReply): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(reply.body));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function describe(reply: HttpReply): string {
  if (reply.status >= 300) return `HTTP ${reply.status}, and redirects are not followed`;
  return reply.body.length === 0 ? 'an empty reply' : 'a reply that is not a JSON object';
}
