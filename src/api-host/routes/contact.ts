import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { contactMessageSchema } from '#src/domain/model/contact.ts';
import { messages } from '#src/domain/model/messages.ts';
import {
  normalizeContactMessage,
  validateContactMessage,
} from '#src/domain/rules/forms/contact.ts';
import { normalizeContactPhone } from '#src/domain/rules/forms/phone.ts';
import { applicationSettings } from '#src/language/server.ts';
import type { AppParts } from './app-parts.ts';
import { readBody, requestKey } from './request.ts';
import { Refusal, refusalMessages } from './responses.ts';

export function contactRoute({ messages: store, clock, log }: AppParts) {
  return new Hono<{ Bindings: HttpBindings }>().post('/contact', async (c) => {
    const sent = await readBody(c.env.incoming, contactMessageSchema);
    const message = normalizeContactMessage(sent);
    const issues = validateContactMessage(message);
    if (issues.length > 0) throw Refusal.ofIssues(422, issues);
    const phone = normalizeContactPhone(message.phone, applicationSettings().phoneCountries);
    const stored = { ...message, phone };
    if ((await store.store(stored, requestKey(c, sent), clock())) === 'key-reused')
      throw new Refusal(422, refusalMessages.keyReused);
    log.info({ event: 'contact-message-stored' });
    return c.json({ status: 1, message: messages.messageSent });
  });
}
