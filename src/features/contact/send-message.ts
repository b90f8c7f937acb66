import { setTimeout as delay } from 'node:timers/promises';
import { apiClient } from '#src/api-client/api-client.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { type Failure, failureOf, hostMessageOf } from '#src/domain/api/failures.ts';
import type { ContactMessage } from '#src/domain/model/application.ts';
import type { EnquiryFormKind } from '#src/domain/model/enquiry-form.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { messages } from '#src/domain/model/messages.ts';
import { spamCheck, submitAgainMessage } from '#src/domain/rules/spam-check.ts';
import { ApiError } from '#src/http/errors.ts';
import { checkCaptcha } from '#src/limits/captcha.ts';
import { createDedupe } from '#src/limits/dedupe.ts';
import { checkRateLimit } from '#src/limits/rate-limiter.ts';
import { requestContext } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';

export interface EnteredMessage {
  readonly form: 'contact' | EnquiryFormKind;
  readonly button: string;
  readonly data: FormData;
  /** The message is normalized. */
  readonly message: ContactMessage;
  readonly issues: readonly Issue[];
}

export type MessageResult =
  | { readonly status: 'sent'; readonly message: string }
  | { readonly status: 'invalid'; readonly issues: readonly Issue[] }
  | {
      readonly status: 'failed';
      /** The status of a response that contains only this result. */
      readonly httpStatus: Failure['httpStatus'];
      /** The host's message, or the specification's if the host sent none (section 7). */
      readonly message: string;
      /** Whether the response was lost: sending again could deliver the message twice. */
      readonly mayHaveArrived: boolean;
    };

export interface MessageSenderOptions {
  readonly client: () => Pick<ApiClient, 'sendContactMessage'>;
  /** This and `checkCaptcha` resolve with a text for the visitor if the message must not be sent. */
  readonly checkRateLimit: () => Promise<string | undefined>;
  readonly checkCaptcha: (data: FormData) => Promise<string | undefined>;
  readonly remoteAddress: () => string;
}

/**
 * For a minute, a message equal to a delivered one of the same address gets the same result: a second click, a reload.
 * Never rejects.
 */
export function createMessageSender(options: MessageSenderOptions) {
  const dedupe = createDedupe<MessageResult>({
    ttlMs: ({ status }) => (status === 'sent' ? 60_000 : 0),
  });
  return async (entered: EnteredMessage): Promise<MessageResult> => {
    const { form, button, data, message, issues } = entered;
    // Invalid messages count too.
    const limited = await options.checkRateLimit();
    if (limited !== undefined) return notSent(429, limited);
    if (issues.length > 0) return { status: 'invalid', issues };
    const { honeypotFilled, submitAgain, waitMs } = spamCheck((name) => data.get(name));
    if (submitAgain) return notSent(422, submitAgainMessage(button));
    const refused = await options.checkCaptcha(data);
    if (refused !== undefined) return notSent(422, refused);
    if (honeypotFilled) log().warn({ event: 'honeypot-ignored', form });
    await delay(waitMs);
    let repeated = true;
    const result = dedupe([options.remoteAddress(), ...Object.values(message)], () => {
      repeated = false;
      return deliver(options.client(), message);
    });
    if (repeated) log().info({ event: 'message-repeated' });
    return result;
  };
}

const notSent = (httpStatus: 422 | 429, message: string): MessageResult => ({
  status: 'failed',
  httpStatus,
  message,
  mayHaveArrived: false,
});

async function deliver(
  client: Pick<ApiClient, 'sendContactMessage'>,
  message: ContactMessage,
): Promise<MessageResult> {
  try {
    const response = await client.sendContactMessage(message);
    return { status: 'sent', message: response.message || messages.messageSent };
  } catch (err) {
    log().warn({ event: 'message-not-sent', err });
    const failed = { status: 'failed', message: messages.unspecified } as const;
    if (!(err instanceof ApiError)) return { ...failed, httpStatus: 502, mayHaveArrived: true };
    const { httpStatus } = failureOf(err);
    const { mayHaveArrived } = err;
    const message = (mayHaveArrived ? undefined : hostMessageOf(err)) ?? messages.unspecified;
    return { ...failed, httpStatus, message, mayHaveArrived };
  }
}

/** All forms of the site use this sender, which reads the current request's visitor. */
export const sendMessage = createMessageSender({
  client: apiClient,
  checkRateLimit: async () => (await checkRateLimit('contact'))?.message,
  checkCaptcha,
  remoteAddress: () => requestContext().remoteAddress,
});
