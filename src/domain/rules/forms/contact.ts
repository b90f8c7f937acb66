import type { ContactMessage } from '#src/domain/model/contact.ts';
import { messageFields } from '#src/domain/model/enquiry-form.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { normalizeEmail, normalizeLine, normalizeText, removeInvisible } from '../text/text.ts';
import { type FieldRules, validateForm } from './form-rules.ts';

const contactRules = {
  firstname: messageFields.name,
  lastname: messageFields.name,
  email: messageFields.email,
  phone: messageFields.phone,
  msg: messageFields.message,
  // A field of the API that the form does not contain.
  subject: { maxlength: maxLength.subject },
} as const satisfies Record<keyof ContactMessage, FieldRules>;

/** The issues have the order of the form. The message is normalized. */
export const validateContactMessage = (message: ContactMessage): Issue[] =>
  validateForm({ ...message }, contactRules);

export function normalizeMessageField(name: string, entered: string): string {
  if (name === 'email' || name === 'email_again') return normalizeEmail(entered);
  if (name === 'phone') return normalizeLine(removeInvisible(entered));
  return name === 'msg' || name === 'message' ? normalizeText(entered) : normalizeLine(entered);
}

/** Returns the message for the entered values. The phone number is normalized by `normalizeContactPhone`. */
export const normalizeContactMessage = (entered: ContactMessage): ContactMessage =>
  Object.fromEntries(
    (Object.keys(contactRules) as (keyof ContactMessage)[]).map((name) => [
      name,
      normalizeMessageField(name, entered[name]),
    ]),
  ) as ContactMessage;
