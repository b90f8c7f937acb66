import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Issue, issueMessage } from '#src/domain/model/issues.ts';
import { hostMessages as forVisitors, type MessageKey } from '#src/domain/model/messages.ts';

/** The messages that the specification does not define. */
export const refusalMessages = {
  ...forVisitors,
  unauthorized: 'This host accepts calls of its own site only.',
  notWritable: 'The data cannot be written.',
  noRoom: 'There is no room to save this just now. Nothing was saved. Please try again later.',
  dataGone: 'The data of this host was removed while it runs. Nothing was saved.',
  noSuchCall: 'There is no such call.',
  methodNotAllowed: 'This call does not support the method.',
  noSuchLink: 'There is no such link, or it has expired.',
  notJson: 'The body must be JSON.',
  notMultipart: 'The body must be multipart/form-data.',
  brokenMultipart: 'The multipart body is broken.',
  notUnderstood: 'The body does not have the fields of this call.',
  oneDocument: 'Send one document, under the name of its type.',
  documentTypeDiffers: 'document_type must equal the name of the file part.',
  applicantInfoMissing: 'applicant_info must be the application as JSON, with its applicant_id.',
  keyInvalid: 'Idempotency-Key must be 1 to 255 visible characters.',
  keyReused: 'This Idempotency-Key was used for another request.',
} as const;

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly httpStatus: ContentfulStatusCode;
  readonly errors: readonly { field: string; message: string }[] | undefined;

  constructor(
    httpStatus: ContentfulStatusCode,
    message: string,
    issues?: readonly Issue<MessageKey>[],
  ) {
    super(message);
    this.httpStatus = httpStatus;
    this.errors = issues?.map((issue) => ({ field: issue.field, message: issueMessage(issue) }));
  }

  /** Refuses a request because of its fields, each of which has one issue. The first issue is the message. */
  static ofIssues(httpStatus: ContentfulStatusCode, issues: readonly Issue<MessageKey>[]): Refusal {
    const message = issues[0] ? issueMessage(issues[0]) : refusalMessages.notUnderstood;
    return new Refusal(httpStatus, message, issues);
  }
}

/** Returns the value to which a link leads. @throws Refusal 404 if there is none */
export function foundByLink<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Refusal(404, refusalMessages.noSuchLink);
  return value;
}

export const success = (c: Context, data: unknown) => c.json({ status: 1, data });

/**
 * Responds to a read of a list (section 7), and sends while it reads. An error before the first batch rejects. A later
 * error ends the connection, so that the client sees that the response is not complete.
 */
export async function listResponse(
  c: Context,
  batches: AsyncGenerator<readonly unknown[]>,
): Promise<Response> {
  const first = await batches.next();
  async function* chunks() {
    const encoder = new TextEncoder();
    let separator = '';
    yield encoder.encode('{"status":1,"data":[');
    for (let batch = first; !batch.done; batch = await batches.next()) {
      if (batch.value.length === 0) continue;
      yield encoder.encode(separator + JSON.stringify(batch.value).slice(1, -1));
      separator = ',';
    }
    yield encoder.encode(']}');
  }
  const body = Readable.toWeb(Readable.from(chunks())) as ReadableStream<Uint8Array>;
  return c.body(body, 200, { 'content-type': 'application/json' });
}

export const refusalResponse = (c: Context, refusal: Refusal) =>
  c.json(
    { status: 0, message: refusal.message, ...(refusal.errors && { errors: refusal.errors }) },
    refusal.httpStatus,
  );
