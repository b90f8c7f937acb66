'use server';

import { limits } from '#src/domain/model/limits.ts';
import { validateContactMessage } from '#src/domain/rules/forms/contact.ts';
import { inLanguage } from '#src/language/paths.ts';
import { defaultLanguage } from '#src/language/server.ts';
import { requestContext } from '#src/request/request-context.ts';
import { readContactForm, sentPath, toContactMessage } from './contact-message.ts';
import { type ContactResult, contactResult, sendMessage } from './send-message.ts';

/** Sends the message of the contact form (sections 4, 5 and 7). Never rejects. */
export async function sendContact(data: FormData): Promise<ContactResult> {
  const values = readContactForm(data);
  const message = toContactMessage(values, defaultLanguage.texts.messageSubjects.contact);
  const issues = validateContactMessage(message);
  const entered = { form: 'contact', data, message, issues } as const;
  return { ...(await sendMessage(entered)), values };
}

export async function sendContactByPost(form: FormData): Promise<void> {
  const result = await sendContact(form);
  contactResult.set(result, form);
  if (result.status === 'sent')
    requestContext().refresh(limits.contactRedirectMs / 1000, inLanguage(sentPath));
}
