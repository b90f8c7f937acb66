import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { contactMessageSchema } from '#src/domain/model/application.ts';
import { messages } from '#src/domain/model/messages.ts';
import { validateContactMessage } from '#src/domain/rules/contact.ts';
import { validateForm } from '#src/domain/rules/form-rules.ts';
import type { ContactMessageStore } from '../contact-messages.ts';
import type { HostLog } from '../log.ts';
import { readJson, requestKey } from '../request.ts';
import { hostMessages, Refusal } from '../responses.ts';

const maxSubject = 200;

/** Section 7, contact: stores a valid message. */
export function contactRoute(
  store: ContactMessageStore,
  clock: () => Date,
  log: HostLog,
): Hono<{ Bindings: HttpBindings }> {
  return new Hono<{ Bindings: HttpBindings }>().post('/contact', async (c) => {
    const parsed = contactMessageSchema.safeParse(await readJson(c.env.incoming));
    if (!parsed.success) throw new Refusal(422, hostMessages.notUnderstood);
    const message = parsed.data;
    const issues = [
      ...validateContactMessage(message),
      ...validateForm({ subject: message.subject }, { subject: { maxlength: maxSubject } }),
    ];
    if (issues.length > 0) throw Refusal.ofIssues(422, issues);
    if ((await store.store(message, requestKey(c, message), clock())) === 'key-reused')
      throw new Refusal(422, hostMessages.keyReused);
    log.info({ event: 'contact-message-stored' });
    return c.json({ status: 1, message: messages.messageSent });
  });
}
