import type { ContactMessage } from '../model/contact-message.ts';
import type { Issue } from '../model/issue.ts';
import { maxLength } from '../model/limits.ts';
import { atMost, email, optional, required } from './checks.ts';

/** Section 5, contact form: names, a valid address and a message are required; the phone is not. */
export function validateContactMessage(message: Omit<ContactMessage, 'subject'>): Issue[] {
  return [
    ...required('firstname', message.firstname, atMost(maxLength.firstname)),
    ...required('lastname', message.lastname, atMost(maxLength.lastname)),
    ...required('email', message.email.trim(), atMost(maxLength.email), email),
    ...optional('phone', message.phone, atMost(maxLength.phone)),
    ...required('msg', message.msg, atMost(maxLength.msg)),
  ];
}
