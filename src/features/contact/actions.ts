'use server';

import type { ContactMessage } from '#src/domain/model/application.ts';
import { messages } from '#src/domain/model/messages.ts';
import { validateContactMessage } from '#src/domain/rules/contact.ts';
import { ApiError, RefusedError } from '#src/http/errors.ts';
import { apiClient } from '#src/server/api-client.ts';
import { createDedupe } from '#src/server/dedupe.ts';
import { log } from '#src/server/logger.ts';
import { checkRateLimit } from '#src/server/rate-limiter.ts';
import { requestContext } from '#src/server/request-context.ts';
import { contactMessageOf, readContactForm } from './contact-message.ts';
import { contactResult } from './contact-result.ts';
import type { ContactState } from './contact-state.ts';

type Sending = { status: 'sent' } | { status: 'failed'; message: string; mayHaveArrived: boolean };

/**
 * A message that arrived answers for an equal one for a minute: a second click, a reload. One that did not, or
 * may not have, is sent again whenever its writer says so.
 */
const once = createDedupe<Sending>({
  ttlMs: ({ status }) => (status === 'sent' ? 60_000 : 0),
});

/** Sends a contact message (sections 4, 5 and 7), an equal one from the same address once. Never rejects. */
export async function sendContact(form: FormData): Promise<ContactState> {
  const values = readContactForm(form);
  const message = contactMessageOf(values);
  const issues = validateContactMessage(message);
  if (issues.length > 0) return { status: 'invalid', values, issues };
  const wait = await checkRateLimit('contact');
  if (wait) return { status: 'failed', values, message: wait.message, mayHaveArrived: false };
  const { remoteAddress } = requestContext();
  const ended = await once([remoteAddress, ...Object.values(message)], () => deliver(message));
  return ended.status === 'sent' ? ended : { ...ended, values };
}

/** The same by a plain form post, before or without the page's script (decision 074). */
export async function postContact(form: FormData): Promise<void> {
  contactResult.set(await sendContact(form));
}

async function deliver(message: ContactMessage): Promise<Sending> {
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
