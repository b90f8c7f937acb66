import { apiClient } from '#src/api-client/api-client.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import {
  type Failure,
  failureOf,
  hostMessageOf,
  mayHaveArrived,
} from '#src/domain/api/failures.ts';
import type { ContactMessage } from '#src/domain/model/contact.ts';
import type { EnquiryFormKind, EnquiryFormResponse } from '#src/domain/model/enquiry-form.ts';
import type { FormResult, Issue } from '#src/domain/model/issues.ts';
import { messages } from '#src/domain/model/messages.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { fill } from '#src/language/format.ts';
import { hostText } from '#src/language/messages.ts';
import { texts } from '#src/language/server.ts';
import { checkCaptcha } from '#src/limits/captcha.ts';
import { checkSpam } from '#src/limits/check-spam.ts';
import { createDedupe } from '#src/limits/dedupe.ts';
import { checkRateLimit } from '#src/limits/rate-limiter.ts';
import { formResult, requestContext } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';
import { type ContactValues, readContactForm } from './contact-message.ts';

export interface EnteredMessage {
  readonly form: 'contact' | EnquiryFormKind;
  readonly data: FormData;
  /** The message is normalized. */
  readonly message: ContactMessage;
  readonly issues: readonly Issue[];
}

export type MessageResult =
  | { readonly status: 'sent'; readonly message: string }
  | Extract<FormResult, { status: 'invalid' | 'check-again' }>
  | {
      readonly status: 'failed';
      /** The status of a response that contains only this result. */
      readonly httpStatus: Failure['httpStatus'];
      /** The host's message, or the specification's if the host sent none (section 7). */
      readonly message: string;
      /** Whether the response was lost: sending again could deliver the message twice. */
      readonly mayHaveArrived: boolean;
    };

/** The entered values are part of the result, so that nothing is lost if the message was not sent. */
export type ContactResult = { readonly values?: ContactValues } & (FormResult | MessageResult);

export const contactResult = formResult<ContactResult>('contact');

/** The page shows a form that another build has rendered, with its values. */
export function showSentContact(form: FormData): void {
  const result = notSent(422, fill(texts().errors.renewed, { button: texts().contact.button }));
  const values = readContactForm(form);
  contactResult.set({ ...result, values });
}

export type EnquiryResult = EnquiryFormResponse & { readonly values?: FormValues };

export const enquiryResult = (kind: EnquiryFormKind) => formResult<EnquiryResult>(kind);

export interface MessageSenderOptions {
  readonly client: () => Pick<ApiClient, 'sendContactMessage'>;
  /** This and `checkCaptcha` resolve with a text for the visitor if the message must not be sent. */
  readonly checkRateLimit: () => Promise<string | undefined>;
  readonly checkCaptcha: (data: FormData) => Promise<string | undefined>;
  readonly remoteAddress: () => string;
}

/**
 * Sends messages with the contact call (section 7). For a minute, a message equal to a delivered one of the same address
 * gets the same result: a second click, a reload. A message that was not delivered, or may not have been, is sent again
 * when the visitor submits it again. Never rejects.
 */
export function createMessageSender(options: MessageSenderOptions) {
  const dedupe = createDedupe<MessageResult>({
    ttlMs: ({ status }) => (status === 'sent' ? 60_000 : 0),
  });
  return async (entered: EnteredMessage): Promise<MessageResult> => {
    const { form, data, message, issues } = entered;
    // Invalid messages count too.
    const limited = await options.checkRateLimit();
    if (limited !== undefined) return notSent(429, limited);
    if (issues.length > 0) return { status: 'invalid', issues };
    const refusal = await checkSpam(form, data, options);
    if (refusal?.status === 'refused') return notSent(422, refusal.message);
    if (refusal) return refusal;
    let repeated = true;
    const delivery = dedupe([options.remoteAddress(), ...Object.values(message)], () => {
      repeated = false;
      return deliver(options.client(), message);
    });
    if (repeated) log().info({ event: 'message-repeated' });
    const result = await delivery;
    return 'message' in result ? { ...result, message: hostText(result.message) } : result;
  };
}

const notSent = (httpStatus: 422 | 429, message: string): MessageResult => ({
  status: 'failed',
  httpStatus,
  message,
  mayHaveArrived: false,
});

/** The messages of the result are English: a message that is equal to it may come from a page in another language. */
async function deliver(
  client: Pick<ApiClient, 'sendContactMessage'>,
  message: ContactMessage,
): Promise<MessageResult> {
  try {
    const response = await client.sendContactMessage(message);
    return { status: 'sent', message: response.message || messages.messageSent };
  } catch (err) {
    log().warn({ event: 'message-not-sent', err });
    const isUnknown = mayHaveArrived(err);
    return {
      status: 'failed',
      httpStatus: failureOf(err).httpStatus,
      message: (isUnknown ? undefined : hostMessageOf(err)) ?? messages.unspecified,
      mayHaveArrived: isUnknown,
    };
  }
}

/** All forms of the site use this sender, which reads the current request's visitor. */
export const sendMessage = createMessageSender({
  client: apiClient,
  checkRateLimit: async () => (await checkRateLimit('contact'))?.message,
  checkCaptcha,
  remoteAddress: () => requestContext().remoteAddress,
});
