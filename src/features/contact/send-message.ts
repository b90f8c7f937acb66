import type { ApiClient } from '#src/domain/api/api-client.ts';
import type { ContactMessage } from '#src/domain/model/contact.ts';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';
import { messages } from '#src/domain/model/messages.ts';
import { normalizeContactPhone } from '#src/domain/rules/forms/phone.ts';
import { logFailedCall, refusal, successAnswer } from '#src/forms/receive-form.ts';
import { createDedupe } from '#src/jobs/dedupe.ts';
import { hostText } from '#src/language/messages.ts';
import { applicationSettings, texts } from '#src/language/server.ts';
import { requestContext } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';

/**
 * Sends messages, which are normalized, with the contact call (section 7). An equal message of the same address within
 * a minute after a delivery gets the same answer, because it comes from a second click or a reload. A message that was
 * not delivered, or may not have been, is sent again. Never rejects.
 */
export function createMessageSender(client: () => Pick<ApiClient, 'sendContactMessage'>) {
  const dedupe = createDedupe<Awaited<ReturnType<typeof deliver>>>({
    ttlMs: ({ httpStatus }) => (httpStatus === 200 ? 60_000 : 0),
  });
  return async (
    message: ContactMessage,
    { next, notSent }: { readonly next?: string; readonly notSent?: string },
  ): Promise<FormAnswer> => {
    let repeated = true;
    const delivery = dedupe([requestContext().remoteAddress, ...Object.values(message)], () => {
      repeated = false;
      return deliver(client(), message);
    });
    if (repeated) log().info({ event: 'message-repeated' });
    const { httpStatus, isLost, ...delivered } = await delivery;
    const text = hostText(delivered.message);
    if (httpStatus === 200) return successAnswer(text, next);
    return refusal(httpStatus, [text, isLost ? texts().messageForm.arrivalUnknown : notSent]);
  };
}

/**
 * The answer is the host's message, or else that of the specification (section 7), in English, because an equal message
 * may come from a page in another language. After a lost response, sending again could deliver the message twice.
 */
async function deliver(client: Pick<ApiClient, 'sendContactMessage'>, message: ContactMessage) {
  try {
    const phone = normalizeContactPhone(message.phone, applicationSettings().phoneCountries);
    const response = await client.sendContactMessage({ ...message, phone });
    return { httpStatus: 200, message: response.message || messages.messageSent, isLost: false };
  } catch (err) {
    const { httpStatus, message, isLost } = logFailedCall('message-not-sent', err);
    return { httpStatus, message: message ?? messages.unspecified, isLost };
  }
}
