import { apiClient } from '#src/api-client/api-client.ts';
import { applicationSettings } from '#src/config/application-settings.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import {
  type Failure,
  failureOf,
  hostMessageOf,
  mayHaveArrived,
} from '#src/domain/api/failures.ts';
import type { ContactMessage } from '#src/domain/model/contact.ts';
import { messages } from '#src/domain/model/messages.ts';
import { normalizeContactPhone } from '#src/domain/rules/forms/phone.ts';
import { hostText } from '#src/language/messages.ts';
import { site, texts } from '#src/language/server.ts';
import { createDedupe } from '#src/limits/dedupe.ts';
import { type FormChecks, siteChecks } from '#src/limits/submit-form.ts';
import {
  answerForm,
  type EnteredForm,
  type FormAnswer,
  refusal,
} from '#src/middleware/posted-form.ts';
import { requestContext } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';

export interface EnteredMessage extends EnteredForm {
  /** The message is normalized. */
  readonly message: ContactMessage;
}

export interface MessageSenderOptions extends FormChecks {
  readonly client: () => Pick<ApiClient, 'sendContactMessage'>;
  readonly remoteAddress: () => string;
}

/**
 * Sends messages with the contact call (section 7). For a minute, a message equal to a delivered one of the same address
 * gets the same answer: a second click, a reload. A message that was not delivered, or may not have been, is sent again
 * when the visitor submits it again. Never rejects.
 */
export function createMessageSender({ client, remoteAddress, ...checks }: MessageSenderOptions) {
  const dedupe = createDedupe<Delivery>({
    ttlMs: ({ httpStatus }) => (httpStatus === 200 ? 60_000 : 0),
  });
  return ({ message, ...entered }: EnteredMessage): Promise<FormAnswer> => {
    async function send(): Promise<FormAnswer> {
      let repeated = true;
      const delivery = dedupe([remoteAddress(), ...Object.values(message)], () => {
        repeated = false;
        return deliver(client(), message);
      });
      if (repeated) log().info({ event: 'message-repeated' });
      const { httpStatus, isLost, ...delivered } = await delivery;
      const text = hostText(delivered.message);
      if (httpStatus === 200) return { httpStatus, response: { result: 'success', message: text } };
      return refusal(httpStatus, [
        text,
        isLost ? texts().messageForm.arrivalUnknown : entered.notSent,
      ]);
    }
    return answerForm(entered, send, checks);
  };
}

interface Delivery {
  readonly httpStatus: 200 | Failure['httpStatus'];
  /** English, because an equal message may come from a page in another language. */
  readonly message: string;
  /** The response was lost: sending again could deliver the message twice. */
  readonly isLost: boolean;
}

/** The message is the host's, or the specification's if the host sent none (section 7). */
async function deliver(
  client: Pick<ApiClient, 'sendContactMessage'>,
  message: ContactMessage,
): Promise<Delivery> {
  try {
    const phone = normalizeContactPhone(message.phone, applicationSettings(site()).phoneCountries);
    const response = await client.sendContactMessage({ ...message, phone });
    return { httpStatus: 200, message: response.message || messages.messageSent, isLost: false };
  } catch (err) {
    log().warn({ event: 'message-not-sent', err });
    const isLost = mayHaveArrived(err);
    return {
      httpStatus: failureOf(err).httpStatus,
      message: (isLost ? undefined : hostMessageOf(err)) ?? messages.unspecified,
      isLost,
    };
  }
}

/** All forms of the site use this sender, which reads the current request's visitor. */
export const sendMessage = createMessageSender({
  client: apiClient,
  remoteAddress: () => requestContext().remoteAddress,
  ...siteChecks('contact'),
});
