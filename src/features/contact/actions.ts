'use server';

import { setTimeout as delay } from 'node:timers/promises';
import type { ContactMessage } from '#src/domain/model/application.ts';
import { limits } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import { validateContactMessage } from '#src/domain/rules/contact.ts';
import { spamCheck, submitAgainMessage } from '#src/domain/rules/spam-check.ts';
import { ApiError, RefusedError } from '#src/http/errors.ts';
import { apiClient } from '#src/server/api-client.ts';
import { checkCaptcha } from '#src/server/captcha.ts';
import { createDedupe } from '#src/server/dedupe.ts';
import { log } from '#src/server/logger.ts';
import { checkRateLimit } from '#src/server/rate-limiter.ts';
import { requestContext } from '#src/server/request-context.ts';
import { readContactForm, sentPath, toContactMessage } from './contact-message.ts';
import { type ContactResult, contactResult } from './contact-result.ts';

type Delivery = { status: 'sent' } | { status: 'failed'; message: string; mayHaveArrived: boolean };

/**
 * For a minute, a message equal to a delivered one gets the same result: a second click, a reload. A
 * message that was not delivered, or may not have been, is sent again when the visitor submits it again.
 */
const dedupe = createDedupe<Delivery>({
  ttlMs: ({ status }) => (status === 'sent' ? 60_000 : 0),
});

/** Sends a contact message (sections 4, 5 and 7), an equal one from the same address once. Never rejects. */
export async function sendContact(form: FormData): Promise<ContactResult> {
  const values = readContactForm(form);
  const message = toContactMessage(values);
  const notSent = (reason: string): ContactResult => ({
    status: 'failed',
    values,
    message: reason,
    mayHaveArrived: false,
  });
  // Invalid messages count too.
  const limited = await checkRateLimit('contact');
  if (limited) return notSent(limited.message);
  const issues = validateContactMessage(message);
  if (issues.length > 0) return { status: 'invalid', values, issues };
  const { honeypotFilled, submitAgain, waitMs } = spamCheck((name) => form.get(name));
  if (submitAgain) return notSent(submitAgainMessage('Send message'));
  const refused = await checkCaptcha(form);
  if (refused !== undefined) return notSent(refused);
  if (honeypotFilled) log().warn({ event: 'honeypot-ignored', form: 'contact' });
  await delay(waitMs);
  const { remoteAddress } = requestContext();
  let repeated = true;
  const delivered = dedupe([remoteAddress, ...Object.values(message)], () => {
    repeated = false;
    return deliver(message);
  });
  if (repeated) log().info({ event: 'message-repeated' });
  const delivery = await delivered;
  return delivery.status === 'sent' ? delivery : { ...delivery, values };
}

/** `sendContact` for a plain form post, before hydration or without JavaScript. */
export async function sendContactByPost(form: FormData): Promise<void> {
  const { honeypotFilled } = spamCheck((name) => form.get(name));
  const result = await sendContact(form);
  contactResult.set({ result, honeypotFilled });
  if (result.status === 'sent') requestContext().refresh(limits.contactRedirectMs / 1000, sentPath);
}

async function deliver(message: ContactMessage): Promise<Delivery> {
  try {
    await apiClient().sendContactMessage(message);
    return { status: 'sent' };
  } catch (err) {
    log().warn({ event: 'contact-failed', err });
    return {
      status: 'failed',
      message: err instanceof RefusedError ? err.message : messages.unspecified,
      mayHaveArrived: !(err instanceof ApiError) || err.mayHaveArrived,
    };
  }
}
