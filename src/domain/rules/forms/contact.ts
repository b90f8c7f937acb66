import type { ContactMessage } from '#src/domain/model/contact.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { normalizeEmail, normalizeLine, normalizeText, removeInvisible } from '../text/text.ts';
import { type FormRules, validateForm } from './form-rules.ts';

/** The rules that the contact form shares with the enquiry forms. */
export const messageRules = {
  name: { required: true, maxlength: maxLength.name },
  email: { required: true, maxlength: maxLength.email, email: true },
  phone: { maxlength: maxLength.phone },
  message: { required: true, maxlength: maxLength.msg },
} as const satisfies FormRules;

const contactRules = {
  firstname: messageRules.name,
  lastname: messageRules.name,
  email: messageRules.email,
  phone: messageRules.phone,
  msg: messageRules.message,
  // The form does not contain this field.
  subject: { maxlength: maxLength.subject },
} as const satisfies FormRules;

/** The issues have the order of the form. The message is normalized. */
export const validateContactMessage = (message: ContactMessage): Issue[] =>
  validateForm({ ...message }, contactRules);

export function normalizeMessageField(name: string, entered: string): string {
  if (name === 'email' || name === 'email_again') return normalizeEmail(entered);
  if (name === 'phone') return normalizeLine(removeInvisible(entered));
  return name === 'msg' || name === 'message' ? normalizeText(entered) : normalizeLine(entered);
}

/** Returns what is sent for the entered values, except for `normalizeContactPhone`. */
export const normalizeContactMessage = (entered: ContactMessage): ContactMessage =>
  Object.fromEntries(
    (Object.keys(contactRules) as (keyof ContactMessage)[]).map((name) => [
      name,
      normalizeMessageField(name, entered[name]),
    ]),
  ) as ContactMessage;
